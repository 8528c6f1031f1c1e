import time
from collections.abc import Sequence
from dataclasses import replace

import pytest

from scrapy_bt.core.language.parser import parse
from scrapy_bt.core.tree import effects as ef
from scrapy_bt.core.tree.program import Program
from scrapy_bt.core.tree.repeats import digest
from scrapy_bt.core.tree.setbacks import RepeatedVisit, Setback
from scrapy_bt.core.tree.task import Task, decode_task, encode_task
from scrapy_bt.crawl.runtime.completions import Bookkeeper, StepResult
from scrapy_bt.errors import TaskError
from scrapy_bt.frontier.completion import AwaitResume, Completion, Finish, Park, Requeue, Strand
from scrapy_bt.frontier.entries import Lease


def program(text: str) -> Program:
    return Program(parse(text), name="crawl", text=text)


PROGRAM = program('main :: and (x = 1) { :page }\npage :: visit "https://a.test/{x}"\n')
TASK = PROGRAM.initial({"x": 5})


@pytest.fixture
def books() -> Bookkeeper:
    return Bookkeeper(PROGRAM)


@pytest.fixture
def lease(books: Bookkeeper) -> Lease:
    return Lease(books.entry(TASK, id=7, boost=2.0), token=1, deadline=0.0)


def note(books: Bookkeeper, lease: Lease, *effects: ef.Effect, **facts: object) -> StepResult:
    return books.step(lease, TASK, effects, facts)


def completion(books: Bookkeeper, lease: Lease, *effects: ef.Effect, **facts: object) -> Completion:
    noted = note(books, lease, *effects, **facts).completion
    assert noted is not None
    return noted


def test_a_stored_task_is_the_same_again(books: Bookkeeper) -> None:
    task = replace(TASK, join=4, session=3, holds=["r"])
    entry = books.entry(task, id=7, boost=2.0, share="key")
    assert (entry.id, entry.join, entry.session, entry.share, entry.holds) == (7, 4, 3, "key", ("r",))
    assert (entry.bucket.tree, entry.bucket.node, entry.bucket.boost) == ("crawl", "main/page", 2.0)
    assert decode_task(entry.payload, id=7, join=4, session=3).frames == TASK.frames


def test_a_variable_that_is_no_plain_data_is_an_error(books: Bookkeeper) -> None:
    task = replace(TASK, frames=[replace(TASK.frames[0], variables={"x": object()})])
    with pytest.raises(TaskError, match="a variable of the task cannot be stored"):
        books.entry(task)


def test_a_task_that_is_too_large_is_an_error() -> None:
    books = Bookkeeper(PROGRAM, most=1_000)
    large = replace(TASK, frames=[replace(TASK.frames[0], variables={"x": "a" * 1_000})])
    with pytest.raises(TaskError, match=r"too large to be stored \(1,0.. bytes, BT_TASK_LIMIT is 1,000\)"):
        books.entry(large)
    assert books.entry(TASK).payload


def test_tasks_at_one_node_share_a_bucket(books: Bookkeeper) -> None:
    assert books.entry(TASK).bucket is books.entry(PROGRAM.initial({"x": 6})).bucket
    assert books.entry(TASK).bucket != books.entry(TASK, boost=1.0).bucket


@pytest.mark.parametrize(
    ("ending", "kind"),
    [
        (ef.SendVisit("page"), Requeue),
        (ef.Hold("r"), Requeue),
        (ef.Share("key"), Requeue),
        (ef.Delay(), Requeue),
        (ef.Join(5), Park),
        (ef.Pause(), AwaitResume),
        (ef.Stopped(), Finish),
        (ef.Finished(success=True), Finish),
    ],
)
def test_what_a_task_waits_for_says_how_it_goes_on(
    books: Bookkeeper, lease: Lease, ending: ef.Effect, kind: type
) -> None:
    assert isinstance(completion(books, lease, ending).next, kind)


def test_a_task_goes_on_as_itself_with_its_boost(books: Bookkeeper, lease: Lease) -> None:
    step = completion(books, lease, ef.SendVisit("page")).next
    assert step == Requeue(lease.entry)


def test_what_is_waited_for_is_in_the_entry(books: Bookkeeper, lease: Lease) -> None:
    assert completion(books, lease, ef.Share("key")).next.entry.share == "key"
    assert completion(books, lease, ef.Delay(2.5)).next.delay == 2.5
    assert completion(books, lease, ef.Join(5)).next.join == 5


@pytest.mark.parametrize(
    ("ending", "success", "reason"),
    [
        (ef.Finished(success=True), True, None),
        (ef.Finished(success=False, reason="broken"), False, "broken"),
        (ef.Stopped("cancelled"), False, None),
    ],
)
def test_only_who_failed_himself_is_a_dead_letter(
    books: Bookkeeper, lease: Lease, ending: ef.Effect, success: bool, reason: str | None
) -> None:
    noted = completion(books, lease, ending)
    assert noted.next == Finish(success)
    assert (noted.dead and noted.dead.reason) == reason
    assert noted.dead is None or noted.dead.entry == lease.entry


def test_who_failed_with_a_goroutine_waits_for_it_as_it_did(books: Bookkeeper, lease: Lease) -> None:
    parked = encode_task(replace(TASK, setback=Setback(b"visit")))
    lease = replace(lease, entry=replace(lease.entry, join=4, session=3))
    ending = ef.Finished(success=False, reason="a part failed", joined=True, setback=Setback(parked, join=9))
    noted = completion(books, lease, ending)
    assert noted.dead is None
    assert noted.next == Strand(replace(lease.entry, payload=parked), 9)


def test_a_dead_letter_stands_before_the_visit_and_knows_what_came_of_it(books: Bookkeeper, lease: Lease) -> None:
    later = replace(
        lease, entry=replace(lease.entry, bucket=replace(lease.entry.bucket, node="main"), payload=b"later")
    )
    setback = Setback(lease.entry.payload, url="https://a.test/5", given=b"12345678")
    letter = completion(books, later, ef.Finished(success=False, reason="why", setback=setback)).dead
    assert letter is not None
    assert (letter.entry.bucket, letter.reason) == (lease.entry.bucket, "why")
    task = decode_task(letter.entry.payload)
    assert task.repeat == RepeatedVisit(TASK.position, "https://a.test/5", b"12345678")
    assert replace(task, repeat=None) == decode_task(lease.entry.payload)
    again = replace(lease, entry=letter.entry)
    setback = Setback(letter.entry.payload, url="https://a.test/5", given=b"1234567812345678")
    letter = completion(books, again, ef.Finished(success=False, reason="why", setback=setback)).dead
    assert letter is not None
    assert decode_task(letter.entry.payload).repeat == RepeatedVisit(TASK.position, "https://a.test/5", b"12345678" * 2)


def test_records_and_troubles_are_kept_in_their_order(books: Bookkeeper, lease: Lease) -> None:
    trouble = ef.Trouble("page", "main/page", None, "error")
    step = note(books, lease, ef.Emit("one", {"n": 1}), trouble, ef.Emit("two", {"n": 2}), ef.Finished(success=True))
    assert step.items == [("one", {"n": 1}), ("two", {"n": 2})]
    assert step.troubles == [trouble]


def test_branches_begin_as_new_tasks(books: Bookkeeper, lease: Lease) -> None:
    branch: Task = replace(TASK, join=5, session=7)
    (spawned,) = completion(books, lease, ef.Spawn(branch), ef.Join(5)).spawned
    assert (spawned.entry.id, spawned.entry.join, spawned.entry.session, spawned.delay) == (0, 5, 7, 0.0)


def test_rounds_of_a_loop_add_up(books: Bookkeeper, lease: Lease) -> None:
    effects: Sequence[ef.Effect] = (ef.Looped("a", 2), ef.Looped("b", 1), ef.Looped("a", 3), ef.Delay())
    assert completion(books, lease, *effects).rounds == {"a": 5.0, "b": 1.0}


def test_shared_values_are_made_with_the_time_of_their_end(books: Bookkeeper, lease: Lease) -> None:
    before = time.time()
    kept, lost, for_ever = completion(
        books,
        lease,
        ef.Made("kept", b"v", session=3, ttl=10.0),
        ef.Made("lost", None),
        ef.Made("for ever", b"v"),
        ef.Delay(),
    ).made
    assert (kept.key, kept.value.value, kept.value.session) == ("kept", b"v", 3)
    assert before + 10 <= kept.value.expires <= time.time() + 10
    assert (lost.key, lost.value) == ("lost", None)
    assert for_ever.value.expires is None


def test_what_is_found_wanting_is_taken_back_up_to_its_version(books: Bookkeeper, lease: Lease) -> None:
    found = completion(books, lease, ef.Invalidate("a", 3), ef.Invalidate("b", None), ef.Delay()).invalidated
    assert found["a"] == 3
    assert found["b"] > 1 << 60


def test_while_coroutines_are_awaited_nothing_is_complete(books: Bookkeeper, lease: Lease) -> None:
    step = note(books, lease, ef.Emit("one", {"n": 1}), ef.Await(()))
    assert step.completion is None
    assert step.items == [("one", {"n": 1})]


def test_measures_and_cookies_are_handed_on(books: Bookkeeper, lease: Lease) -> None:
    noted = completion(books, lease, ef.Delay(), measured={"page": 1.0}, cookies={7: b"jar"})
    assert (noted.measured, noted.cookies) == ({"page": 1.0}, {7: b"jar"})


def test_a_bucket_names_the_resource_that_its_visit_needs(books: Bookkeeper) -> None:
    limited = program('main :: and { :site }\nsite :: visit "https://a.test/"\n(( site ))\n')
    resource = Bookkeeper(limited).entry(limited.initial({})).bucket.requires
    assert resource in limited.limits
    assert Bookkeeper(PROGRAM).entry(TASK).bucket.requires == ""


@pytest.mark.parametrize(("ending", "alone"), [(ef.SendVisit("page"), True), (ef.Finished(success=True), False)])
def test_a_visit_once_more_is_a_new_task_that_knows_what_came_of_it(
    books: Bookkeeper, lease: Lease, ending: ef.Effect, alone: bool
) -> None:
    effects = [ef.Emit("thing", {"n": 1}), ending]
    again = books.once_more(replace(lease.entry, join=4, session=3), effects)
    assert again is not None
    assert (again.id, again.join, again.session, again.bucket.node) == (0, 0, 3, lease.entry.bucket.node)
    assert decode_task(again.payload).repeat == RepeatedVisit(TASK.position, "", digest(effects, {"x": 5}), alone)


@pytest.mark.parametrize(
    ("task", "ending"),
    [
        (replace(TASK, holds=["place"]), ef.SendVisit("page")),
        (replace(TASK, making=["token"]), ef.SendVisit("page")),
        (replace(TASK, frames=[replace(TASK.frames[0], join=9)]), ef.SendVisit("page")),
        (replace(TASK, frames=[replace(TASK.frames[0], variables={"x": "a" * 40_000})]), ef.SendVisit("page")),
        (TASK, ef.Await(())),
    ],
    ids=["keeps a place", "makes a value", "waits for branches", "is large", "awaits functions"],
)
def test_not_where_others_need_the_task_nor_of_large_ones(books: Bookkeeper, task: Task, ending: ef.Effect) -> None:
    assert books.once_more(books.entry(task, id=7), [ending]) is None

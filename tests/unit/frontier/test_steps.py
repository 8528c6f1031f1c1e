from collections.abc import Callable
from dataclasses import replace

import pytest

from scrapy_bt.frontier.completion import AwaitResume, Completion, Finish, MakingOutcome, Park, Requeue
from scrapy_bt.frontier.entries import DeadLetter, Entry, Lease, SharedValue
from scrapy_bt.frontier.listings import ControlTarget
from scrapy_bt.frontier.memory import MemoryFrontier
from scrapy_bt.frontier.steps import apply, check, check_entry
from scrapy_bt.frontier.store import TaskStore
from scrapy_bt.frontier.tasks import Running
from tests.contracts.workshop import Clock, at, new, only

HUGE = 1 << 63


@pytest.fixture
def run(frontier: MemoryFrontier, store: TaskStore) -> Running:
    """A running task that is part of the join 4."""
    frontier.put([new(b"before", at("x"), join=4)])
    return store.running[only(frontier.lease()).token]


@pytest.fixture
def step(store: TaskStore, run: Running, clock: Clock) -> Callable[[Completion], None]:
    return lambda completion: apply(store, run, completion, clock.now)


@pytest.mark.parametrize("facts", [{"join": HUGE}, {"session": -HUGE - 1}, {"share": "\ud800"}, {"holds": ("\ud800",)}])
def test_an_entry_that_could_not_be_stored_is_refused(facts: dict[str, object]) -> None:
    entry = Entry(at(), b"")
    check_entry(entry)
    with pytest.raises(ValueError, match=r"64 bits|surrogates"):
        check_entry(replace(entry, **facts))


@pytest.mark.parametrize(
    "completion",
    [
        Completion(Requeue(Entry(at(), b"", join=HUGE))),
        Completion(Finish(), spawned=[new(session=HUGE)]),
        Completion(Requeue(Entry(at(), b"")), dead=DeadLetter(Entry(at(), b""), "why")),
        Completion(Park(Entry(at(), b""), 0)),
        Completion(Park(Entry(at(), b""), HUGE)),
        Completion(Park(Entry(at(), b""), 4)),
    ],
)
def test_a_step_that_contradicts_itself_is_refused(store: TaskStore, run: Running, completion: Completion) -> None:
    with pytest.raises(ValueError, match=r"64 bits|dead letters|cannot wait for the join"):
        check(store, run.task, completion)


def test_two_tasks_cannot_wait_for_one_join(frontier: MemoryFrontier, store: TaskStore) -> None:
    frontier.put([new(), new()])
    first, second = frontier.lease(2)
    frontier.complete(first, Completion(Park(first.entry, 9), spawned=[new(join=9)]))
    with pytest.raises(ValueError, match="another task does"):
        check(store, store.running[second.token].task, Completion(Park(second.entry, 9)))


def test_a_task_that_goes_on_is_the_same_one_elsewhere(
    frontier: MemoryFrontier, run: Running, step: Callable[[Completion], None]
) -> None:
    step(Completion(Requeue(Entry(at("y"), b"after", join=99))))
    lease = only(frontier.lease())
    assert lease.entry == Entry(at("y"), b"after", run.task.id, 4, run.task.id)


def test_a_task_that_pauses_waits_for_somebody(
    frontier: MemoryFrontier, run: Running, step: Callable[[Completion], None]
) -> None:
    step(Completion(AwaitResume(run.task.entry)))
    assert frontier.lease() == []
    frontier.resume(ControlTarget(task=run.task.id))
    assert only(frontier.lease()).entry.id == run.task.id


def test_a_task_that_finishes_leaves_what_it_has_spawned(
    frontier: MemoryFrontier, step: Callable[[Completion], None], clock: Clock
) -> None:
    step(Completion(Finish(), spawned=[new(b"now"), new(b"later", delay=5.0)]))
    assert only(frontier.lease(2)).entry.payload == b"now"
    clock.turn(5)
    assert only(frontier.lease(2)).entry.payload == b"later"


def test_a_dead_letter_is_the_task_as_it_says(
    frontier: MemoryFrontier, run: Running, step: Callable[[Completion], None]
) -> None:
    as_leased = Entry(at("w"), b"leased", run.task.id)
    step(Completion(Finish(success=False), dead=DeadLetter(as_leased, "broken", 77.0)))
    (letter,) = frontier.dead_letters()
    assert (letter.entry.bucket, letter.entry.payload, letter.reason, letter.when) == (
        at("w"),
        b"leased",
        "broken",
        77.0,
    )
    assert frontier.counts().unfinished == 0


def test_a_stopped_task_ends_whatever_its_step_says_and_spawns_nothing(
    frontier: MemoryFrontier, run: Running, step: Callable[[Completion], None]
) -> None:
    frontier.stop(ControlTarget(task=run.task.id))
    step(Completion(Requeue(run.task.entry), spawned=[new()], made=[MakingOutcome("key", SharedValue(b"value"))]))
    assert frontier.counts().unfinished == 0
    assert frontier.shared("key") is not None


def test_cookies_are_kept_of_sessions_that_somebody_uses(
    frontier: MemoryFrontier, run: Running, step: Callable[[Completion], None]
) -> None:
    own = run.task.session
    step(Completion(Requeue(run.task.entry), cookies={own: b"jar", 12345: b"stray"}))
    assert frontier.cookies(own) == b"jar"
    assert frontier.cookies(12345) is None


def test_places_that_are_not_kept_are_given_back(frontier: MemoryFrontier, store: TaskStore, clock: Clock) -> None:
    frontier.put([new(holds=("a", "b"))])
    lease: Lease = only(frontier.lease())
    apply(store, store.running[lease.token], Completion(Requeue(replace(lease.entry, holds=("b",)))), clock.now)
    assert (store.places.is_free("a"), store.places.is_free("b")) == (True, False)


def test_a_known_task_is_not_spawned_and_no_part_of_its_join(
    frontier: MemoryFrontier, store: TaskStore, run: Running, step: Callable[[Completion], None]
) -> None:
    frontier.put([replace(new(delay=5.0), key=b"key")])
    step(Completion(Park(run.task.entry, 9), spawned=[replace(new(join=9), key=b"key")]))
    assert not store.joins.is_known(9)
    assert only(frontier.lease(2)).joined == 9

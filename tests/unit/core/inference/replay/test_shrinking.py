"""Shrinking a path; the rest is told by the tests of whole inferences."""

from collections.abc import Callable, Generator, Sequence
from typing import Any

from scrapy_bt.core.inference.goal import PathOptions
from scrapy_bt.core.inference.replay.drafts import Draft
from scrapy_bt.core.inference.replay.experiment import Experiment, ReplayTrial
from scrapy_bt.core.inference.replay.minimum import Minimum
from scrapy_bt.core.inference.replay.oracle import Oracle
from scrapy_bt.core.inference.replay.planning import Planner
from scrapy_bt.core.inference.replay.replays import Replays
from scrapy_bt.core.inference.replay.shrinking import Shrinker
from scrapy_bt.core.inference.replay.untried import Untried
from scrapy_bt.core.samples.parameters import Key
from scrapy_bt.core.samples.traffic import Answer, Sent
from tests.login_site import LOGIN, TOKEN, record
from tests.pure_site import Sender, page

NO_OPTIONS = PathOptions()
TOKEN_NAME = "css `input[name=t]::attr(value)` of step 2"


def finish(work: Generator[Sequence[Experiment], Sequence[ReplayTrial], Any], sender: Sender) -> Any:
    """Send what is asked for until nothing is."""
    try:
        asked = next(work)
        while True:
            asked = work.send([sender.send(experiment) for experiment in asked])
    except StopIteration as end:
        return end.value


def shrink(
    draft: Draft,
    change: Callable[[Sent, Answer], Answer] | None = None,
    budget: int = 100,
    options: PathOptions = NO_OPTIONS,
) -> tuple[Minimum, Sender]:
    """Shrink a path of the site with a login, whose answers may be changed."""
    inference, site = record(*LOGIN)
    inference.next()
    planner = Planner(inference.board)
    recorded = planner.first(4).answer
    assert recorded is not None
    replays, oracle = Replays("all", budget), Oracle(4, recorded)
    sender = Sender(site if change is None else lambda sent: change(sent, site(sent)))

    finish(replays.ask(planner, oracle, draft, "first"), sender)
    return finish(Shrinker(planner, oracle, replays, options).run(draft), sender), sender


def with_more(answer: Answer, html: str) -> Answer:
    """A page with something more at its end."""
    body = (answer.body or b"").replace(b"</body>", f"{html}</body>".encode())
    return Answer(answer.status, answer.url, answer.headers, body)


def test_steps_and_parameters_go_and_each_is_told_with_its_replay() -> None:
    minimum, _ = shrink(Draft((0, 1, 2, 3, 4)))
    assert minimum.draft.steps == (1, 2, 4)
    assert minimum.is_confirmed
    assert set(minimum.superfluous_steps) == {0, 3}
    assert set(minimum.needed_steps) == {1, 2}
    assert {str(key) for step, key in minimum.needed if step == 2} == {"form t"}
    for name in ("user", "secret"):  # attempts without them count against an account
        assert minimum.kept[2, Key("form", name)] == Untried.OF_LOGIN
    assert {str(key) for step, key in minimum.needed if step == 4} == {"query q"}
    assert all(minimum.superfluous.values())
    assert all(minimum.needed.values())
    assert minimum.kept[4, Key("path", "0")] == Untried.IN_ADDRESS


def test_what_changes_by_itself_makes_nothing_needed() -> None:
    times = iter(range(1000))

    def tick(sent: Sent, answer: Answer) -> Answer:
        if "/list" not in sent.url or answer.status != 200:
            return answer
        return with_more(answer, f"<p>visit {next(times)}</p>")

    minimum, _ = shrink(Draft((1, 2, 4)), tick)
    assert (4, Key("query", "view")) in minimum.superfluous
    assert minimum.draft.steps == (1, 2, 4)


def test_a_change_that_comes_now_and_then_is_found_out() -> None:
    visits = iter(range(1000))

    def turn(sent: Sent, answer: Answer) -> Answer:
        if "/list" not in sent.url or answer.status != 200:
            return answer
        news = "tea" if next(visits) < 3 else "coffee"
        rows = "".join(f"<p>line {number}</p>" for number in range(20))
        return with_more(answer, f"{rows}<p>{news}</p>")

    minimum, sender = shrink(Draft((1, 2, 4)), turn)
    assert "as before, to see what changes by itself" in sender.log
    plain, _ = shrink(Draft((1, 2, 4)))
    assert minimum.is_confirmed
    assert (minimum.draft, minimum.needed.keys()) == (plain.draft, plain.needed.keys())


def test_a_path_that_works_once_only_is_doubted() -> None:
    visits = iter(range(1000))

    def once(sent: Sent, answer: Answer) -> Answer:
        return answer if "/list" not in sent.url or next(visits) < 1 else page("no", status=403)

    minimum, _ = shrink(Draft((1, 2, 4)), once)
    assert not minimum.is_confirmed
    assert minimum.doubts == ["the path reached the target once, and then did not any more"]


def test_when_the_budget_ends_the_rest_is_kept() -> None:
    minimum, sender = shrink(Draft((1, 2, 4)), budget=5)
    assert sender.replays == 5
    assert minimum.draft.steps == (1, 2, 4)
    assert Untried.NO_BUDGET in minimum.kept.values()


def test_what_the_person_keeps_is_not_tried() -> None:
    minimum, _ = shrink(Draft((0, 1, 2, 3, 4)), options=PathOptions(keep=frozenset(("4", "3 form user"))))
    assert minimum.draft.steps == (1, 2, 3, 4)
    assert minimum.kept[3] == Untried.WISHED
    assert minimum.kept[2, Key("form", "user")] == Untried.WISHED
    assert minimum.is_confirmed


def test_an_origin_that_the_person_chose_is_taken_if_the_target_is_reached_so() -> None:
    origin = "3 form remember=the argument remember"
    right = f"3 form t={TOKEN_NAME}"
    minimum, _ = shrink(Draft((1, 2, 4)), options=PathOptions(origins=frozenset({right, origin})))
    assert minimum.doubts == [f"there is no `{origin}` in the recordings"]
    assert minimum.kept[1] == Untried.WISHED
    assert minimum.draft.chosen[TOKEN.step, TOKEN.key] == TOKEN.value
    assert minimum.is_confirmed


def test_what_is_to_be_left_out_goes_at_once_where_the_target_is_reached() -> None:
    minimum, _ = shrink(Draft((0, 1, 2, 3, 4)), options=PathOptions(drop=frozenset(("1", "4"))))
    assert minimum.draft.steps == (1, 2, 4)
    assert len(set(map(tuple, minimum.superfluous_steps.values()))) == 1
    assert minimum.doubts == []


def test_what_cannot_be_left_out_stays_and_is_told() -> None:
    minimum, _ = shrink(Draft((0, 1, 2, 3, 4)), options=PathOptions(drop=frozenset(("3", "9 query x"))))
    assert minimum.draft.steps == (1, 2, 4)
    assert minimum.doubts[0] == "there is no `9 query x` in the recordings"
    assert minimum.doubts[1].startswith("what is to be kept and left out was not followed: ")


def test_what_the_person_keeps_comes_back_onto_the_path() -> None:
    minimum, _ = shrink(Draft((1, 2, 4)), options=PathOptions(keep=frozenset(("1",))))
    assert minimum.draft.steps == (0, 1, 2, 4)
    assert minimum.kept[0] == Untried.WISHED
    assert minimum.doubts == []


def test_what_the_person_keeps_is_not_called_superfluous() -> None:
    place = (4, Key("query", "utm_source"))
    draft = Draft((1, 2, 4)).without_parameters([place])
    minimum, _ = shrink(draft)
    assert place in minimum.superfluous
    minimum, _ = shrink(draft, options=PathOptions(keep=frozenset(("5 query utm_source",))))
    assert minimum.kept[place] == Untried.WISHED
    assert place not in minimum.superfluous


def test_where_no_smaller_path_is_steady_nothing_of_the_path_is_called_superfluous() -> None:
    lists: list[str] = []

    def refuse(sent: Sent, answer: Answer, last: int) -> Answer:
        if "/list" not in sent.url:
            return answer
        lists.append(sent.url)
        return page("no", status=403) if len(lists) == last else answer

    _, sender = shrink(Draft((0, 1, 2, 3, 4)), lambda sent, answer: refuse(sent, answer, 0))
    assert sender.log[-1] == "the smallest path once more"
    count = len(lists)
    lists.clear()
    minimum, _ = shrink(Draft((0, 1, 2, 3, 4)), lambda sent, answer: refuse(sent, answer, count))
    assert minimum.doubts == ["the smallest path did not reach the target each time; what worked twice is kept"]
    assert minimum.draft.steps == (0, 1, 2, 3, 4)
    assert not minimum.superfluous_steps
    assert not minimum.superfluous

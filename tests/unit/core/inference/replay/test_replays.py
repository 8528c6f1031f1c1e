"""Budget, levels, votes and memory of replays."""

from collections.abc import Callable, Sequence

import pytest

from scrapy_bt.core.inference.answers.values import Constant
from scrapy_bt.core.inference.goal import Level
from scrapy_bt.core.inference.plans.plan import Plan, PlannedStep
from scrapy_bt.core.inference.replay.drafts import Draft
from scrapy_bt.core.inference.replay.experiment import Experiment, ReplayTrial
from scrapy_bt.core.inference.replay.oracle import Oracle
from scrapy_bt.core.inference.replay.planning import Planner
from scrapy_bt.core.inference.replay.replays import Replays, fingerprint
from scrapy_bt.core.inference.replay.verdicts import ReplayVerdict
from scrapy_bt.core.samples.parameters import Key
from scrapy_bt.core.samples.traffic import Answer, Sent
from tests.login_site import record

GOOD = Answer(200, "https://site.test/list", (("Content-Type", "text/html"),), b"<p>good</p>")
BUSY = Answer(503, "https://site.test/list", (("Content-Type", "text/html"),), b"<p>busy</p>")
BAD = Answer(403, "https://site.test/list", (("Content-Type", "text/html"),), b"<p>no</p>")
DRAFT = Draft((3,))


@pytest.fixture(scope="module")
def planner() -> Planner:
    inference, _ = record()
    inference.next()
    return Planner(inference.board)


def ask(
    replays: Replays, planner: Planner, answers: Sequence[Answer], *, again: bool = False, patient: bool = False
) -> ReplayVerdict | None:
    """What is said of a draft whose target answers so, time after time."""
    process = replays.ask(planner, Oracle(3, GOOD), DRAFT, "as it is", again=again, patient=patient)
    waiting = list(answers)
    try:
        (experiment,) = next(process)
        while True:
            (experiment,) = process.send([ReplayTrial(experiment.number, ((3, waiting.pop(0)),), seconds=2.0)])
    except StopIteration as end:
        assert waiting == []
        verdict: ReplayVerdict | None = end.value
        return verdict


@pytest.mark.parametrize(
    ("answers", "is_right"),
    [
        ([GOOD], True),
        ([BAD], False),
        ([BUSY, GOOD, GOOD], True),
        ([BUSY, GOOD, BUSY], False),
        ([BUSY, BUSY], False),
    ],
)
def test_a_doubtful_answer_is_put_to_the_vote(planner: Planner, answers: list[Answer], is_right: bool) -> None:
    replays = Replays("all", 10)
    verdict = ask(replays, planner, answers)
    assert verdict is not None
    assert verdict.is_right is is_right
    assert [replay.number for replay in replays.log] == list(range(1, len(answers) + 1))


def test_an_error_that_was_confirmed_once_is_believed_from_then_on(planner: Planner) -> None:
    replays = Replays("all", 10)
    ask(replays, planner, [BUSY, BUSY])
    verdict = ask(replays, planner, [BUSY], again=True)
    assert verdict is not None
    assert not verdict.is_right


@pytest.mark.parametrize(
    ("answers", "is_right"), [([BUSY, BUSY, GOOD], True), ([BUSY, BUSY, BUSY], False), ([BAD], False), ([GOOD], True)]
)
def test_patiently_it_is_asked_until_the_trouble_has_passed(
    planner: Planner, answers: list[Answer], is_right: bool
) -> None:
    verdict = ask(Replays("all", 10), planner, answers, patient=True)
    assert verdict is not None
    assert verdict.is_right is is_right


def test_the_same_is_not_sent_twice(planner: Planner) -> None:
    replays = Replays("all", 10)
    ask(replays, planner, [GOOD])
    assert ask(replays, planner, []) == ReplayVerdict(is_right=True)
    assert ask(replays, planner, [GOOD], again=True) == ReplayVerdict(is_right=True)
    assert replays.trials_of(planner.plan(DRAFT)) == (1, 2)


@pytest.mark.parametrize(
    ("level", "method", "why"),
    [
        ("none", "GET", "nothing is replayed (--replay none)"),
        ("safe", "GET", ""),
        ("safe", "POST", "it needs POST (step 1), which --replay safe does not send again, but --replay all does"),
        ("all", "POST", ""),
    ],
)
def test_the_level_says_what_may_be_sent(level: Level, method: str, why: str) -> None:
    plan = Plan((PlannedStep(0, Sent(method, "https://site.test/")),), 0)
    assert Replays(level, 5).why_not(plan) == why


@pytest.mark.parametrize("replays", [Replays("all", 1), Replays("all", 10, seconds=2.0)])
def test_when_the_budget_is_used_up_nothing_more_is_sent(planner: Planner, replays: Replays) -> None:
    ask(replays, planner, [BUSY])
    assert replays.left == 0
    assert ask(replays, planner, [], again=True) is None
    assert replays.why_not(planner.plan(DRAFT)) == "the budget of replays is used up"


def test_each_replay_may_take_the_seconds_that_are_left(planner: Planner) -> None:
    for seconds, left in ((None, [None, None]), (5.0, [5.0, 3.0])):
        replays = Replays("all", 10, seconds)
        process = replays.ask(planner, Oracle(3, GOOD), DRAFT, "as it is")
        (first,) = next(process)
        (second,) = process.send([ReplayTrial(first.number, ((3, BUSY),), seconds=2.0)])
        assert [first.seconds, second.seconds] == left


def test_what_is_not_sent_counts_as_failed(planner: Planner) -> None:
    process = Replays("all", 10).send(Experiment(1, planner.plan(DRAFT), "lost"))
    next(process)
    with pytest.raises(StopIteration) as end:
        process.send([])
    assert end.value.value == [ReplayTrial(1, failure="it was not sent")]


def test_a_verdict_can_be_corrected(planner: Planner) -> None:
    replays = Replays("all", 10)
    ask(replays, planner, [BAD])
    plan = planner.plan(DRAFT)
    replays.correct(plan, ReplayTrial(1), ReplayVerdict(is_right=True))
    assert replays.known(plan) == (ReplayVerdict(is_right=True), (1,))
    assert replays.log[0].is_right


def test_plans_that_send_the_same_have_one_fingerprint() -> None:
    def plan(change: Callable[[PlannedStep], PlannedStep]) -> Plan:
        return Plan((change(PlannedStep(0, Sent("GET", "https://site.test/"))),), 0)

    same = plan(lambda step: step)
    other = plan(lambda step: PlannedStep(0, step.sent, {Key("query", "q"): Constant("x")}))
    assert fingerprint(same) == fingerprint(plan(lambda step: step))
    assert fingerprint(same) != fingerprint(other)


LIMITED = Answer(403, "https://site.test/list", (("Content-Type", "text/html"),), b"<p>Too many requests</p>")


def test_a_limit_of_the_site_is_no_verdict_and_where_it_stands_nothing_more_is_sent(planner: Planner) -> None:
    replays = Replays("all", 10)
    assert (first := ask(replays, planner, [GOOD])) is not None
    assert first.is_right
    assert ask(replays, planner, [LIMITED, LIMITED, LIMITED, LIMITED], again=True) is None
    assert (replays.limit, replays.left) == ("Too many requests", 0)


def test_a_limit_that_passes_is_waited_for_and_the_same_is_asked_once_more(planner: Planner) -> None:
    replays = Replays("all", 20)
    ask(replays, planner, [GOOD])
    process = replays.ask(planner, Oracle(3, GOOD), DRAFT, "as it is", again=True)
    (sent,) = next(process)
    paused = [sent.pause]
    for answer in (LIMITED, LIMITED, LIMITED, GOOD):
        (sent,) = process.send([ReplayTrial(sent.number, ((3, answer),))])
        paused.append(sent.pause)
    with pytest.raises(StopIteration) as end:
        process.send([ReplayTrial(sent.number, ((3, GOOD),))])
    assert paused == [0, 0, 5, 20, 0]
    assert end.value.value == ReplayVerdict(is_right=True)
    assert (replays.limit, replays.left) == ("", 14)


def test_a_limit_is_waited_for_as_long_as_there_is_time(planner: Planner) -> None:
    replays = Replays("all", 20, seconds=8.0)
    ask(replays, planner, [GOOD])
    assert ask(replays, planner, [LIMITED, LIMITED], again=True) is None
    assert replays.limit == "Too many requests"


def test_what_only_one_draft_is_told_is_its_own_fault(planner: Planner) -> None:
    replays = Replays("all", 10)
    ask(replays, planner, [GOOD])
    verdict = ask(replays, planner, [LIMITED, GOOD], again=True)
    assert verdict is not None
    assert not verdict.is_right
    assert (replays.limit, replays.left) == ("", 7)

"""The work of an inference: rounds of deriving and of replaying, until nothing new is known."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass, field, replace

from ...errors import SampleError
from ...sentences import say
from ..samples.traffic import Answer
from .answers.requests.shapes import describe
from .blackboard.blackboard import Blackboard
from .blackboard.controller import Controller
from .concluding import REPLAY, post_minimum
from .finding_words import step_of, tell_finding
from .findings import Contended, Finding, Loop, Origin, Records, Shareable, Target, Typed
from .goal import Earlier, Goal
from .replay.baseline import Baseline, BaselineSearch
from .replay.claims import Claims, OtherInput
from .replay.drafts import Draft
from .replay.earlier import draft_of
from .replay.experiment import Experiment, ReplayTrial
from .replay.limits import WAIT
from .replay.minimum import Minimum
from .replay.oracle import Learned, Oracle, PartialOracle
from .replay.planning import Planner
from .replay.replays import Replays
from .replay.shrinking import Shrinker
from .replay.untried import Untried
from .replay.verdicts import ReplayVerdict
from .soundness import nothing_shown
from .stepnames import number_of, with_step_names
from .steps.targets import holds

MOST_ROUNDS = 5


@dataclass
class Result:
    """What the work came to."""

    planner: Planner
    draft: Draft
    goal: str
    is_proven: bool = False
    unproven: list[str] = field(default_factory=list)
    """What is not proven, and why."""
    is_unrun: bool = False
    """The tree is for a browser, and was not run in one."""
    is_cut: bool = False
    """Replays were stopped before the tree as a whole was run: they prove nothing of it."""
    seen: frozenset[Finding] = frozenset()
    """What it was made from."""
    reached: list[Answer] = field(default_factory=list)
    """What the target answered to the input of the first recording, each time that it was right."""
    most_pages: dict[int, int] = field(default_factory=dict)
    """By the step of a series that has no end, how many pages of it are turned."""


class Investigation:
    """Looks for the smallest path: `run` gives what is to be sent, and takes what came of it."""

    def __init__(
        self,
        board: Blackboard,
        controller: Controller,
        goal: Goal,
        replays: Replays,
        *,
        oracles: Sequence[PartialOracle] = (),
        keeps_all: bool = False,
    ) -> None:
        """*oracles*: asked about each answer; *keeps_all*: nothing is left out of the path."""
        self._oracles = oracles
        self._board, self._controller, self._goal, self._replays = board, controller, goal, replays
        self._keeps_all = keeps_all
        self._learned: dict[int, Learned] = {}

    def run(self) -> Generator[Sequence[Experiment], Sequence[ReplayTrial], Result]:
        """Round after round, until nothing new is known."""
        result: Result | None = None
        for number in range(1, MOST_ROUNDS + 1):
            self._board.round = number
            self._controller.run_round()
            target = self._target()
            planner = Planner(self._board)
            if result is not None and result.seen == self._seen():
                break
            result = yield from self._investigate(planner, planner.canonical(target.step), target)
            # What replays refuted is no news.
            result.seen = self._seen()
        assert result is not None, "there is at least one round"
        return result

    def _seen(self) -> frozenset[Finding]:
        """What a path is made from; when that changes, paths are tried anew."""
        kinds: tuple[type, ...] = (Target, Origin, Typed, Loop, Shareable, Contended, Records)
        return frozenset(fact.finding for kind in kinds for fact in self._board.facts(kind))

    def _target(self) -> Target:
        targets = self._board.findings(Target)
        if targets:
            return targets[-1]
        texts = (*self._goal.expect, *self._goal.marks.texts)
        wanted = self._goal.target or " and ".join(f"“{text}”" for text in texts)
        if wanted:
            raise SampleError(
                say(
                    "no request of the first recording fits the target {}; name a URL that was visited, or a text"
                    " that stands in an answer",
                    repr(wanted),
                )
            )
        raise SampleError(nothing_shown(self._board.recordings))

    def _oracle(self, planner: Planner, step: int) -> Oracle:
        recorded = planner.first(step).answer
        assert recorded is not None, "a target was answered"
        expect = tuple(text for text in self._goal.expect if holds(recorded, text))
        lists = {each: answer for each in planner.pages_before(step) if (answer := planner.first(each).answer)}
        logins = [each for each in planner.steps if planner.is_login(each)]
        forms = [self._form_url(planner, each) for each in logins]
        entered = [planner.first(each).answer for each in logins]
        urls = {answer.url for answer in entered if answer is not None and answer.status >= 400}
        recorded_others = [planner.recorded(step, number) for number in range(1, len(self._board.recordings))]
        answers = {each: planner.first(each).answer for each in planner.steps}
        return Oracle(
            step,
            recorded,
            expect=expect,
            records=self._board.findings(Records),
            login_urls=urls | set(filter(None, forms)),
            lists=lists,
            others=[each.answer for each in recorded_others if each is not None and each.answer is not None],
            served={each: answer for each, answer in answers.items() if answer is not None and 0 < answer.status < 400},
            logins=logins,
            learned=self._learned.get(step),
            oracles=self._oracles,
            name=planner.name,
        )

    def _form_url(self, planner: Planner, step: int) -> str:
        """The page on which the person logged in: the one that the login request comes from."""
        return planner.first(step).sent.header("referer") or ""

    def _investigate(
        self, planner: Planner, step: int, target: Target
    ) -> Generator[Sequence[Experiment], Sequence[ReplayTrial], Result]:
        oracle = self._oracle(planner, step)
        self._learned[step] = oracle.learned
        earlier = None if self._keeps_all else self._goal.earlier
        proven = None if earlier is None else draft_of(earlier, planner, step)
        search = BaselineSearch(planner, oracle, self._replays, step, proven)
        baseline = yield from search.run()
        shown = describe(planner.first(target.step))
        goal = say("{}: {}", shown, target.reason)
        if step != target.step:
            first = describe(planner.first(step))
            why = target.reason if first == shown else goal
            goal = say("{}, which stands for others like it ({})", first, why)
        result = Result(planner, baseline.draft, goal, reached=oracle.learned.reached)
        for place, value in baseline.refuted if baseline.is_reached else ():
            for fact in self._board.facts(Origin):
                finding = fact.finding
                if isinstance(finding, Origin) and (finding.step, finding.key, finding.value) == (*place, value):
                    self._board.set_status(fact.id, "refuted", [len(self._replays.log)], REPLAY)
        recorded = planner.first(step).answer
        result.unproven += [
            f"the expected text “{text}” does not stand in the recorded answer, so it says nothing"
            for text in self._goal.expect
            if recorded is not None and not holds(recorded, text)
        ]
        if not baseline.is_reached:
            result.unproven += _unreached(baseline)
            return result
        if proven is None or baseline.draft != proven:
            earlier = None
        shrinker = Shrinker(planner, oracle, self._replays, self._goal.path, earlier)
        minimum = yield from shrinker.run(baseline.draft, keeps_all=self._keeps_all)
        result.draft, result.is_proven = minimum.draft, minimum.is_confirmed
        if earlier is not None:
            self._take_claims(earlier, planner, minimum.touched or frozenset())
        yield from self._claims(planner, oracle, minimum, result)
        minimum.draft = result.draft
        post_minimum(self._board, planner, minimum, self._replays.log)
        result.unproven += _doubts(minimum)
        if self._replays.limit:
            result.is_proven = False
            result.unproven.append(
                f"the site limits how often it is asked: “{self._replays.limit[:100]}”; what was left to try "
                f"was not tried; {WAIT}"
            )
        return result

    def _take_claims(self, earlier: Earlier, planner: Planner, touched: frozenset[int]) -> None:
        """What was said of claims before holds where nothing of their steps has changed."""
        for fact in (*self._board.facts(Loop), *self._board.facts(Shareable), *self._board.facts(Contended)):
            known = earlier.claims.get(
                f"{type(fact.finding).__name__} {with_step_names(tell_finding(fact.finding), planner.name)}"
            )
            step = step_of(fact.finding)
            if known is not None and step is not None and planner.canonical(step) not in touched:
                self._board.set_status(fact.id, known[0], known[1], REPLAY)  # type: ignore[arg-type]  # as it was stored

    def _claims(
        self, planner: Planner, oracle: Oracle, minimum: Minimum, result: Result
    ) -> Generator[Sequence[Experiment], Sequence[ReplayTrial], None]:
        """Test what was claimed of the path."""
        claims = Claims(planner, oracle, self._replays, self._goal.expect)
        for recording in range(1, len(self._board.recordings)):
            other = yield from claims.other_input(result.draft, recording)
            if other is not None:
                self._take_other(other, minimum, result)
        draft = result.draft
        shared: Shareable | None = None
        tested: dict[int, ReplayVerdict | None] = {}
        for fact in (*self._board.facts(Loop), *self._board.facts(Shareable), *self._board.facts(Contended)):
            if fact.status != "unverified":
                continue
            finding = fact.finding
            before = len(self._replays.log)
            if isinstance(finding, Loop) and finding.step in draft.steps:
                verdict = yield from claims.loop(draft, finding)
            elif isinstance(finding, Shareable):
                verdict = yield from claims.shareable(draft, finding)
                shared = finding if verdict is not None and verdict.is_right else shared
            elif isinstance(finding, Contended):
                step = planner.canonical(finding.step)
                if step not in tested:
                    tested[step] = yield from claims.contended(draft, finding, shared)
                both = tested[step]
                verdict = both and replace(both, is_right=not both.is_right)
            else:
                verdict = None
            if verdict is not None:
                numbers = range(min(before + 1, len(self._replays.log)), len(self._replays.log) + 1)
                self._board.set_status(fact.id, "verified" if verdict.is_right else "refuted", numbers, REPLAY)

    def _take_other(self, other: OtherInput, minimum: Minimum, result: Result) -> None:
        if other.is_right:
            result.draft = other.draft
            for place in other.restored:
                minimum.superfluous.pop(place, None)
                minimum.needed[place] = other.trials[:1]
        else:
            result.unproven.append(
                f"with the input of recording {other.recording + 1} the target was not reached: {other.reason}"
            )
            result.is_proven = False


def _unreached(baseline: Baseline) -> list[str]:
    """What is to be told of a target that was not reached."""
    others = dict.fromkeys(broken.text for broken in baseline.breaks)
    return [baseline.reason, *(f"tried as well: {text}" for text in list(others)[1:5])]


def _doubts(minimum: Minimum) -> list[str]:
    told = list(minimum.doubts)
    budget = [thing for thing, why in minimum.kept.items() if why is Untried.NO_BUDGET]
    if budget:
        steps = sorted({thing if isinstance(thing, int) else thing[0] for thing in budget})
        told.append(
            "the budget of replays was used up: what could not be tried was kept "
            f"({len(budget)}, of step {', '.join(map(str, map(number_of, steps)))}); give more with --replays"
        )
    return told

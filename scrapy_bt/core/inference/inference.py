"""From recordings to a conclusion, round by round; whoever runs it sends the replays that it asks for."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass, field, replace
from urllib.parse import urlsplit

from ...errors import SampleError
from ..samples.traffic import Recording
from .blackboard.blackboard import Blackboard
from .blackboard.controller import Controller
from .blackboard.source import Source
from .concluding import REPLAY, Concluder, post_minimum
from .conclusion import Conclusion
from .findings import Contended, Finding, Loop, Origin, Records, Shareable, Target, Typed
from .replay.baseline import Baseline, BaselineSearch
from .replay.claims import Claims, OtherInput
from .replay.drafts import Draft
from .replay.experiment import Experiment, Trial
from .replay.minimum import Minimum, Shrinker
from .replay.oracle import Learned, Oracle, Verdict
from .replay.planning import Planner
from .replay.replays import Replays
from .reports import Progress, Summary
from .sources import SOURCES
from .steps.landings import with_landings
from .steps.relays import with_relays
from .steps.shapes import describe
from .steps.targets import TargetSource, holds
from .wish import Wish

MOST_ROUNDS = 5


class Inference:
    """One inference. `next` gives what is to be sent, `receive` takes what came of each, until `next` gives nothing.

    *redaction_key*: some random bytes, from which what stands for secrets in the conclusion's answers is made.
    """

    def __init__(
        self,
        recordings: Sequence[Recording],
        wish: Wish | None = None,
        sources: Sequence[Source] = SOURCES,
        *,
        redaction_key: bytes = b"",
    ) -> None:
        if not any(recording.exchanges for recording in recordings):
            raise SampleError("there is nothing in the recordings; record again")
        self.wish = wish or Wish()
        self.board = Blackboard(with_landings(with_relays(recordings)))
        self._requests = sum(len(recording.exchanges) for recording in recordings)
        target = TargetSource(self.wish.target, self.wish.expect)
        self.controller = Controller(self.board, (*sources, target))
        self.replays = Replays(self.wish.level, self.wish.replays, self.wish.seconds)
        self._doing = "reading"
        self._result: _Result | None = None
        self._trials: list[Trial] = []
        self._asked: Sequence[Experiment] = ()
        self._redaction_key = redaction_key
        self._stopped: list[str] = []
        self._learned: dict[int, Learned] = {}
        self._process = self._run()

    # For whoever runs it

    def next(self) -> Sequence[Experiment]:
        """What is to be sent now; nothing: it is finished. What was asked before and has not come counts as failed."""
        if self._result is not None:
            return ()
        received = {trial.experiment for trial in self._trials}
        missing = [Trial(each.number, failure="it was not sent") for each in self._asked if each.number not in received]
        trials, self._trials = [*self._trials, *missing], []
        try:
            self._asked = self._process.send(trials) if self._asked else next(self._process)
        except StopIteration as end:
            self._asked = ()
            self._result = end.value
            self._doing = "done"
            return ()
        self._doing = self._asked[0].purpose
        return self._asked

    def receive(self, trial: Trial) -> None:
        """What came of an experiment; one with several copies has several."""
        self._trials.append(trial)

    def stop(self, reason: str) -> None:
        """Ask for no more replays, and come to a conclusion of what is known."""
        if reason not in self._stopped:
            self._stopped.append(reason)
        self.replays.budget = 0

    @property
    def hosts(self) -> frozenset[str]:
        """The hosts, with ports, of all requests that are no noise: no replay goes anywhere else."""
        planner = Planner(self.board)
        return frozenset(filter(None, (_host(planner.first(step).sent.url) for step in planner.steps)))

    @property
    def progress(self) -> Progress:
        """How far it is."""
        facts = self.board.all_facts
        return Progress(
            self.board.round,
            len(facts),
            sum(fact.status == "verified" for fact in facts),
            sum(fact.status == "refuted" for fact in facts),
            len(self.replays.log),
            self.replays.left if self.wish.level != "none" else 0,
            self._doing,
        )

    @property
    def conclusion(self) -> Conclusion:
        """What it came to, once it is finished."""
        result = self._finished()
        concluder = Concluder(self.board, result.planner, self.replays.log, self._redaction_key)
        return concluder.conclude(result.draft, result.goal, is_proven=result.is_proven)

    @property
    def secrets(self) -> frozenset[str]:
        """The values of secret arguments: they must not stand in anything that is written."""
        return self._finished().planner.secrets()

    @property
    def summary(self) -> Summary:
        """The same in numbers."""
        result = self._finished()
        planner, draft = result.planner, result.draft
        parameters = [place for step in planner.steps for place in planner.places(step)]
        kept = [
            place
            for step in draft.steps
            for place in planner.places(step)
            if place not in draft.dropped and planner.value(place, draft) is not None
        ]
        return Summary(
            requests=self._requests,
            steps=len(planner.steps),
            kept_steps=len(draft.steps),
            parameters=len(parameters),
            kept_parameters=len(kept),
            replays=len(self.replays.log),
            is_proven=result.is_proven,
            unproven=tuple(result.unproven),
        )

    def _finished(self) -> _Result:
        if self._result is None:
            raise ValueError("it is not finished: next() gave something to be sent")
        return self._result

    # The work

    def _run(self) -> Generator[Sequence[Experiment], Sequence[Trial], _Result]:
        result: _Result | None = None
        for number in range(1, MOST_ROUNDS + 1):
            self.board.round = number
            self.controller.run_round()
            target = self._target()
            planner = Planner(self.board)
            if result is not None and result.seen == self._seen():
                break
            result = yield from self._investigate(planner, planner.canonical(target.step), target)
            # What replays refuted is no news.
            result.seen = self._seen()
        assert result is not None, "there is at least one round"
        result.unproven += [*self._stopped, *self.controller.faults]
        return result

    def _seen(self) -> frozenset[Finding]:
        """What a path is made from; when that changes, paths are tried anew."""
        kinds: tuple[type, ...] = (Target, Origin, Typed, Loop, Shareable, Contended, Records)
        return frozenset(fact.finding for kind in kinds for fact in self.board.facts(kind))

    def _target(self) -> Target:
        targets = self.board.findings(Target)
        if targets:
            return targets[-1]
        wanted = self.wish.target or " and ".join(f"“{text}”" for text in self.wish.expect)
        if wanted:
            raise SampleError(
                f"no request of the first recording fits the target {wanted!r}; name a URL that was visited, or a text "
                "that stands in an answer"
            )
        raise SampleError(
            "there is no page and no JSON answer in the recordings that could be the target; were the bodies recorded? "
            "(in the developer tools: “save all as HAR with content”)"
        )

    def _oracle(self, planner: Planner, step: int) -> Oracle:
        recorded = planner.first(step).answer
        assert recorded is not None, "a target was answered"
        expect = tuple(text for text in self.wish.expect if holds(recorded, text))
        lists = {each: answer for each in planner.lists_before(step) if (answer := planner.first(each).answer)}
        logins = [planner.first(each).answer for each in planner.steps if planner.is_login(each)]
        forms = [self._form_url(planner, each) for each in planner.steps if planner.is_login(each)]
        urls = {answer.url for answer in logins if answer is not None and answer.status >= 400}
        recorded_others = [planner.recorded(step, number) for number in range(1, len(self.board.recordings))]
        answers = {each: planner.first(each).answer for each in planner.steps}
        return Oracle(
            step,
            recorded,
            expect=expect,
            records=self.board.findings(Records),
            login_urls=urls | set(filter(None, forms)),
            lists=lists,
            others=[each.answer for each in recorded_others if each is not None and each.answer is not None],
            served=[each for each, answer in answers.items() if answer is not None and 0 < answer.status < 400],
            learned=self._learned.get(step),
        )

    def _form_url(self, planner: Planner, step: int) -> str:
        """The page on which the person logged in: the one that the login request comes from."""
        return planner.first(step).sent.header("referer") or ""

    def _investigate(
        self, planner: Planner, step: int, target: Target
    ) -> Generator[Sequence[Experiment], Sequence[Trial], _Result]:
        oracle = self._oracle(planner, step)
        self._learned[step] = oracle.learned
        search = BaselineSearch(planner, oracle, self.replays, step)
        baseline = yield from search.run()
        goal = target.reason
        if step != target.step:
            goal = f"{describe(planner.first(step))}, which stands for others like it ({goal})"
        result = _Result(planner, baseline.draft, goal)
        for place, value in baseline.refuted if baseline.is_reached else ():
            for fact in self.board.facts(Origin):
                finding = fact.finding
                if isinstance(finding, Origin) and (finding.step, finding.key, finding.value) == (*place, value):
                    self.board.set_status(fact.id, "refuted", [len(self.replays.log)], REPLAY)
        recorded = planner.first(step).answer
        result.unproven += [
            f"the expected text “{text}” does not stand in the recorded answer, so it says nothing"
            for text in self.wish.expect
            if recorded is not None and not holds(recorded, text)
        ]
        if not baseline.is_reached:
            result.unproven += _unreached(baseline)
            return result
        shrinker = Shrinker(planner, oracle, self.replays)
        minimum = yield from shrinker.run(baseline.draft)
        result.draft, result.is_proven = minimum.draft, minimum.is_confirmed
        yield from self._claims(planner, oracle, minimum, result)
        minimum.draft = result.draft
        post_minimum(self.board, planner, minimum, self.replays.log)
        result.unproven += _doubts(minimum)
        return result

    def _claims(
        self, planner: Planner, oracle: Oracle, minimum: Minimum, result: _Result
    ) -> Generator[Sequence[Experiment], Sequence[Trial], None]:
        """Test what was claimed of the path."""
        claims = Claims(planner, oracle, self.replays, self.wish.expect)
        for recording in range(1, len(self.board.recordings)):
            other = yield from claims.other_input(result.draft, recording)
            if other is not None:
                self._take_other(other, minimum, result)
        draft = result.draft
        shared: Shareable | None = None
        tested: dict[int, Verdict | None] = {}
        for fact in (*self.board.facts(Loop), *self.board.facts(Shareable), *self.board.facts(Contended)):
            if fact.status != "unverified":
                continue
            finding = fact.finding
            before = len(self.replays.log)
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
                numbers = range(min(before + 1, len(self.replays.log)), len(self.replays.log) + 1)
                self.board.set_status(fact.id, "verified" if verdict.is_right else "refuted", numbers, REPLAY)

    def _take_other(self, other: OtherInput, minimum: Minimum, result: _Result) -> None:
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


@dataclass
class _Result:
    planner: Planner
    draft: Draft
    goal: str
    is_proven: bool = False
    unproven: list[str] = field(default_factory=list)
    seen: frozenset[Finding] = frozenset()


def _unreached(baseline: Baseline) -> list[str]:
    """What is to be told of a target that was not reached."""
    told = [f"nothing is proven: {baseline.reason}"]
    others = dict.fromkeys(broken.text for broken in baseline.breaks)
    return told + [f"tried as well: {text}" for text in list(others)[1:5]]


def _doubts(minimum: Minimum) -> list[str]:
    told = list(minimum.doubts)
    budget = [thing for thing, why in minimum.kept.items() if "budget" in why]
    if budget:
        steps = sorted({thing if isinstance(thing, int) else thing[0] for thing in budget})
        told.append(
            f"{len(budget)} steps and parameters of steps {', '.join(map(str, steps))} were kept without being tried: "
            "the budget of replays was used up; give more with --replays"
        )
    return told


def _host(url: str) -> str:
    try:
        return urlsplit(url).netloc.rpartition("@")[2].lower()
    except ValueError:
        return ""

"""Asks for replays, within a budget, and lets them vote where one alone cannot be trusted."""

from __future__ import annotations

import math
from collections.abc import Generator, Hashable, Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto

from ....sentences import say
from ...samples.traffic import Answer
from ..goal import Level
from ..plans.plan import Plan
from ..stepnames import number_of
from .differences import Difference
from .drafts import Draft
from .experiment import Experiment, ReplayTrial
from .limits import MOST_WAITED, limit_told, pauses
from .oracle import Oracle
from .planning import SAFE, Planner
from .verdicts import Doubt, ReplayVerdict

Asking = Generator[Sequence[Experiment], Sequence[ReplayTrial], ReplayVerdict | None]
"""Yields what is to be sent, takes what came of it, returns the verdict; None if it must not or cannot be sent."""

Fingerprint = tuple[Hashable, ...]

VOTES = 3
"""How often at most the same is asked."""


@dataclass(frozen=True)
class Replay:
    """One replay, as it is remembered."""

    number: int
    purpose: str
    is_right: bool
    reason: str
    """Why it was not right."""
    requests: int
    seconds: float
    draft: Draft | None = None
    """What was sent; None for something made for one claim."""
    difference: Difference | None = None
    """Between the right answer and what came, where that was not right."""


class _Limit(Enum):
    """What an answer that speaks of a limit comes to."""

    NONE = auto()
    """It was about what was asked."""
    PASSED = auto()
    """It was one, and is over: the same may be asked once more."""
    STANDS = auto()
    """Nothing more is sent."""


class Replays:
    """All replays of an inference: what may be sent, what was, and what was said of it."""

    def __init__(
        self, level: Level, budget: int, seconds: float | None = None, *, earlier: Sequence[Replay] = ()
    ) -> None:
        """*earlier*: those of an earlier inference, which are remembered and cost nothing."""
        self.level, self.budget, self._seconds = level, budget + len(earlier), seconds
        self.log: list[Replay] = list(earlier)
        self._earlier = len(earlier)
        self.last: ReplayTrial | None = None
        """What came of the last replay."""
        self.last_right: ReplayTrial | None = None
        self._known: dict[Fingerprint, tuple[ReplayVerdict, tuple[int, ...]]] = {}
        self.limit = ""
        """What the site said when it would not be asked as often any more; empty if it said no such thing."""
        self._waited = 0.0
        """Seconds that limits were waited for."""
        self._right_plan: Plan | None = None
        """The last that reached the target."""
        self._settled: set[Doubt] = set()
        """Doubts that were the same when it was asked again: the site answers faulty requests so."""

    @property
    def left(self) -> int:
        """How many may still be sent."""
        return 0 if self._seconds_left == 0 else max(0, self.budget - len(self.log))

    @property
    def _seconds_left(self) -> float | None:
        """None: there is no bound."""
        if self._seconds is None:
            return None
        return max(0.0, self._seconds - sum(replay.seconds for replay in self.log[self._earlier :]))

    def why_not(self, plan: Plan) -> str:
        """Why a plan must not be sent; empty if it may."""
        if self.level == "none":
            return say("nothing is replayed (--replay none)")
        unsafe = [planned for planned in plan.steps if planned.sent.method.upper() not in SAFE]
        if self.level == "safe" and unsafe:
            first = unsafe[0]
            named = f"{first.sent.method} (step {number_of(first.step)})"
            return say("it needs {}, which --replay safe does not send again, but --replay all does", named)
        return "" if self.left else say("the budget of replays is used up")

    def send(self, experiment: Experiment) -> Generator[Sequence[Experiment], Sequence[ReplayTrial], list[ReplayTrial]]:
        """Have one experiment sent; gives a trial for each of its copies."""
        trials = yield [replace(experiment, seconds=self._seconds_left)]
        own = [trial for trial in trials if trial.experiment == experiment.number]
        return own or [ReplayTrial(experiment.number, failure=say("it was not sent"))]

    def number(self) -> int:
        """The number of the next replay, from 1."""
        return len(self.log) + 1

    def note(self, purpose: str, trial: ReplayTrial, verdict: ReplayVerdict, draft: Draft | None = None) -> None:
        """Remember a replay."""
        requests, seconds = len(trial.answers), trial.seconds
        told = verdict.is_right, verdict.reason, requests, seconds, draft, verdict.difference
        self.log.append(Replay(self.number(), purpose, *told))
        self.last = trial
        if verdict.is_right:
            self.last_right = trial

    def correct(self, plan: Plan, trial: ReplayTrial | None, verdict: ReplayVerdict) -> None:
        """What was said of a plan's last replay was wrong: the difference comes by itself, or another says far more."""
        numbers = self.trials_of(plan)
        self._known[fingerprint(plan)] = (verdict, numbers)
        if numbers:
            self.log[numbers[-1] - 1] = replace(
                self.log[numbers[-1] - 1], is_right=verdict.is_right, reason=verdict.reason, difference=None
            )
        if verdict.is_right:
            self.last_right = trial

    def trials_of(self, plan: Plan) -> tuple[int, ...]:
        """The replays of a plan that was tried."""
        known = self.known(plan)
        return known[1] if known is not None else ()

    def known(self, plan: Plan) -> tuple[ReplayVerdict, tuple[int, ...]] | None:
        """The verdict on a plan that was tried, with its replays."""
        return self._known.get(fingerprint(plan))

    def remember(self, plan: Plan, verdict: ReplayVerdict, numbers: tuple[int, ...]) -> None:
        """Know the verdict on a plan from now on."""
        self._known[fingerprint(plan)] = (verdict, (*self.trials_of(plan), *numbers))

    def ask(
        self,
        planner: Planner,
        oracle: Oracle,
        draft: Draft,
        purpose: str,
        *,
        again: bool = False,
        patient: bool = False,
    ) -> Asking:
        """Whether a draft reaches the target; what was tried before is known, unless it is asked for *again*.

        A doubtful refusal is asked once more; where two answers differ, a third decides. *patient*: nothing has reached
        the target yet, so what is refused doubtfully is asked for until it is not, and that is believed.
        """
        plan = planner.plan(draft)
        known = self.known(plan)
        if known is not None and not again:
            return known[0]
        votes: list[ReplayVerdict] = []
        numbers: list[int] = []
        while len(votes) < VOTES:
            if self.why_not(plan):
                break
            numbers.append(self.number())
            (trial, *_) = yield from self.send(Experiment(self.number(), plan, purpose))
            verdict = oracle.judge(trial)
            self.note(purpose, trial, verdict, draft)
            if verdict.is_right:
                self._right_plan = plan
            elif (limit := (yield from self._limit_behind(planner, oracle, trial))) is _Limit.STANDS:
                return None
            elif limit is _Limit.PASSED:
                continue
            votes.append(verdict)
            if patient:
                if verdict.doubt is None:
                    break
                continue
            same = [vote for vote in votes if vote.is_right == verdict.is_right]
            if len(same) > 1 and verdict.doubt is not None:
                self._settled.add(verdict.doubt)
            is_doubtful = verdict.doubt is not None and verdict.doubt not in self._settled
            if len(same) > 1 or not (is_doubtful or len(votes) > 1):
                break
        if not votes:
            return None
        self.remember(plan, votes[-1], tuple(numbers))
        return votes[-1]

    def _limit_behind(
        self, planner: Planner, oracle: Oracle, trial: ReplayTrial
    ) -> Generator[Sequence[Experiment], Sequence[ReplayTrial], _Limit]:
        """Whether the site does not want to be asked as often: it says so, and also to what reached the target before.

        Then that is sent again after a while, as long as there is time for it.
        """
        told = limit_told(trial, self._recorded(planner, trial))
        if self._right_plan is None or not self.left or not told:
            return _Limit.NONE
        purpose = say("what reached the target before, to see whether the site limits how often it is asked")
        for pause in (0.0, *self._pauses(told)):
            again = Experiment(self.number(), self._right_plan, purpose, pause=pause)
            (last, *_) = yield from self.send(again)
            self._waited += pause
            verdict = oracle.judge(last)
            self.note(purpose, last, verdict)
            if verdict.is_right:
                return _Limit.PASSED if pause else _Limit.NONE
            if not (told := limit_told(last, self._recorded(planner, last))):
                return _Limit.NONE
            if not self.left:
                break
        self.limit, self.budget = told, 0
        return _Limit.STANDS

    def _pauses(self, told: str) -> list[float]:
        left = self._seconds_left
        return pauses(told, min(MOST_WAITED - self._waited, math.inf if left is None else left))

    @staticmethod
    def _recorded(planner: Planner, trial: ReplayTrial) -> dict[int, Answer | None]:
        return {step: planner.first(step).answer for step, _ in trial.answers}


def fingerprint(plan: Plan) -> Fingerprint:
    """What two plans share that send the same."""
    steps = tuple((each.step, frozenset(each.bound.items()), each.left_out) for each in plan.steps)
    return (steps, plan.target, frozenset(plan.arguments.items()))

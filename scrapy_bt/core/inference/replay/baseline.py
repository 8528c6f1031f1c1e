"""Finds a first path that reaches the target: by what is known, by other values, by more of what was recorded."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass, field

from ....sentences import say
from ..answers.values import Value
from ..origins.likelihoods import SUPERFLUOUS
from .drafts import Draft, StepKey
from .experiment import Experiment, ReplayTrial
from .givenbeside import given_beside, is_much_more, said_again, whole_forms
from .oracle import Oracle, resembles
from .planning import Planner
from .replays import Replays
from .verdicts import ReplayVerdict

MOST_ALTERNATIVES = 12
"""Replays that are spent on other values of one path."""


@dataclass(frozen=True)
class Departure:
    """Where a replay left the recorded way."""

    step: int | None
    """The first whose answer was another one, or that could not be sent; None if only the target's texts differed."""
    text: str
    """Step, value and reason, for people."""
    places: tuple[StepKey, ...] = ()
    """The parameters that may have done it, the likeliest first."""
    lacks_value: bool = False
    """The step could not be sent, because one of its values could not be had."""


@dataclass
class Baseline:
    """*draft*: what to go on with; *breaks*: what went wrong on the way to it."""

    draft: Draft
    is_reached: bool = False
    breaks: list[Departure] = field(default_factory=list)
    refuted: list[tuple[StepKey, Value]] = field(default_factory=list)
    """Values that broke a path, where another one at their place mended it."""
    reason: str = ""
    """Why nothing is proven."""


Finding = Generator[Sequence[Experiment], Sequence[ReplayTrial], Baseline]


class BaselineSearch:
    """One search for a target."""

    def __init__(
        self, planner: Planner, oracle: Oracle, replays: Replays, target: int, first: Draft | None = None
    ) -> None:
        """*first*: tried before all others."""
        self._planner, self._oracle, self._replays, self._target = planner, oracle, replays, target
        self._first = first

    def run(self) -> Finding:
        """Try paths until one reaches the target."""
        expected = self.expected()
        found = Baseline(expected)
        blocked = self._replays.why_not(self._planner.plan(expected))
        for draft, purpose in self._attempts(expected):
            verdict = yield from self._replays.ask(self._planner, self._oracle, draft, purpose, patient=True)
            if verdict is None:
                continue
            if verdict.is_right:
                return self._reached(found, (yield from self._with_given(draft)))
            broken = self.broken(draft, verdict)
            found.breaks.append(broken)
            mended = yield from self._mend(draft, broken, found)
            if mended is not None:
                return self._reached(found, mended)
        found.reason = blocked or (self._summary(found) if found.breaks else say("no path could be tried"))
        return found

    def expected(self) -> Draft:
        """The path by all that is known, without what is nearly sure to be superfluous."""
        closure = self._planner.closure(self._target)
        if self._replays.level == "none" or self._replays.why_not(self._planner.plan(closure)):
            # What cannot be tried is kept: what the person sent on the way may have changed something.
            planner = self._planner
            sent = [step for step in planner.steps if not planner.is_safe(step) and planner.is_persons(step)]
            closure = closure.with_steps(planner.concerning(self._target, sent))
            closure = closure.with_steps(need for step in closure.steps for need in self._closed(step))
        return self.without_ballast(closure)

    def _closed(self, step: int) -> tuple[int, ...]:
        return self._planner.closure(step).steps

    def without_ballast(self, draft: Draft) -> Draft:
        """The same without the parameters that are nearly sure to be superfluous."""
        planner = self._planner
        return draft.without_parameters(
            place
            for step in draft.steps
            for place in planner.places(step)
            if planner.likelihood(place) <= SUPERFLUOUS and not planner.is_looped(place)
        )

    def _attempts(self, expected: Draft) -> Iterator[tuple[Draft, str]]:
        planner, target = self._planner, self._target
        if self._first is not None:
            yield self._first, say("the path as it was proven before")
        yield expected, say("the path by all that is known")
        if self._replays.level == "safe":
            reads = [step for step in expected.steps[:-1] if not planner.is_safe(step)]
            if reads and planner.is_safe(target):
                yield expected.without_steps(reads), say("only what changes nothing")
        yield Draft(expected.steps), say("with every parameter as recorded")
        before = [step for step in planner.steps if step < target]
        changing = [step for step in before if not planner.is_safe(step)]
        steps = [need for step in changing for need in self._closed(step)]
        yield self.without_ballast(expected.with_steps(steps)), say("with everything that changes something")
        shared = [step for step in before if planner.is_everywhere(step)]
        yield Draft((*shared, target)), say("with everything that all recordings have")
        yield Draft((*before, target)), say("with everything that was recorded")

    def _with_given(self, draft: Draft) -> Generator[Sequence[Experiment], Sequence[ReplayTrial], Draft]:
        """The same, with what the person gave beside it, where only so the pages say what was recorded."""
        planner, target, replays = self._planner, self._target, self._replays
        # The last replay of all may have been another one's: where the path is known, nothing was sent.
        trial, given = replays.last_right, given_beside(planner, draft, target)
        alone = said_again(planner, trial, target)
        if not given or not is_much_more(1.0, alone):
            return draft
        wider = draft.with_steps(need for step in given for need in self._closed(step))
        wider = whole_forms(given, self.without_ballast(wider))
        purpose = say("with what was given and sent on the way")
        verdict = yield from replays.ask(planner, self._oracle, wider, purpose)
        again = said_again(planner, replays.last_right, target)
        if verdict is not None and verdict.is_right and is_much_more(again, alone):
            # What came without it looked right as long as nothing else was known.
            less = ReplayVerdict(is_right=False, reason=say("it says something else"))
            replays.correct(planner.plan(draft), trial, less)
            return wider
        replays.last_right = trial
        return draft

    def _reached(self, found: Baseline, draft: Draft) -> Baseline:
        found.draft, found.is_reached = draft, True
        return found

    # What went wrong

    def broken(self, draft: Draft, verdict: ReplayVerdict) -> Departure:
        """Where the last replay, one of *draft* with that verdict, left the recorded way."""
        trial = self._replays.last
        assert trial is not None, "it was asked before"
        planner = self._planner
        for step, answer in trial.answers:
            recorded = planner.first(step).answer
            unlike = "" if recorded is None else resembles(recorded, answer)
            if unlike and step != self._target:
                is_all = verdict.step == step or verdict.reason == unlike
                end = "" if is_all else say("; so in the end: {}", verdict.reason)
                return Departure(step, f"{planner.name(step)}: {unlike}{end}", self._suspects(draft, step))
        answered = {step for step, _ in trial.answers}
        unanswered = [step for step in draft.steps if step not in answered]
        if unanswered:
            step = unanswered[0]
            suspects = self._suspects(draft, step)
            named = tuple(place for place in suspects if place[1] == trial.missing)
            return Departure(step, verdict.reason, named or suspects, lacks_value=trial.missing is not None)
        text = f"{planner.name(self._target)}: {verdict.reason}"
        return Departure(
            None, text, tuple(each for step in reversed(draft.steps) for each in self._suspects(draft, step))
        )

    def _suspects(self, draft: Draft, step: int) -> tuple[StepKey, ...]:
        """The parameters of a step that could have another value."""
        planner = self._planner
        return tuple(
            place for place in planner.places(step) if place not in draft.dropped and len(planner.options(place)) > 1
        )

    def _mend(
        self, draft: Draft, broken: Departure, found: Baseline
    ) -> Generator[Sequence[Experiment], Sequence[ReplayTrial], Draft | None]:
        """Try other values, one place after another; what leads further is kept."""
        planner = self._planner
        tried = 0
        waiting = list(broken.places)
        while waiting and tried < MOST_ALTERNATIVES:
            place = waiting.pop(0)
            best = planner.value(place, draft)
            for option in planner.options(place):
                if option == best or tried == MOST_ALTERNATIVES:
                    continue
                other = draft.choosing(place, option)
                other = other.with_steps(need for need in planner.needs_of(option) if need < place[0])
                tried += 1
                purpose = say("another value for {} of {}", place[1], planner.name(place[0]))
                verdict = yield from self._replays.ask(planner, self._oracle, other, purpose)
                if verdict is None:
                    return None
                if verdict.is_right:
                    if best is not None:
                        found.refuted.append((place, best))
                    return other
                after = self.broken(other, verdict)
                if self._position(after) > self._position(broken):
                    found.breaks.append(after)
                    if best is not None:
                        found.refuted.append((place, best))
                    draft, broken, waiting = other, after, list(after.places)
                    break
        return None

    def _position(self, broken: Departure) -> int:
        return len(self._planner.steps) + 1 if broken.step is None else broken.step

    def _summary(self, found: Baseline) -> str:
        first = found.breaks[0]
        values = self._named(found.draft, first)
        return say("the recorded way could not be repeated: {}{}", first.text, values)

    def _named(self, draft: Draft, broken: Departure) -> str:
        """The values that may have broken it, by name."""
        if broken.step is None or broken.lacks_value:
            return ""
        traced = [
            str(place[1])
            for place in self._planner.places(broken.step)
            if place not in draft.dropped and self._planner.is_traced(place)
        ]
        return say(" (it was sent {})", ", ".join(traced[:6])) if traced else ""

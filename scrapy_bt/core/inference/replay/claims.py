"""Puts to the test what sources claim of the proven path: other input, loops, what is shared, what is contended."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass, replace

from ....sentences import say
from ...documents.numbers import read_whole
from ...samples.parameters import WHOLE_URL, Key
from ...samples.traffic import Answer
from ..answers.values import Beside, Coded, Constant, Decoded, Joined, Taken, Value, Within, steps_of
from ..findings import Contended, Loop, Shareable
from ..plans.plan import Plan, PlannedStep
from ..plans.rendering import MissingValue, Situation, render
from .differences import difference
from .drafts import Draft, StepKey
from .experiment import Experiment, ReplayTrial
from .nextpages import judge_next, value_of_next
from .oracle import Oracle, echo, resembles
from .planning import Planner
from .replays import VOTES, Asking, Replays
from .verdicts import ReplayVerdict, doubt_of

SAME = 0.8
"""How much an answer to other input has to say of what was recorded, beside what the first input's answer does."""


@dataclass(frozen=True)
class OtherInput:
    """What the path gave with the input of another recording. *restored*: what it needs then and the first did not."""

    recording: int
    is_right: bool
    reason: str
    draft: Draft
    restored: tuple[StepKey, ...] = ()
    trials: tuple[int, ...] = ()


class Claims:
    """Tests claims by one replay each, with the path that is held for right."""

    def __init__(self, planner: Planner, oracle: Oracle, replays: Replays, expect: Sequence[str] = ()) -> None:
        self._planner, self._oracle, self._replays, self._expect = planner, oracle, replays, expect

    def other_input(
        self, draft: Draft, recording: int
    ) -> Generator[Sequence[Experiment], Sequence[ReplayTrial], OtherInput | None]:
        """Whether the path reaches the target of another recording with its input; None if it cannot be tried."""
        planner, target = self._planner, draft.steps[-1]
        recorded = planner.recorded(target, recording)
        plan = planner.plan(draft, recording)
        if recorded is None or recorded.answer is None:
            return None
        suspects = tuple(sorted(place for place in draft.dropped if place[0] in draft.steps and planner.varies(place)))
        suspects = tuple(place for place in suspects if place in planner.typed_places())
        is_same = plan.arguments == planner.plan(draft).arguments
        # What is left out may be usual in one recording alone: then the same has to be right for both.
        if is_same and not suspects:
            return None
        verdict = yield from self._compare(draft, recording, is_known=not is_same)
        if verdict is None:
            return None
        trials = (len(self._replays.log),) if is_same else self._replays.trials_of(plan)
        if verdict.is_right:
            return OtherInput(recording, is_right=True, reason="", draft=draft, trials=trials)
        if suspects:
            fuller = draft.with_parameters(suspects)
            again = yield from self._compare(fuller, recording)
            if again is not None and again.is_right:
                return OtherInput(recording, True, "", fuller, suspects, trials)  # noqa: FBT003 - as above
        return OtherInput(recording, is_right=False, reason=verdict.reason, draft=draft, trials=trials)

    def _compare(self, draft: Draft, recording: int, *, is_known: bool = True) -> Asking:
        """*is_known*: what came of that plan before tells it, for it was judged by this recording."""
        plan, purpose = self._planner.plan(draft, recording), say("with the input of recording {}", recording + 1)
        known = self._replays.known(plan) if is_known else None
        if known is not None:
            return known[0]
        if self._replays.why_not(plan):
            return None
        numbers: list[int] = []
        while len(numbers) < VOTES and not self._replays.why_not(plan):
            numbers.append(self._replays.number())
            (trial, *_) = yield from self._replays.send(Experiment(numbers[-1], plan, purpose))
            verdict = self._judge_other(trial, recording, draft.steps[-1])
            self._log(purpose, trial, verdict, draft)
            if verdict.doubt is None:
                break
        if is_known:
            self._replays.remember(plan, verdict, tuple(numbers))
        return verdict

    def _judge_other(self, trial: ReplayTrial, recording: int, target: int) -> ReplayVerdict:
        answers = dict(trial.answers)
        recorded = self._planner.recorded(target, recording)
        if trial.failure or target not in answers or recorded is None or recorded.answer is None:
            return ReplayVerdict(is_right=False, reason=trial.failure or say("the target was not sent"))
        other = difference(target, recorded.answer, answers[target])
        reason = resembles(recorded.answer, answers[target])
        if reason:
            return ReplayVerdict(
                is_right=False, reason=reason, doubt=doubt_of(target, answers[target]), difference=other
            )
        # Which detail was opened is the person's choice: of these, the lists tell whether it is the same.
        compared = self._planner.lists_before(target) or [target]
        for step in compared:
            if step in answers and not self._says_the_same(step, recording, answers[step]):
                named = "it" if step == target else say("the list of {}", self._planner.name(step))
                different = other if step == target else None
                return ReplayVerdict(False, say("{} does not say what was recorded", named), difference=different)  # noqa: FBT003 - as above
        return ReplayVerdict(is_right=True)

    def _says_the_same(self, step: int, recording: int, answer: Answer) -> bool:
        """Whether an answer says as much of what was recorded as that of the first recording does."""
        first, other = self._planner.recorded(step), self._planner.recorded(step, recording)
        right = self._replays.last_right
        usually = dict(right.answers).get(step) if right is not None else None
        if first is None or first.answer is None or other is None or other.answer is None or usually is None:
            return True
        usual, usual_order = echo(first.answer, usually)
        said, order = echo(other.answer, answer)
        return said >= SAME * usual and (order or not usual_order)

    def loop(self, draft: Draft, loop: Loop) -> Asking:
        """Whether the next page comes as the loop says; none, too, where the path has all pages: it may be the last."""
        planner = self._planner
        if not loop.repeats and loop.entry is not None:
            return None
        recorded = planner.first(loop.repeats[0] if loop.repeats else loop.step).answer
        position = draft.steps.index(loop.step)
        plan = planner.plan(draft)
        here = self._as_opened(plan.steps[position])
        key = loop.key or WHOLE_URL
        following = value_of_next(loop, planner.recorded_value((loop.step, key)))
        if recorded is None or following is None:
            return None
        # What a form of the page before gave comes from this page's own form now.
        values = {
            known: value if loop.entry is None else _moved(value, loop.entry, loop.step)
            for known, value in here.bound.items()
        }
        number = loop.repeats[0] if loop.repeats else max(each.step for each in plan.steps) + 1
        others = {known: value for known, value in values.items() if known != key}
        bound = {**others, **self._given(loop), key: following}
        again = PlannedStep(number, here.sent, bound, here.left_out - loop.given.keys(), here.follows_redirects)
        longer = Plan((*plan.steps[:position], here, again), number, plan.arguments)
        if self._replays.why_not(longer):
            return None
        purpose = say("the next page of {}", planner.name(loop.step))
        (trial, *_) = yield from self._replays.send(Experiment(self._replays.number(), longer, purpose))
        verdict = judge_next(trial, recorded, loop, (loop.step, number))
        self._log(purpose, trial, verdict)
        if not verdict.is_right or loop.start is None or planner.recorded_value((loop.step, key)) is None:
            return verdict
        first = replace(here, bound={**here.bound, key: Constant(str(loop.start))})
        return (yield from self._page_before(replace(plan, steps=(*plan.steps[:position], first)), loop))

    def _page_before(self, plan: Plan, loop: Loop) -> Asking:
        """Whether a page comes before the first one that was asked for, of which another page had the rows."""
        recorded = self._planner.first(loop.step).answer
        if recorded is None or self._replays.why_not(plan):
            return None
        purpose = say("the page before {}", self._planner.name(loop.step))
        (trial, *_) = yield from self._replays.send(Experiment(self._replays.number(), plan, purpose))
        verdict = judge_next(trial, recorded, loop, (loop.step,), [recorded])
        self._log(purpose, trial, verdict)
        return verdict

    def _as_opened(self, planned: PlannedStep) -> PlannedStep:
        """A detail of a list as it was opened: the first that is listed may have no further pages."""
        listed = self._planner.lists.get(planned.step)
        keys = () if listed is None else listed.keys
        opened = {key: self._planner.recorded_value((planned.step, key)) for key in keys if key in planned.bound}
        given = {key: Constant(text) for key, text in opened.items() if text is not None}
        return replace(planned, bound={**planned.bound, **given}) if given else planned

    def _given(self, loop: Loop) -> Mapping[Key, Value]:
        """What a page gives for the next one, as it is on the second page."""
        counted = {
            key: Constant(str(number + loop.by))
            for key, value in loop.beside
            if isinstance(value, Beside)
            and (number := read_whole(self._planner.recorded_value((loop.step, key)) or "")) is not None
        }
        return {**loop.given, **counted}

    def shareable(self, draft: Draft, claim: Shareable) -> Asking:
        """Whether what some steps did holds for later requests: the others are sent again in the same session."""
        shorter = self._in_session(draft, claim)
        last = self._replays.last_right
        if shorter is None or last is None or self._replays.why_not(shorter):
            return None
        gone = sorted(set(draft.steps) & set(claim.steps))
        named = f"step{'s' * (len(gone) > 1)} {', '.join(map(str, gone))}"
        purpose = say("in the session of replay {}, without {}", last.experiment, named)
        experiment = Experiment(self._replays.number(), shorter, purpose, session=last.experiment)
        (trial, *_) = yield from self._replays.send(experiment)
        verdict = self._oracle.judge(trial)
        self._log(purpose, trial, verdict)
        return verdict

    def _in_session(self, draft: Draft, claim: Shareable) -> Plan | None:
        """The path without what is shared, which is as the last right replay had it; None if there is no such path."""
        last = self._replays.last_right
        gone = frozenset(draft.steps) & frozenset(claim.steps)
        if last is None or not gone or draft.steps[-1] in gone:
            return None
        plan = self._planner.plan(draft)
        answers = dict(last.answers)
        try:
            steps = tuple(
                _with_known(planned, gone, answers, plan) for planned in plan.steps if planned.step not in gone
            )
        except MissingValue:
            return None
        return replace(plan, steps=steps)

    def contended(self, draft: Draft, claim: Contended, shared: Shareable | None = None) -> Asking:
        """Right if two at once both reach the target, which refutes the claim; *shared*: done once for both.

        None, too, where one alone fails as well: then it was something else that failed.
        """
        if self._planner.canonical(claim.step) not in draft.steps:
            return None
        last = self._replays.last_right
        plan = None if shared is None else self._in_session(draft, shared)
        session = last.experiment if last is not None and plan is not None else None
        plan = plan or self._planner.plan(draft)
        if self._replays.why_not(plan):
            return None
        purpose = say("two at once, for {}", self._planner.name(self._planner.canonical(claim.step)))
        experiment = Experiment(self._replays.number(), plan, purpose, session=session, copies=2)
        trials = yield from self._replays.send(experiment)
        verdicts = [self._oracle.judge(trial) for trial in trials]
        verdict = next((each for each in verdicts if not each.is_right), verdicts[0])
        self._log(purpose, trials[0], verdict)
        if verdict.is_right:
            return verdict
        purpose = say("one alone, to see whether it was two at once that failed")
        alone = Experiment(self._replays.number(), plan, purpose, session=session)
        (trial, *_) = yield from self._replays.send(alone)
        own = self._oracle.judge(trial)
        self._log(purpose, trial, own)
        return verdict if own.is_right else None

    def _log(self, purpose: str, trial: ReplayTrial, verdict: ReplayVerdict, draft: Draft | None = None) -> None:
        """Remember the replay; the last right one of the path itself stays what it was."""
        right = self._replays.last_right
        self._replays.note(purpose, trial, verdict, draft)
        self._replays.last_right = right


def _moved(value: Value, before: int, after: int) -> Value:
    """The value with what it takes from one step taken from another."""
    match value:
        case Taken(step=step) if step == before:
            return replace(value, step=after)
        case Joined(parts=parts):
            return Joined(tuple(_moved(part, before, after) for part in parts))
        case Coded(value=inner) | Decoded(value=inner) | Within(value=inner):
            return replace(value, value=_moved(inner, before, after))
        case _:
            return value


def _with_known(planned: PlannedStep, gone: frozenset[int], answers: dict[int, Answer], plan: Plan) -> PlannedStep:
    """The step with what came from steps that are not sent this time as it was last time."""
    situation = Situation(plan.arguments, answers)
    bound = {
        key: Constant(render(value, situation)) if steps_of(value) & gone else value
        for key, value in planned.bound.items()
    }
    return replace(planned, bound=bound)

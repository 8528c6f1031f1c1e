"""Makes a path that reaches the target smaller: steps first, then the parameters of all steps together."""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator, Mapping, Sequence
from typing import TypeVar

from ....sentences import say
from ...samples.requestparts import IN_HEADERS
from ..answers.values import Constant, arguments_in, steps_of
from ..goal import Earlier, PathOptions
from ..origins.likelihoods import SUPERFLUOUS, in_lists
from .drafts import Draft, StepKey
from .earlier import decided, touched
from .experiment import Experiment, ReplayTrial
from .minimum import Minimum, Numbers
from .options import name_of, unknown_names, wished_origins, with_options
from .oracle import Oracle
from .planning import Planner
from .reduction import Reduction, reduce
from .replays import Replays
from .untried import Untried, step_likelihood, untried_parameter, untried_step
from .verdicts import ReplayVerdict

Thing = TypeVar("Thing", int, StepKey)
MOST_CHECKS = 4
"""Replays that are spent on finding out what changes by itself, beside the first two."""
Shrinking = Generator[Sequence[Experiment], Sequence[ReplayTrial], Minimum]


class Shrinker:
    """Makes one path as small as it can be."""

    def __init__(
        self,
        planner: Planner,
        oracle: Oracle,
        replays: Replays,
        options: PathOptions,
        earlier: Earlier | None = None,
    ) -> None:
        """*earlier*: what was proven of the path that is shrunk."""
        self._planner, self._oracle, self._replays, self._options = planner, oracle, replays, options
        self._earlier = earlier
        self._checks = 0
        self._wished: frozenset[int] = frozenset()
        """The steps that the person's origins are from."""

    def run(self, baseline: Draft, *, keeps_all: bool = False) -> Shrinking:
        """Shrink a path that has reached the target once; *keeps_all*: only see that it does so again."""
        minimum = Minimum(baseline)
        first = self._replays.trials_of(self._planner.plan(baseline))
        if not self._oracle.has_learned:
            self._learn()
        if not self._oracle.has_learned and not (
            yield from self._again(baseline, say("the same again, to see what changes by itself"))
        ):
            minimum.doubts.append(say("the path reached the target once, and then did not any more"))
            return minimum
        for place in baseline.dropped:
            if place[0] in baseline.steps:
                minimum.superfluous[place] = first
        if self._earlier is not None:
            self._take_over(minimum, self._earlier)
        yield from self._apply_options(minimum)
        steps: Sequence[int] = minimum.draft.steps[:-1]
        places = [place for step in reversed(minimum.draft.steps) for place in self._planner.places(step)]
        before: frozenset[StepKey] = frozenset()
        if self._earlier is not None:
            minimum.touched = again = touched(self._planner, baseline, minimum.draft)
            steps = [step for step in steps if step in again or step not in minimum.needed_steps]
            places = [place for place in places if place[0] in again or place not in minimum.needed]
            before = baseline.dropped
        if not keeps_all:
            yield from self._shrink_all(minimum, steps, places)
            yield from self._try_others(
                minimum, (minimum.draft.dropped - before) | self._planner.without_value(minimum.draft)
            )
        minimum.is_confirmed = len(self._replays.trials_of(self._planner.plan(minimum.draft))) > 1
        if not minimum.is_confirmed:
            minimum.is_confirmed = yield from self._again(minimum.draft, say("the smallest path once more"))
            if not minimum.is_confirmed:
                minimum.doubts.append(
                    say("the smallest path did not reach the target each time; what worked twice is kept")
                )
                minimum.draft = baseline
        minimum.keep_to_path()
        return minimum

    def _apply_options(self, minimum: Minimum) -> Generator[Sequence[Experiment], Sequence[ReplayTrial], None]:
        """Put in what the person keeps, and leave out what is not wanted, where the target is reached so."""
        planner, draft = self._planner, minimum.draft
        places = [place for step in planner.steps for place in planner.places(step)]
        unknown = unknown_names(self._options, [*planner.steps, *places])
        origins, strange = wished_origins(self._options, {place: planner.options(place) for place in places})
        minimum.doubts += [say("there is no `{}` in the recordings", name) for name in (*unknown, *strange)]
        wanted = with_options(draft, self._options, planner.steps, places)
        for (step, key), value in origins.items():
            if step in wanted.own:
                needs = [need for need in planner.needs_of(value) if need < step]
                wanted = wanted.with_steps(needs).with_parameters([(step, key)]).choosing((step, key), value)
        if wanted == draft:
            return
        if not planner.is_whole(wanted):
            minimum.doubts.append(say("what is to be left out makes an address: the path is as it was"))
            return
        verdict = yield from self._replays.ask(planner, self._oracle, wanted, say("with what is kept and left out"))
        if verdict is None or not verdict.is_right:
            reason = say("it could not be tried") if verdict is None else verdict.reason
            minimum.doubts.append(say("what is to be kept and left out was not followed: {}", reason))
            return
        minimum.draft = wanted
        self._wished = frozenset(step for value in origins.values() for step in steps_of(value))
        trials = self._replays.trials_of(planner.plan(wanted))
        minimum.superfluous_steps |= dict.fromkeys(set(draft.steps) - set(wanted.steps), trials)
        minimum.superfluous |= dict.fromkeys(wanted.dropped - draft.dropped, trials)

    def _take_over(self, minimum: Minimum, earlier: Earlier) -> None:
        """What was decided before."""
        steps, places = (
            self._planner.steps,
            [place for step in self._planner.steps for place in self._planner.places(step)],
        )
        minimum.needed_steps, minimum.needed = decided(earlier.needed, steps, places)
        minimum.superfluous_steps, minimum.superfluous = decided(earlier.superfluous, steps, places)

    def _shrink_all(
        self, minimum: Minimum, steps: Sequence[int], places: Sequence[StepKey]
    ) -> Generator[Sequence[Experiment], Sequence[ReplayTrial], None]:
        """Steps, then parameters, then again what was needed only by what is gone since."""
        planner = self._planner
        while steps or places:
            before = minimum.draft
            if steps:
                yield from self._shrink_steps(minimum, steps)
            if places:
                yield from self._shrink_parameters(minimum, places)
            after = minimum.draft
            gone = set(before.steps) - set(after.steps)
            fed = {step: planner.feeds(step, before) != planner.feeds(step, after) for step in after.steps[:-1]}
            served = {need for step in gone for need in planner.closure(step).steps} | {
                step for step, has_changed in fed.items() if has_changed
            }
            served |= {step for step in minimum.needed_steps if _was_needed_with(gone, step, minimum)}
            steps = [step for step in after.steps[:-1] if step in served and minimum.may_go(step)]
            places = [place for place in minimum.needed if place[0] in served and place[0] in after.steps]

    def _try_others(
        self, minimum: Minimum, dropped: Collection[StepKey]
    ) -> Generator[Sequence[Experiment], Sequence[ReplayTrial], None]:
        """Take back what the person gave if another value makes a difference, though none makes no difference."""
        planner = self._planner
        for place in sorted(dropped):
            other = self._other_value(place, minimum.draft)
            if other is None:
                continue
            with_it = planner.with_value(place, minimum.draft)
            draft = with_it.choosing(place, Constant(other))
            purpose = say("another value for {} of {}", place[1], planner.name(place[0]))
            verdict = yield from self._replays.ask(planner, self._oracle, draft, purpose)
            if verdict is not None and not verdict.is_right:
                minimum.draft = with_it
                minimum.superfluous.pop(place, None)
                minimum.needed[place] = self._replays.trials_of(planner.plan(draft))

    def _other_value(self, place: StepKey, draft: Draft) -> str | None:
        """What the person gave in another recording; None if it is no such parameter, or always was the same."""
        planner = self._planner
        options = planner.options(place)
        by_hand = place[1].where not in IN_HEADERS and planner.likelihood(place) > SUPERFLUOUS
        is_given = by_hand and bool(options) and bool(arguments_in(options[0]))
        return planner.other_value(place) if is_given and place[0] in draft.own else None

    def _learn(self) -> None:
        """Tell the oracle what the last right replay said."""
        trial = self._replays.last_right
        if trial is not None:
            self._oracle.learn(trial)

    def _again(self, draft: Draft, purpose: str) -> Generator[Sequence[Experiment], Sequence[ReplayTrial], bool]:
        """Whether it reaches the target once more; where it cannot be tried, what it did before holds.

        What is a little different then, though the same was sent, changes by itself: the minutes since something.
        """
        verdict = yield from self._replays.ask(self._planner, self._oracle, draft, purpose, again=True)
        trial = self._replays.last
        if verdict is not None and verdict.is_near and trial is not None:
            self._replays.correct(self._planner.plan(draft), trial, ReplayVerdict(is_right=True))
        elif verdict is None or not verdict.is_right:
            return verdict is None
        self._learn()
        return True

    def _shrink_steps(
        self, minimum: Minimum, among: Sequence[int]
    ) -> Generator[Sequence[Experiment], Sequence[ReplayTrial], None]:
        likelihoods: dict[int, float] = {}
        for step in reversed(among):  # of two that are as likely the later, which may need the other
            is_wished = name_of(step) in self._options.keep or step in self._wished
            reason = Untried.WISHED if is_wished else untried_step(self._planner, step, minimum.draft)
            if reason is not None:
                minimum.kept[step] = reason
            else:
                minimum.kept.pop(step, None)
                likelihoods[step] = step_likelihood(self._planner, step, minimum.draft)

        def without(steps: frozenset[int]) -> tuple[Draft, str]:
            named = ", ".join(map(name_of, sorted(steps)))
            purpose = say("without steps {}", named) if len(steps) > 1 else say("without step {}", named)
            return minimum.draft.without_steps(steps), purpose

        yield from self._reduce(likelihoods, without, minimum, minimum.superfluous_steps, minimum.needed_steps)

    def _shrink_parameters(
        self, minimum: Minimum, among: Sequence[StepKey]
    ) -> Generator[Sequence[Experiment], Sequence[ReplayTrial], None]:
        planner, draft = self._planner, minimum.draft
        typed = planner.typed_places()
        likelihoods: dict[StepKey, float] = {}
        for place in among:
            if place[0] not in draft.steps or place in draft.dropped or planner.value(place, draft) is None:
                continue
            is_wished = name_of(place) in self._options.keep
            reason = Untried.WISHED if is_wished else untried_parameter(planner, place, draft, typed)
            if reason is not None:
                minimum.kept[place] = reason
            else:
                likelihoods[place] = planner.likelihood(place)

        def without(places: frozenset[StepKey]) -> tuple[Draft, str]:
            step, key = min(places)
            count = len(places)
            named = (
                say("{} of {}", key, planner.name(step))
                if count == 1
                else say("{} parameters, {} among them", count, key)
            )
            return minimum.draft.without_parameters(places), say("without {}", named)

        yield from self._reduce(in_lists(likelihoods), without, minimum, minimum.superfluous, minimum.needed)

    def _reduce(
        self,
        likelihoods: Mapping[Thing, float],
        without: Callable[[frozenset[Thing]], tuple[Draft, str]],
        minimum: Minimum,
        superfluous: dict[Thing, Numbers],
        needed: dict[Thing, Numbers],
    ) -> Generator[Sequence[Experiment], Sequence[ReplayTrial], None]:
        """Note what is *superfluous* and what is *needed*, each with its replays; the draft gets smaller on the way."""
        process = reduce(likelihoods)
        asked: list[Numbers] = []
        answer: bool | None = None
        found: Reduction[Thing]
        while True:
            try:
                things = next(process) if answer is None and not asked else process.send(answer)
            except StopIteration as end:
                found = end.value
                break
            draft, purpose = without(things)
            answer = False
            numbers: Numbers = ()
            if self._planner.is_whole(draft):
                verdict = yield from self._settled(draft, purpose, minimum.draft)
                answer = None if verdict is None else verdict
                numbers = self._replays.trials_of(self._planner.plan(draft))
            if answer:
                minimum.draft = draft
            asked.append(numbers)
        open_ = likelihoods.keys() - found.superfluous.keys() - found.needed.keys()
        for thing in open_:
            minimum.kept[thing] = Untried.NO_BUDGET
        for thing, number in found.superfluous.items():
            superfluous[thing] = asked[number]
            needed.pop(thing, None)
        needed |= {thing: asked[number] for thing, number in found.needed.items()}

    def _settled(
        self, draft: Draft, purpose: str, smaller_than: Draft
    ) -> Generator[Sequence[Experiment], Sequence[ReplayTrial], bool | None]:
        """The verdict on a draft; one by texts alone is checked against what may have changed by itself meanwhile."""
        verdict = yield from self._replays.ask(self._planner, self._oracle, draft, purpose)
        if verdict is None:
            return None
        trial = self._replays.last
        if verdict.is_near and trial is not None and self._checks < MOST_CHECKS:
            self._checks += 1
            yield from self._again(smaller_than, say("as before, to see what changes by itself"))
            verdict = self._oracle.judge(trial)
            if verdict.is_right:
                self._replays.correct(self._planner.plan(draft), trial, verdict)
        return verdict.is_right


def _was_needed_with(gone: Collection[int], step: int, minimum: Minimum) -> bool:
    """Whether a step was found needed while one after it, which may need it unseen, was still on the path."""
    decided = max(minimum.needed_steps[step], default=0)
    return any(later > step and decided < max(minimum.superfluous_steps.get(later, ()), default=0) for later in gone)

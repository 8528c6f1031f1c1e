"""From facts to plans: which value each parameter can get, which steps the target needs by what is known."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import cached_property

from ...samples.absent import with_place
from ...samples.parameters import Key
from ...samples.requestparts import IN_ADDRESS
from ...samples.secretnames import is_sent_each_time
from ...samples.traffic import Sent
from ..answers.requests.cookies import cookies_sent
from ..answers.requests.shapes import values_of
from ..answers.values import Constant, Each, Taken, Value, arguments_in, steps_of
from ..blackboard.source import Knowledge
from ..findings import ListOf
from ..plans.plan import Plan, PlannedStep
from ..plans.planrun import describe
from ..steps.sites import sites_around, sites_of
from .choices import Choices
from .drafts import Draft, StepKey

SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
"""Methods that change nothing on the server (RFC 9110, 9.2.1)."""


class Planner(Choices):
    """What is on the path, and what is sent on it."""

    def __init__(self, knowledge: Knowledge) -> None:
        super().__init__(knowledge)
        self._needs: dict[int, set[int]] = {}
        self._closures: dict[int, Draft] = {}
        self._fed: dict[Draft, dict[int, frozenset[StepKey]]] = {}

    @cached_property
    def steps(self) -> tuple[int, ...]:
        """The steps that the first recording has, each loop and list by the step that stands for it."""
        return tuple(
            step
            for step, exchanges in self._workflow.exchanges.items()
            if exchanges[0] is not None and exchanges[0].answer is not None and self.canonical(step) == step
        )

    def name(self, step: int) -> str:
        """The step for people, with its request."""
        return describe(step, self.first(step).sent)

    def is_everywhere(self, step: int) -> bool:
        """Whether every recording has the step."""
        return None not in self._workflow.exchanges[step]

    def is_varied(self, place: StepKey) -> bool:
        """Whether recordings sent several values there."""
        step, key = place
        return len({values_of(each.sent).get(key) for _, each in self._workflow.present(step)}) > 1

    def is_safe(self, step: int) -> bool:
        """Whether sending it again changes nothing on the server."""
        return self.first(step).sent.method.upper() in SAFE

    @cached_property
    def logins(self) -> frozenset[int]:
        """The steps into which the person typed a secret; what sends it as credentials each time logs nobody in."""
        return frozenset(
            typed.step
            for typed in self._all_typed
            if typed.argument in self._secret_arguments and not is_sent_each_time(typed.key.where, typed.key.name)
        )

    def is_login(self, step: int) -> bool:
        """Whether the person typed a secret into it."""
        return step in self.logins

    def is_persons(self, step: int) -> bool:
        """Whether it sends something that the person typed or chose."""
        return any(place[0] == step for place in self._typed)

    def closure(self, target: int) -> Draft:
        """The steps that the target needs by what is known: for values or cookies, or because of a login."""
        if target not in self._closures:
            found: set[int] = set()
            waiting = [target, *self.begins(target), *self.concerning(target, filter(self.is_login, self.steps))]
            while waiting:
                step = waiting.pop()
                if step in found:
                    continue
                found.add(step)
                waiting += [need for need in self.needs(step) if need < step]
            self._closures[target] = Draft((*sorted(found - {target}), target))
        return self._closures[target]

    def concerning(self, target: int, steps: Iterable[int]) -> list[int]:
        """Those of the steps before a target that are of its site, or of one that leads to it: no other tab's."""
        before = [step for step in steps if step < target]
        around = sites_around(sites_of(self.first(target)), map(self.first, self.steps)) if before else frozenset()
        return [step for step in before if sites_of(self.first(step)) & around]

    def needs(self, step: int) -> set[int]:
        """The steps that give a step its values and cookies."""
        if step in self._needs:
            return self._needs[step]
        needs: set[int] = set()
        for place in self.places(step):
            if place[1].where == "cookie":
                setter = self.setter(step, place[1].name)
                needs |= set() if setter is None else {setter}
            options = self.options(place)
            if options:
                needs |= steps_of(options[0])
        self._needs[step] = needs - {step}
        return self._needs[step]

    def needs_of(self, value: Value) -> set[int]:
        """The steps that a value is made of, with all that these need."""
        return {need for step in steps_of(value) for need in self.closure(step).steps}

    def lists_before(self, target: int) -> list[int]:
        """The steps whose lists lead to a target, one to the next."""
        return [self.canonical(listed.step) for listed in self.listings_before(target)]

    def listings_before(self, target: int) -> list[ListOf]:
        """The lists that lead to a target, the one that it is listed by first."""
        found: dict[int, ListOf] = {}
        while (listed := self.lists.get(target)) is not None and self.canonical(listed.step) not in found:
            target = self.canonical(listed.step)
            found[target] = listed
        return list(found.values())

    def pages_before(self, target: int) -> list[int]:
        """These, and the step whose page holds the first rows of the target's list: they have to say what they said."""
        return [*self.lists_before(target), *self.begins(target)]

    def begins(self, target: int) -> list[int]:
        """The step whose page holds the first rows of the target's list, or of that which lists it; empty without."""
        listed = self.lists.get(target)
        loop = self.loops.get(self.canonical(listed.step)) if listed is not None else None
        first = self.firsts.get(target, loop.entry if loop is not None else None)
        return [] if first is None else [first]

    def setter(self, step: int, cookie: str) -> int | None:
        """Whose answer makes the cookie what it has to be: the last that changes something, or else the first."""
        setters = sorted(each for each in self._setters.get(cookie, ()) if each < step)
        unsafe = [each for each in setters if not self.is_safe(each)]
        return unsafe[-1] if unsafe else setters[0] if setters else None

    def feeds(self, step: int, draft: Draft) -> frozenset[StepKey]:
        """The parameters of a draft whose values come from the answer of *step*."""
        known = self._fed.get(draft)
        if known is None:
            fed: dict[int, set[StepKey]] = defaultdict(set)
            for place in (place for other in draft.steps for place in self.places(other)):
                value = None if place in draft.dropped else self.value(place, draft)
                for origin in steps_of(value) if value is not None else ():
                    fed[origin].add(place)
            known = {origin: frozenset(places) for origin, places in fed.items()}
            # Only the drafts at hand are asked about.
            self._fed = {**dict(list(self._fed.items())[-3:]), draft: known}
        return known.get(step, frozenset())

    def value(self, place: StepKey, draft: Draft) -> Value | None:
        """What it gets in a draft; None if nothing that the draft has gives it, or it is the cookie jar's."""
        chosen = draft.chosen.get(place)
        if chosen is not None and steps_of(chosen) <= draft.own:
            return chosen
        return next((each for each in self.options(place) if steps_of(each) <= draft.own), None)

    def without_value(self, draft: Draft) -> frozenset[StepKey]:
        """The parameters of a draft that are not sent because the step that gave their value is gone."""
        places = (place for step in draft.steps for place in self.places(step) if place not in draft.dropped)
        return frozenset(place for place in places if self.options(place) and self.value(place, draft) is None)

    def with_value(self, place: StepKey, draft: Draft) -> Draft:
        """A draft in which a parameter is sent again, with the steps that its value needs if nothing else gives one."""
        sent = draft.with_parameters([place])
        if self.value(place, sent) is not None or not self.options(place):
            return sent
        return sent.with_steps(need for need in self.needs_of(self.options(place)[0]) if need < place[0])

    def says_who_asks(self, draft: Draft) -> bool:
        """Whether something that a login has answered is sent later, as a token."""
        places = (place for step in draft.steps for place in self.places(step) if place not in draft.dropped)
        values = (self.value(place, draft) for place in places)
        return any(value is not None and not self.logins.isdisjoint(steps_of(value)) for value in values)

    # Plans

    def is_whole(self, draft: Draft) -> bool:
        """Whether every piece of its addresses has a value."""
        return all(
            self.value(place, draft) is not None
            for step in draft.steps
            for place in self.places(step)
            if place[1].where in ("path", "url")
        )

    def plan(self, draft: Draft, recording: int = 0, *, for_replay: bool = True) -> Plan:
        """The plan of a draft with the arguments of a recording.

        *for_replay*: with the first entry of each list; else pieces of addresses that never change are not bound.
        """
        arguments: dict[str, str] = {}
        steps = []
        for step in draft.steps:
            bound: dict[Key, Value] = {}
            left_out: set[Key] = set()
            for place in self.places(step):
                value = None if place in draft.dropped else self.value(place, draft)
                if value is None:
                    left_out.add(place[1])
                    continue
                for argument in arguments_in(value):
                    text = self.argument_value(argument.name, recording)
                    if text is not None:
                        arguments[argument.name] = text
                if for_replay:
                    bound[place[1]] = self._replayable(value, step)
                elif place[1].where not in IN_ADDRESS or value != Constant(self.recorded_value(place) or ""):
                    bound[place[1]] = value
            sent, absent = self._with_cursor(step)
            steps.append(PlannedStep(step, sent, bound, frozenset(left_out | absent), self.follows(step)))
        return Plan(tuple(steps), draft.steps[-1], arguments)

    def _with_cursor(self, step: int) -> tuple[Sent, frozenset[Key]]:
        """The request of a step with the place of what turns its pages, and that place if the first page has none."""
        sent, loop = self.first(step).sent, self.loops.get(step)
        if loop is None or loop.key is None:
            return sent, frozenset()
        made = sent
        for key in loop.given:
            following = (self.first(repeat).sent for repeat in loop.repeats)
            like = next((each for each in following if key in values_of(each)), None)
            made = with_place(made, key, like) if like is not None else made
        return made, frozenset() if made is sent else frozenset(loop.given)

    def follows(self, step: int) -> bool:
        """Whether redirects were followed: a recording that ends with one shows what the redirect itself said."""
        answer = self.first(step).answer
        return answer is None or answer.status not in (301, 302, 303, 307, 308)

    def _replayable(self, value: Value, step: int) -> Value:
        listed = self.lists.get(step)
        if isinstance(value, Each) and listed is not None and value.step == listed.step:
            return Taken(listed.step, listed.each)
        return value

    def jar_cookies(self, step: int) -> Sequence[str]:
        """The cookies of a request that an earlier answer set."""
        return [name for name in cookies_sent(self.first(step)) if name in self._setters]

"""From facts to plans: which value each parameter can get, which steps the target needs by what is known."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property

from ..samples.parameters import WHOLE_URL, Key
from ..samples.traffic import Exchange
from .cookies import cookies_sent
from .drafts import Draft, Place
from .findings import ListOf, Loop, NeedsPerson, Origin, SessionCookie, Typed, Variability
from .likelihoods import is_browsers_own, likelihood
from .names import argument_name, holds_secret, looks_made
from .plan import Plan, PlannedStep
from .shapes import parameters, values_of
from .source import Knowledge
from .values import Argument, Coded, Constant, Decoded, Each, Joined, Taken, Value, Within, arguments_in, steps_of
from .workflow import workflow_of

SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
"""Methods that change nothing on the server (RFC 9110, 9.2.1)."""


class Planner:
    """Reads the blackboard as it is now."""

    def __init__(self, knowledge: Knowledge) -> None:
        self._knowledge = knowledge
        self._workflow = workflow_of(knowledge)
        self._recordings = len(knowledge.recordings)
        self._typed = {(each.step, each.key): each for each in knowledge.findings(Typed)}
        self._secret_arguments = {
            each.argument
            for each in self._typed.values()
            if each.is_secret or any(holds_secret(each.key.name, text) for text in each.values if text)
        }
        self._varying = {(each.step, each.key): each for each in knowledge.findings(Variability)}
        self._persons = {(each.step, each.key) for each in knowledge.findings(NeedsPerson) if each.key is not None}
        self.loops = {each.step: each for each in knowledge.findings(Loop)}
        self.lists = {each.detail: each for each in knowledge.findings(ListOf)}
        self._origins: dict[Place, list[Origin]] = defaultdict(list)
        for origin in knowledge.findings(Origin):
            self._origins[origin.step, origin.key].append(origin)
        self._setters: dict[str, set[int]] = defaultdict(set)
        for cookie in knowledge.findings(SessionCookie):
            self._setters[cookie.name].add(cookie.step)
        self._options: dict[Place, tuple[Value, ...]] = {}
        self._fallbacks: dict[str, Place] = {}

    # Steps

    @cached_property
    def steps(self) -> tuple[int, ...]:
        """The steps that the first recording has, each loop and list by the step that stands for it."""
        return tuple(
            step
            for step, exchanges in self._workflow.exchanges.items()
            if exchanges[0] is not None and exchanges[0].answer is not None and self.canonical(step) == step
        )

    def canonical(self, step: int) -> int:
        """The step that stands for *step* where that is one of a loop's or a list's repeats."""
        for loop in self.loops.values():
            if step in loop.repeats:
                return loop.step
        for found in self.lists.values():
            if step in found.repeats:
                return found.detail
        return step

    def recorded(self, step: int, recording: int = 0) -> Exchange | None:
        """The request of a step as it was recorded."""
        return self._workflow.exchanges[step][recording] if step in self._workflow.exchanges else None

    def first(self, step: int) -> Exchange:
        """The request of a step in the first recording that has it."""
        return self._workflow.first(step)

    def is_everywhere(self, step: int) -> bool:
        """Whether every recording has the step."""
        return None not in self._workflow.exchanges[step]

    def is_safe(self, step: int) -> bool:
        """Whether sending it again changes nothing on the server."""
        return self.first(step).sent.method.upper() in SAFE

    def is_login(self, step: int) -> bool:
        """Whether the person typed a secret into it."""
        return any(
            place[0] == step and typed.argument in self._secret_arguments for place, typed in self._typed.items()
        )

    def is_persons(self, step: int) -> bool:
        """Whether it sends something that the person typed or chose."""
        return any(place[0] == step for place in self._typed)

    def closure(self, target: int) -> Draft:
        """The steps that the target needs by what is known: for values or cookies, or because of a login."""
        found: set[int] = set()
        logins = [step for step in self.steps if step < target and self.is_login(step)]
        waiting = [target, *logins]
        while waiting:
            step = waiting.pop()
            if step in found:
                continue
            found.add(step)
            waiting += [need for need in self.needs(step) if need < step]
        return Draft((*sorted(found - {target}), target))

    def needs(self, step: int) -> set[int]:
        """The steps that give a step its values and cookies."""
        needs: set[int] = set()
        for place in self.places(step):
            if place[1].where == "cookie":
                setter = self.setter(step, place[1].name)
                needs |= set() if setter is None else {setter}
            options = self.options(place)
            if options:
                needs |= steps_of(options[0])
        return needs - {step}

    def needs_of(self, value: Value) -> set[int]:
        """The steps that a value is made of, with all that these need."""
        return {need for step in steps_of(value) for need in self.closure(step).steps}

    def setter(self, step: int, cookie: str) -> int | None:
        """Whose answer makes the cookie what it has to be: the last that changes something, or else the first."""
        setters = sorted(each for each in self._setters.get(cookie, ()) if each < step)
        unsafe = [each for each in setters if not self.is_safe(each)]
        return unsafe[-1] if unsafe else setters[0] if setters else None

    def feeds(self, step: int, draft: Draft) -> set[Place]:
        """The parameters of a draft whose values come from the answer of *step*."""
        return {
            place
            for other in draft.steps
            for place in self.places(other)
            if place not in draft.dropped and (value := self.value(place, draft)) and step in steps_of(value)
        }

    # Parameters

    def places(self, step: int) -> tuple[Place, ...]:
        """The parameters of a step, the whole address as one where it comes as one."""
        sent = self.first(step).sent
        keys = [parameter.key for parameter in parameters(sent)]
        if self._is_linked(step):
            keys = [WHOLE_URL, *(key for key in keys if key.where not in ("path", "query"))]
        return tuple((step, key) for key in keys)

    def _is_linked(self, step: int) -> bool:
        """Whether the whole address is taken from a page, because it differs from recording to recording."""
        listed = self.lists.get(step)
        if listed is not None:
            return listed.key is None
        if not self._origins.get((step, WHOLE_URL)):
            return False
        parts = [place for place in self._varying if place[0] == step and place[1].where in ("path", "query")]
        varying = [place for place in parts if self._varying[place].varies]
        return bool(varying) and not any(place in self._typed or self._origins.get(place) for place in varying)

    def recorded_value(self, place: Place, recording: int = 0) -> str | None:
        """The value that a parameter had."""
        exchange = self.recorded(place[0], recording)
        if exchange is None:
            return None
        return exchange.sent.url if place[1] == WHOLE_URL else values_of(exchange.sent).get(place[1])

    def varies(self, place: Place) -> bool:
        """Whether its value differs between recordings."""
        if place[1] == WHOLE_URL:
            return True
        variability = self._varying.get(place)
        return variability is not None and len({value for value in variability.values if value is not None}) > 1

    def is_traced(self, place: Place) -> bool:
        """Whether there is more to it than a constant: it was typed, varies, or comes from somewhere."""
        return place in self._typed or self.varies(place) or bool(self._origins.get(place))

    def likelihood(self, place: Place) -> float:
        """That the target needs it."""
        if place[1].where == "path":
            return 1.0
        return likelihood(place[1], self.recorded_value(place) or "", is_traced=self.is_traced(place))

    def is_looped(self, place: Place) -> bool:
        """Whether a loop or a list goes by it, so that the tree needs it whatever one answer needs."""
        step, key = place
        listed, loop = self.lists.get(step), self.loops.get(step)
        return (listed is not None and key == (listed.key or WHOLE_URL)) or (
            loop is not None and loop.key is not None and key == loop.key
        )

    def options(self, place: Place) -> tuple[Value, ...]:
        """Every way in which it can get its value, the best first."""
        if place not in self._options:
            self._options[place] = tuple(dict.fromkeys(self._find_options(place)))
        return self._options[place]

    def _find_options(self, place: Place) -> Iterable[Value]:
        step, key = place
        listed = self.lists.get(step)
        if listed is not None and key == (listed.key or WHOLE_URL):
            yield Each(listed.step)
        if place in self._typed and self._typed[place].is_direct:
            yield self._standing(Argument(self._typed[place].argument))
        elif place in self._persons:
            yield self._fallback(place)
        if key.where == "cookie" and self._setters.get(key.name):
            return  # the jar's
        # The counter or cursor of a loop has its first value before the loop begins.
        if not self.is_looped(place) or listed is not None:
            for origin in sorted(self._origins.get(place, ()), key=lambda each: -each.score):
                if all(self.canonical(need) < step for need in steps_of(origin.value)):
                    yield self._standing(origin.value)
        yield from self._given(place)

    def _given(self, place: Place) -> Iterable[Value]:
        """What it can be if it comes from nowhere: the same each time, or what the person has to give."""
        text = self.recorded_value(place)
        if text is None or place[1] == WHOLE_URL:
            return
        is_browsers = place[1].where == "header" and is_browsers_own(place[1].name)
        if is_browsers or not (self.varies(place) or self._is_secret(place, text)):
            if not (self._origins.get(place) and looks_made(text)):
                yield Constant(text)
        elif place not in self._typed and not self._origins.get(place):
            yield self._fallback(place)

    def _fallback(self, place: Place) -> Argument:
        """An argument named after the parameter's key."""
        name = argument_name(place[1])
        while self._fallbacks.setdefault(name, place) != place or any(
            name == typed.argument for typed in self._typed.values()
        ):
            stem, digits = re.fullmatch(r"(.*?)(\d*)", name).groups()  # type: ignore[union-attr]  # it fits any text
            name = f"{stem}{int(digits or 1) + 1}"
        return Argument(name, self._is_secret(place, self.recorded_value(place) or ""))

    def _is_secret(self, place: Place, text: str) -> bool:
        typed = self._typed.get(place)
        if typed is not None and typed.argument in self._secret_arguments:
            return True
        return bool(text) and holds_secret(place[1].name, text)

    def _standing(self, value: Value) -> Value:
        """The value with steps that stand for their repeats, and with its secrets known as such."""
        match value:
            case Argument(name=name, is_secret=is_secret):
                return Argument(name, is_secret or name in self._secret_arguments)
            case Taken(step=step):
                return replace(value, step=self.canonical(step))
            case Each(step=step):
                return replace(value, step=self.canonical(step))
            case Joined(parts=parts):
                return Joined(tuple(map(self._standing, parts)))
            case Coded(value=inner) | Decoded(value=inner) | Within(value=inner):
                return replace(value, value=self._standing(inner))
            case _:
                return value

    def value(self, place: Place, draft: Draft) -> Value | None:
        """What it gets in a draft; none: nothing that the draft has gives it, or it is the cookie jar's."""
        chosen = draft.chosen.get(place)
        if chosen is not None and steps_of(chosen) <= set(draft.steps):
            return chosen
        return next((each for each in self.options(place) if steps_of(each) <= set(draft.steps)), None)

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
                elif place[1].where not in ("path", "query") or value != Constant(self.recorded_value(place) or ""):
                    bound[place[1]] = value
            steps.append(PlannedStep(step, self.first(step).sent, bound, frozenset(left_out), self.follows(step)))
        return Plan(tuple(steps), draft.steps[-1], arguments)

    def follows(self, step: int) -> bool:
        """Whether redirects were followed: a recording that ends with one shows what the redirect itself said."""
        answer = self.first(step).answer
        return answer is None or answer.status not in (301, 302, 303, 307, 308)

    def _replayable(self, value: Value, step: int) -> Value:
        listed = self.lists.get(step)
        if isinstance(value, Each) and listed is not None and value.step == listed.step:
            return Taken(listed.step, listed.each)
        return value

    def argument_value(self, name: str, recording: int) -> str | None:
        """What the person gave for an argument in a recording."""
        for typed in self._typed.values():
            if typed.argument == name and typed.values[recording] is not None:
                return typed.values[recording]
        place = self._fallbacks.get(name)
        return None if place is None else self.recorded_value(place, recording)

    def secrets(self) -> frozenset[str]:
        """The values of all secret arguments, in all recordings."""
        names = set(self._secret_arguments)
        names |= {
            argument.name
            for options in self._options.values()
            for each in options
            for argument in arguments_in(each)
            if argument.is_secret
        }
        values = (self.argument_value(name, number) for name in names for number in range(self._recordings))
        return frozenset(filter(None, values))

    def typed_places(self) -> Mapping[Place, Typed]:
        """The parameters that the person gave."""
        return self._typed

    def jar_cookies(self, step: int) -> Sequence[str]:
        """The cookies of a request that an earlier answer set."""
        return [name for name in cookies_sent(self.first(step)) if name in self._setters]

"""What each parameter can get its value from, by what is known: the best first."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cached_property
from itertools import chain
from urllib.parse import urlsplit

from ...samples.parameters import WHOLE_URL
from ...samples.requestparts import IN_ADDRESS
from ...samples.secrets import has_to_be_given
from ...samples.traffic import Exchange
from ..answers.requests.names import argument_name, holds_secret, looks_made
from ..answers.requests.shapes import parameters, values_of
from ..answers.values import (
    Argument,
    Beside,
    Called,
    Coded,
    Constant,
    Decoded,
    Each,
    Joined,
    Now,
    Random,
    SentChoice,
    Taken,
    Value,
    Within,
    arguments_in,
    looks_up,
    steps_of,
)
from ..blackboard.source import Knowledge
from ..blackboard.workflow import workflow_of
from ..findings import ListOf, Loop, NeedsPerson, Origin, Records, SessionCookie, Typed, Variability
from ..origins.likelihoods import is_browsers_own, likelihood
from .drafts import StepKey

_WORDS = re.compile(r"(?<![A-Za-z])[A-Za-z]{1,11}(?![A-Za-z])")


class Choices:
    """Reads the blackboard as it is now."""

    def __init__(self, knowledge: Knowledge) -> None:
        self._knowledge = knowledge
        self._workflow = workflow_of(knowledge)
        self._recordings = len(knowledge.recordings)
        self._all_typed = tuple(knowledge.findings(Typed))
        """Of one parameter there may be several: credentials are made of a name and a password."""
        self._typed = {(each.step, each.key): each for each in self._all_typed}
        self._secret_arguments = {
            each.argument
            for each in self._all_typed
            if each.is_secret or any(holds_secret(each.key.name, text) for text in each.values if text)
        }
        self._varying = {(each.step, each.key): each for each in knowledge.findings(Variability)}
        self._persons = {(each.step, each.key) for each in knowledge.findings(NeedsPerson) if each.key is not None}
        self.loops = {each.step: each for each in knowledge.findings(Loop)}
        self.lists = {each.detail: each for each in knowledge.findings(ListOf)}
        self.firsts = {each.step: each.first for each in knowledge.findings(Records) if each.first is not None}
        """By the step of pieces of a list, the step whose page holds the first of its rows."""
        groups = [each.group for each in knowledge.findings(Records)]
        groups += [each.group for each in knowledge.findings(ListOf)]
        self._groups = {group.argument: group for group in groups if group is not None}
        """By its argument, which group records or details are of."""
        self._origins: dict[StepKey, list[Origin]] = defaultdict(list)
        for origin in knowledge.findings(Origin):
            self._origins[origin.step, origin.key].append(origin)
        self._setters: dict[str, set[int]] = defaultdict(set)
        for cookie in knowledge.findings(SessionCookie):
            self._setters[cookie.name].add(cookie.step)
        self._options: dict[StepKey, tuple[Value, ...]] = {}
        self._fallbacks: dict[str, StepKey] = {}
        self._given_as: dict[tuple[str | None, ...], str] = {}
        """By the values in the recordings, the argument that was named after a key."""

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

    def places(self, step: int) -> tuple[StepKey, ...]:
        """The parameters of a step, the whole address as one where it comes as one."""
        sent = self.first(step).sent
        keys = [parameter.key for parameter in parameters(sent)]
        if self._is_linked(step):
            keys = [WHOLE_URL, *(key for key in keys if key.where not in IN_ADDRESS)]
        return tuple((step, key) for key in keys)

    def _is_linked(self, step: int) -> bool:
        """Whether the whole address is taken from a page, because it differs from recording to recording.

        In a single recording it is, where no part of it comes from elsewhere.

        A series that goes on by a part of the address needs its parts.
        """
        listed, loop = self.lists.get(step), self.loops.get(step)
        if listed is not None:
            return listed.key is None
        if loop is not None and loop.key is not None and loop.key.where in IN_ADDRESS:
            return False
        if not self._origins.get((step, WHOLE_URL)):
            return False
        parts = [place for place in self._varying if place[0] == step and place[1].where in IN_ADDRESS]
        if self._recordings == 1:
            producers = steps_of(self._origins[step, WHOLE_URL][0].value)
            return all(
                place not in self._typed
                and all(steps_of(each.value) <= producers for each in self._origins.get(place, ()))
                for place in parts
            )
        varying = [place for place in parts if self._varying[place].varies]
        return bool(varying) and not any(place in self._typed or self._origins.get(place) for place in varying)

    def recorded_value(self, place: StepKey, recording: int | None = None) -> str | None:
        """The value that a parameter had; without *recording* in the first one that has its step."""
        exchange = self.first(place[0]) if recording is None else self.recorded(place[0], recording)
        if exchange is None:
            return None
        return exchange.sent.url if place[1] == WHOLE_URL else values_of(exchange.sent).get(place[1])

    def other_value(self, place: StepKey) -> str | None:
        """A value that it had in another recording than the first; None if there is no other."""
        first = self.recorded_value(place)
        values = (self.recorded_value(place, number) for number in range(self._recordings))
        return next((value for value in values if value is not None and value != first), None)

    def varies(self, place: StepKey) -> bool:
        """Whether its value differs between recordings."""
        if place[1] == WHOLE_URL:
            return True
        variability = self._varying.get(place)
        return variability is not None and len({value for value in variability.values if value is not None}) > 1

    def is_traced(self, place: StepKey) -> bool:
        """Whether there is more to it than a constant: it was typed, varies, or comes from somewhere."""
        return place in self._typed or self.varies(place) or bool(self._origins.get(place))

    def likelihood(self, place: StepKey) -> float:
        """How likely it is that the target needs a parameter, 0 to 1."""
        if place[1].where == "path":
            return 1.0
        options = self.options(place)
        if options and isinstance(options[0], (Now, Random)):
            # Made by a script; mostly by one that counts visits, and if in a cookie nearly always.
            known = likelihood(place[1], self.recorded_value(place) or "", is_traced=False)
            return min(known, 0.08 if place[1].where == "cookie" else 0.3)
        if place[1].where == "cookie" and options and isinstance(options[0], Argument) and not options[0].is_secret:
            # Nobody types cookies: a script has set it, or it is from an earlier visit.
            return 0.2
        is_given = place in self._typed or bool(options and steps_of(options[0]))
        recorded = self.recorded_value(place) or ""
        return likelihood(place[1], recorded, is_traced=self.is_traced(place), is_given=is_given)

    def is_looped(self, place: StepKey) -> bool:
        """Whether a loop or a list goes by it, so that the tree needs it whatever one answer needs."""
        step, key = place
        listed, loop = self.lists.get(step), self.loops.get(step)
        return (listed is not None and key in listed.keys) or (
            loop is not None and loop.key is not None and key in loop.given
        )

    def options(self, place: StepKey) -> tuple[Value, ...]:
        """Every way in which it can get its value, the best first."""
        if place not in self._options:
            self._options[place] = tuple(dict.fromkeys(self._find_options(place)))
        return self._options[place]

    def _find_options(self, place: StepKey) -> Iterable[Value]:
        step, key = place
        listed = self.lists.get(step)
        if listed is not None and key in listed.keys:
            yield Each(listed.step)
        if place in self._typed and self._typed[place].is_direct:
            yield self._standing(Argument(self._typed[place].argument))
        elif place in self._persons:
            yield self._fallback(place)
        if key.where == "cookie" and self._setters.get(key.name):
            return  # the jar's
        # The counter or cursor of a loop has its first value before the loop begins, mostly the same each time.
        is_first = self.is_looped(place) and listed is None
        if is_first:
            yield from self._given(place)
        for origin in sorted(self._origins.get(place, ()), key=lambda each: -each.score):
            if all(self.canonical(need) < step for need in steps_of(origin.value)):
                yield self._standing(origin.value)
        if not is_first:
            yield from self._given(place)

    def _given(self, place: StepKey) -> Iterable[Value]:
        """What it can be if it comes from nowhere: the same each time, or what the person has to give."""
        text = self.recorded_value(place)
        if text is None or place[1] == WHOLE_URL:
            return
        if place in self._typed and any(looks_up(each.value) for each in self._origins.get(place, ())):
            return  # chosen, so that it may be another one, also where nobody chose two
        is_browsers = place[1].where == "header" and is_browsers_own(place[1].name)
        if is_browsers or not (self.varies(place) or self._is_secret(place, text)):
            if not (self._origins.get(place) and (looks_made(text) or has_to_be_given(place[1], text))):
                yield Constant(text)
        elif place not in self._typed and not self._origins.get(place):
            yield self._fallback(place)

    def _fallback(self, place: StepKey) -> Argument:
        """An argument named after the parameter's key; what was given elsewhere is the same argument."""
        text = self.recorded_value(place) or ""
        values = tuple(self.recorded_value(place, number) for number in range(self._recordings))
        is_telling = len({value for value in values if value}) > 1 or self._is_secret(place, text)
        if is_telling:
            given = (typed.argument for typed in self._all_typed if typed.values == values)
            if (same := next(given, self._given_as.get(values))) is not None:
                return Argument(same, same in self._secret_arguments or self._is_secret(place, text))
        name = argument_name(place[1])
        while self._fallbacks.setdefault(name, place) != place or any(
            name == typed.argument for typed in self._all_typed
        ):
            stem, digits = re.fullmatch(r"(.*?)([0-9]{0,9})", name).groups()  # type: ignore[union-attr]  # it fits any text
            name = f"{stem}{int(digits or 1) + 1}"
        if is_telling:
            self._given_as[values] = name
        return Argument(name, self._is_secret(place, text))

    def _is_secret(self, place: StepKey, text: str) -> bool:
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
            case Called(name=name) | SentChoice(name=name):
                own = Argument(name.name, name.is_secret or name.name in self._secret_arguments)
                known = replace(value, name=own)
                return replace(known, step=self.canonical(known.step)) if isinstance(known, Called) else known
            case Each(step=step) | Beside(step=step):
                return replace(value, step=self.canonical(step))
            case Joined(parts=parts):
                return Joined(tuple(map(self._standing, parts)))
            case Coded(value=inner) | Decoded(value=inner) | Within(value=inner):
                return replace(value, value=self._standing(inner))
            case _:
                return value

    def argument_value(self, name: str, recording: int) -> str | None:
        """What the person gave for an argument in a recording."""
        for typed in self._all_typed:
            if typed.argument == name and typed.values[recording] is not None:
                return typed.values[recording]
        if name in self._groups:
            return self._groups[name].names[recording]
        place = self._fallbacks.get(name)
        return None if place is None else self.recorded_value(place, recording)

    @property
    def argument_names(self) -> frozenset[str]:
        """All arguments that are known."""
        return frozenset({typed.argument for typed in self._all_typed} | self._fallbacks.keys() | self._groups.keys())

    def secrets(self) -> frozenset[str]:
        """The values of all secret arguments, in all recordings, but for words of addresses, which say nothing."""
        given = (own for options in self._options.values() for each in options for own in arguments_in(each))
        names = {*self._secret_arguments, *(own.name for own in given if own.is_secret)}
        values = (self.argument_value(name, number) for name in names for number in range(self._recordings))
        return frozenset(filter(None, values)) - self._address_words

    @cached_property
    def _address_words(self) -> frozenset[str]:
        """The words of hosts and paths: a password that is one of them, as of a fresh installation, is known to all."""
        parts = (urlsplit(self.first(step).sent.url) for step in self._workflow.numbers())
        words = frozenset(chain.from_iterable(_WORDS.findall(f"{each.hostname} {each.path}") for each in parts))
        # What the person gave stands in an address as well, where it is sent there.
        return words.difference(*(typed.values for typed in self._all_typed if typed.key.where == "path"))

    def typed_places(self) -> Mapping[StepKey, Typed]:
        """The parameters that the person gave."""
        return self._typed

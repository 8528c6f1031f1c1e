"""Names of arguments: a number that distinguishes equal names is dropped where it is not needed."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from .answers.requests.names import argument_name
from .answers.values import Argument, Called, Coded, Decoded, Joined, SentChoice, Value, Within, arguments_in
from .blackboard.facts import Fact
from .findings import ChosenGroup, Finding, ListOf, Loop, Origin, Records, Typed
from .plans.plan import Plan, PlannedStep

_NUMBERED = re.compile(r"(.*[^\d_])\d+")


def plain_arguments(plan: Plan, known: Iterable[str] = ()) -> Renaming:
    """Gives the arguments of a plan names that are numbered only among themselves, in the order of their use.

    A number that is part of what the parameter itself is called stays. Of the other arguments that are *known*, one
    whose name is given away gets a free one, so that no two are called the same.
    """
    names = _plain_names(plan, known)
    return Renaming({} if all(old == new for old, new in names.items()) else names)


def arguments_told(facts: Iterable[Fact]) -> Iterator[str]:
    """The arguments that facts name, in order; some more than once."""
    for fact in facts:
        match fact.finding:
            case Typed(argument=name):
                yield name
            case Origin(value=value) | Loop(next=value):
                yield from (argument.name for argument in arguments_in(value))
            case Records(group=ChosenGroup(argument=name)) | ListOf(group=ChosenGroup(argument=name)):
                yield name
            case _:
                pass


@dataclass(frozen=True)
class Renaming:
    """Gives arguments other names, wherever they are told."""

    names: Mapping[str, str]
    """By the name so far; what is not there stays."""

    def finding(self, finding: Finding) -> Finding:
        """What was found."""
        match finding:
            case Typed(argument=name):
                return replace(finding, argument=self._name(name))
            case Origin(value=value):
                return replace(finding, value=self.value(value))
            case Loop(next=value):
                return replace(finding, next=self.value(value))
            case Records(group=ChosenGroup(argument=name) as group) | ListOf(group=ChosenGroup(argument=name) as group):
                return replace(finding, group=replace(group, argument=self._name(name)))
            case _:
                return finding

    def plan(self, plan: Plan) -> Plan:
        """All that is sent; of the given arguments those that something is made of."""
        used = set(_used(plan))
        given = {self._name(name): text for name, text in plan.arguments.items() if name in used}
        return Plan(tuple(map(self._step, plan.steps)), plan.target, given)

    def _step(self, planned: PlannedStep) -> PlannedStep:
        return replace(planned, bound={key: self.value(value) for key, value in planned.bound.items()})

    def value(self, value: Value) -> Value:
        """What a parameter gets."""
        match value:
            case Argument(name=name):
                return replace(value, name=self._name(name))
            case Called(name=name) | SentChoice(name=name):
                return replace(value, name=Argument(self._name(name.name), name.is_secret))
            case Joined(parts=parts):
                return Joined(tuple(map(self.value, parts)))
            case Coded(value=inner) | Decoded(value=inner) | Within(value=inner):
                return replace(value, value=self.value(inner))
            case _:
                return value

    def _name(self, name: str) -> str:
        return self.names.get(name, name)


def _plain_names(plan: Plan, known: Iterable[str]) -> dict[str, str]:
    """By its name so far, what each argument is called; those of the plan choose first."""
    own = _names_of_keys(plan)
    used = _used(plan)
    names = {name: name for name in used if name in own or not _NUMBERED.fullmatch(name)}
    for name in used:
        if name not in names:
            names[name] = _free(name, names.values())
    others = [name for name in dict.fromkeys(known) if name not in names]
    given_away = set(names.values())
    names |= {name: name for name in others if name not in given_away}
    for name in others:
        if name not in names:
            names[name] = _free(name, names.values())
    return names


def _free(name: str, taken: Collection[str]) -> str:
    """The name without its number, or with the first that makes it one that is not taken."""
    stem = found[1] if (found := _NUMBERED.fullmatch(name)) else name
    number, plain = 2, stem
    while plain in taken:
        number, plain = number + 1, f"{stem}{number}"
    return plain


def _used(plan: Plan) -> list[str]:
    """The arguments that something is made of, in the order of their first use."""
    values = (value for planned in plan.steps for value in planned.bound.values())
    return list(dict.fromkeys(argument.name for value in values for argument in arguments_in(value)))


def _names_of_keys(plan: Plan) -> set[str]:
    """The arguments that are called as the page itself calls their parameters."""
    return {
        argument.name
        for planned in plan.steps
        for key, value in planned.bound.items()
        for argument in arguments_in(value)
        if re.search(rf"(?:^|_){re.escape(argument.name)}$", argument_name(key))
    }

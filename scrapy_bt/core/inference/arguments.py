"""Names of arguments: a number that tells one from others of its name goes where those others are not needed."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from .answers.names import argument_name
from .answers.values import Argument, Coded, Decoded, Joined, Value, Within, arguments_in
from .blackboard.facts import Fact
from .conclusion import Conclusion
from .findings import Finding, Loop, Origin, Typed
from .plans.plan import Plan, PlannedStep

_NUMBERED = re.compile(r"(.*[^\d_])\d+")
_TOLD = re.compile(r"(?:(?<=\btyped into the field )|(?<=\btyped as )|(?<=\bargument )|(?<=\bargument '))\w+")
"""An argument in what sources, values and replays tell."""


def with_plain_arguments(conclusion: Conclusion, known: Iterable[str] = ()) -> Conclusion:
    """The conclusion with arguments that are numbered only among themselves, in the order of their use.

    A number that is part of what the parameter itself is called stays. Of the other arguments that are *known*, one
    whose name is given away gets a free one, so that no two are called the same.
    """
    names = _plain_names(conclusion, known)
    if all(old == new for old, new in names.items()):
        return conclusion
    return Renaming(names).conclusion(conclusion)


def arguments_told(facts: Iterable[Fact], texts: Iterable[str]) -> Iterator[str]:
    """The arguments that facts and texts name, in order; some more than once."""
    for fact in facts:
        match fact.finding:
            case Typed(argument=name):
                yield name
            case Origin(value=value) | Loop(next=value):
                yield from (argument.name for argument in arguments_in(value))
        for text in (fact.why, *(each.why for each in fact.supports)):
            yield from _TOLD.findall(text)
    for text in texts:
        yield from _TOLD.findall(text)


@dataclass(frozen=True)
class Renaming:
    """Gives arguments other names, wherever they are told."""

    names: Mapping[str, str]
    """By the name so far; what is not there stays."""

    def text(self, text: str) -> str:
        """What a source, a value or a replay tells."""
        return _TOLD.sub(lambda found: self._name(found[0]), text)

    def fact(self, fact: Fact) -> Fact:
        """A fact with its evidence."""
        supports = tuple(replace(each, why=self.text(each.why)) for each in fact.supports)
        return replace(fact, finding=self.finding(fact.finding), why=self.text(fact.why), supports=supports)

    def finding(self, finding: Finding) -> Finding:
        """What was found."""
        match finding:
            case Typed(argument=name):
                return replace(finding, argument=self._name(name))
            case Origin(value=value):
                return replace(finding, value=self._value(value))
            case Loop(next=value):
                return replace(finding, next=self._value(value))
            case _:
                return finding

    def conclusion(self, conclusion: Conclusion) -> Conclusion:
        """All that was concluded, and under which names."""
        plan = conclusion.plan
        used = {given.name for given in conclusion.arguments}
        given = {self._name(name): text for name, text in plan.arguments.items() if name in used}
        return replace(
            conclusion,
            plan=Plan(tuple(map(self._step, plan.steps)), plan.target, given),
            findings=tuple(map(self.finding, conclusion.findings)),
            arguments=tuple(replace(each, name=self._name(each.name)) for each in conclusion.arguments),
            evidence={place: replace(each, text=self.text(each.text)) for place, each in conclusion.evidence.items()},
            names=self.names,
        )

    def _step(self, planned: PlannedStep) -> PlannedStep:
        return replace(planned, bound={key: self._value(value) for key, value in planned.bound.items()})

    def _value(self, value: Value) -> Value:
        match value:
            case Argument(name=name):
                return replace(value, name=self._name(name))
            case Joined(parts=parts):
                return Joined(tuple(map(self._value, parts)))
            case Coded(value=inner) | Decoded(value=inner) | Within(value=inner):
                return replace(value, value=self._value(inner))
            case _:
                return value

    def _name(self, name: str) -> str:
        return self.names.get(name, name)


def _plain_names(conclusion: Conclusion, known: Iterable[str]) -> dict[str, str]:
    """By its name so far, what each argument is called; those of the conclusion choose first."""
    own = _names_of_keys(conclusion)
    used = [given.name for given in conclusion.arguments]
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


def _names_of_keys(conclusion: Conclusion) -> set[str]:
    """The arguments that are called as the page itself calls their parameters."""
    return {
        argument.name
        for planned in conclusion.plan.steps
        for key, value in planned.bound.items()
        for argument in arguments_in(value)
        if re.search(rf"(?:^|_){re.escape(argument.name)}$", argument_name(key))
    }

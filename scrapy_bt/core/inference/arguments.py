"""Names of arguments: a number that tells one from others of its name goes where those others are not needed."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from .conclusion import Conclusion
from .origins.names import argument_name
from .replay.plan import Plan, PlannedStep
from .values import Argument, Coded, Decoded, Joined, Value, Within, arguments_in

_NUMBERED = re.compile(r"(.*[^\d_])\d+")


def with_plain_arguments(conclusion: Conclusion) -> Conclusion:
    """The conclusion with arguments that are numbered only among themselves, in the order of their use.

    A number that is part of what the parameter itself is called stays.
    """
    names = _plain_names(conclusion)
    if all(old == new for old, new in names.items()):
        return conclusion
    steps = tuple(_renamed_step(planned, names) for planned in conclusion.plan.steps)
    given = {names.get(name, name): text for name, text in conclusion.plan.arguments.items() if name in names}
    evidence = {
        place: replace(each, text=re.sub(r"(?<=\bfield )\w+", lambda found: names.get(found[0], found[0]), each.text))
        for place, each in conclusion.evidence.items()
    }
    return replace(
        conclusion,
        plan=Plan(steps, conclusion.plan.target, given),
        arguments=tuple(replace(each, name=names[each.name]) for each in conclusion.arguments),
        evidence=evidence,
    )


def _plain_names(conclusion: Conclusion) -> dict[str, str]:
    """By its name so far, what each argument is called."""
    own = _names_of_keys(conclusion)
    old = [given.name for given in conclusion.arguments]
    stems = {name: found[1] for name in old if (found := _NUMBERED.fullmatch(name)) and name not in own}
    taken = {name for name in old if name not in stems}
    names = {name: name for name in taken}
    for name, stem in stems.items():
        number, plain = 2, stem
        while plain in taken:
            number, plain = number + 1, f"{stem}{number}"
        taken.add(plain)
        names[name] = plain
    return names


def _names_of_keys(conclusion: Conclusion) -> set[str]:
    """The arguments that are called as the page itself calls their parameters."""
    return {
        argument.name
        for planned in conclusion.plan.steps
        for key, value in planned.bound.items()
        for argument in arguments_in(value)
        if re.search(rf"(?:^|_){re.escape(argument.name)}$", argument_name(key))
    }


def _renamed_step(planned: PlannedStep, names: Mapping[str, str]) -> PlannedStep:
    return replace(planned, bound={key: _renamed(value, names) for key, value in planned.bound.items()})


def _renamed(value: Value, names: Mapping[str, str]) -> Value:
    match value:
        case Argument(name=name):
            return replace(value, name=names.get(name, name))
        case Joined(parts=parts):
            return Joined(tuple(_renamed(part, names) for part in parts))
        case Coded(value=inner) | Decoded(value=inner) | Within(value=inner):
            return replace(value, value=_renamed(inner, names))
        case _:
            return value

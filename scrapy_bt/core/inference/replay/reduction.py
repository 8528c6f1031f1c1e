"""Finds the smallest set of things that is still enough, asking as seldom as possible whether some can be left out.

Delta debugging by groups: what is unlikely to be needed is left out together, as much of it as will go well about every
second time; where a group cannot go, it is halved. A group of which one half could go is settled without being asked
again, since the other half must hold what is needed.
"""

from __future__ import annotations

from collections.abc import Generator, Hashable, Mapping
from dataclasses import dataclass, field
from typing import Generic, TypeVar

Thing = TypeVar("Thing", bound=Hashable)
EVEN = 0.5
"""Chance of a group to be superfluous as a whole that is aimed at: then an answer tells most."""


@dataclass
class Reduction(Generic[Thing]):
    """*superfluous* and *needed*: each with the question, counted from 0, that decided it."""

    superfluous: dict[Thing, int] = field(default_factory=dict)
    needed: dict[Thing, int] = field(default_factory=dict)
    questions: int = 0


def reduce(
    likelihoods: Mapping[Thing, float],
) -> Generator[frozenset[Thing], bool | None, Reduction[Thing]]:
    """Find out which things are needed; each with its likelihood of that.

    It yields what is to be left out, beside what was found superfluous before, and is sent whether all went well then;
    none: that could not be tried, and what is open counts as undecided.
    """
    found: Reduction[Thing] = Reduction()
    waiting = sorted(likelihoods, key=lambda thing: likelihoods[thing])
    while waiting:
        group = _next_group(waiting, likelihoods)
        waiting = waiting[len(group) :]
        if not (yield from _settle(group, found)):
            break
    return found


def _next_group(waiting: list[Thing], likelihoods: Mapping[Thing, float]) -> list[Thing]:
    chance, size = 1.0, 0
    for thing in waiting:
        chance *= 1 - likelihoods[thing]
        if size and chance < EVEN:
            break
        size += 1
    return waiting[:size]


@dataclass(frozen=True)
class _Undecided(Generic[Thing]):
    """Things to be decided. *refusal*: the question that showed that one of them is needed; None if not known."""

    things: list[Thing]
    refusal: int | None = None
    whole: int | None = None
    """The question by which the group was refused whose second half they are, while the first is not decided."""


def _settle(group: list[Thing], found: Reduction[Thing]) -> Generator[frozenset[Thing], bool | None, bool]:
    """Decide on each of a group; false: a question could not be asked."""
    stack: list[_Undecided[Thing]] = [_Undecided(group)]
    while stack:
        here = stack.pop()
        refusal = here.refusal
        if refusal is None:
            went_well = yield frozenset(here.things)
            if went_well is None:
                return False
            number = found.questions
            found.questions += 1
            if stack and (whole := stack[-1].whole) is not None:
                # If the first half can go and both together cannot, the second holds something needed.
                stack[-1] = _Undecided(stack[-1].things, whole if went_well else None)
            if went_well:
                found.superfluous |= dict.fromkeys(here.things, number)
                continue
            refusal = number
        if len(here.things) == 1:
            found.needed[here.things[0]] = refusal
            continue
        middle = len(here.things) // 2
        stack += [_Undecided(here.things[middle:], whole=refusal), _Undecided(here.things[:middle])]
    return True

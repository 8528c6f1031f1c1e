"""The joint choice over all fields of a page: what is best for each, as far as they go together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import exp

from .pages import Candidate

_BEAM = 60
_TOP = 12
_SAME_TEXT = 5.0
_TURNED = 0.5
_NESTED = 0.5


@dataclass(frozen=True, slots=True)
class Choice:
    """What was chosen for a field; *margin*: what the whole loses, in log odds, without it."""

    number: int
    margin: float
    top: tuple[int, ...]
    """The best three, the chosen one first."""


@dataclass(frozen=True, slots=True)
class _Way:
    score: float
    numbers: tuple[int, ...]


def choose_jointly(
    scores: Mapping[str, Sequence[float]],
    old: Mapping[str, Candidate],
    candidates: Sequence[Candidate],
) -> dict[str, Choice]:
    """Choose for each field one of the candidates; *scores*: of each field, log odds of all candidates."""
    fields = sorted(scores, key=lambda name: (old[name].start, name))
    best = {name: _best(scores[name]) for name in fields}
    costs: dict[tuple[int, int, int, int], float] = {}
    ways = _search(fields, scores, best, old, candidates, costs, None)
    if not ways:
        return {}
    winner = ways[0]
    found = {}
    for at, name in enumerate(fields):
        number = winner.numbers[at]
        without = _search(fields, scores, best, old, candidates, costs, (at, number))
        margin = winner.score - without[0].score if without else 12.0
        others = [each for each in best[name] if each != number]
        if without and without[0].numbers[at] in others:
            others.remove(without[0].numbers[at])
            others.insert(0, without[0].numbers[at])
        found[name] = Choice(number, margin, (number, *others[:2]))
    return found


def calibrate(margin: float, line: tuple[float, float]) -> float:
    """The probability that a choice of this margin is right; *line*: intercept and slope of its log odds."""
    return 1 / (1 + exp(-max(-30.0, min(30.0, line[0] + line[1] * margin))))


def _best(scores: Sequence[float]) -> list[int]:
    return sorted(range(len(scores)), key=lambda number: -scores[number])[:_TOP]


def _search(
    fields: Sequence[str],
    scores: Mapping[str, Sequence[float]],
    best: Mapping[str, Sequence[int]],
    old: Mapping[str, Candidate],
    candidates: Sequence[Candidate],
    costs: dict[tuple[int, int, int, int], float],
    forbidden: tuple[int, int] | None,
) -> list[_Way]:
    ways = [_Way(0.0, ())]
    places = [old[name] for name in fields]
    for at, name in enumerate(fields):
        further = []
        for way in ways:
            for number in best[name]:
                if forbidden == (at, number):
                    continue
                worth = way.score + scores[name][number]
                for before, chosen in enumerate(way.numbers):
                    key = (before, chosen, at, number)
                    cost = costs.get(key)
                    if cost is None:
                        cost = _discord(places[before], places[at], candidates[chosen], candidates[number])
                        costs[key] = cost
                    worth -= cost
                further.append(_Way(worth, (*way.numbers, number)))
        further.sort(key=lambda way: -way.score)
        ways = further[:_BEAM]
    return ways


def _discord(old_one: Candidate, old_other: Candidate, one: Candidate, other: Candidate) -> float:
    """What it costs that two fields do not stand to each other as they did."""
    if old_one is old_other:
        return 0.0 if one is other else 1.0
    cost = 0.0
    if one is other or (one.text == other.text and old_one.text != old_other.text):
        cost += _SAME_TEXT
    if old_one.start != old_other.start and (old_one.start < old_other.start) != (one.start < other.start):
        cost += _TURNED
    if _inside(one, other) != _inside(old_one, old_other):
        cost += _NESTED
    return cost


def _inside(one: Candidate, other: Candidate) -> bool:
    """Whether the one's text is part of the other's, or the other way round."""
    return (one.start <= other.start and other.start + len(other.text) <= one.start + len(one.text)) or (
        other.start <= one.start and one.start + len(one.text) <= other.start + len(other.text)
    )

"""The joint choice over all fields of a page: the best candidate for each, as far as the choices fit together."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import exp, log
from operator import itemgetter, sub
from typing import NamedTuple

from .pages import Candidate

_BEAM = 60
_TOGETHER = 16
"""Fields that are chosen together at most, in the order of the old page: what it takes grows with their third power."""
_TOP = 12
_ALONE = 0.0
"""The margin where there is only one candidate: the only text of a page need not be the value."""
_SAME_TEXT = 5.0
LEAST_SHARE = -4.0
"""The least logarithm of a share; smaller ones say no more."""
_TURNED = 0.5
_NESTED = 0.5


@dataclass(frozen=True, slots=True)
class JointChoice:
    """The choice for a field; *margin*: how much the whole choice loses, in log odds, without its text."""

    number: int
    margin: float
    top: tuple[int, ...]
    """The best three of different texts, the chosen one first."""
    share: float
    """The logarithm of its text's probability by the field's own scores, whatever was chosen for other fields."""


class ConfidenceLine(NamedTuple):
    """Turns a choice's margin, and its share in the field's own scores, into the log odds that it is right."""

    intercept: float
    margin: float
    share: float = 0.0

    def probability(self, margin: float, share: float = 0.0) -> float:
        """The probability that a choice is right."""
        odds = self.intercept + self.margin * margin + self.share * max(LEAST_SHARE, share)
        return 1 / (1 + exp(-max(-30.0, min(30.0, odds))))


AS_MARGIN = ConfidenceLine(0.0, 1.0)
"""The line by which the margin itself is the log odds."""


@dataclass(frozen=True, slots=True)
class _PartialChoice:
    """The choices for the first fields: for each the place among its best candidates."""

    score: float
    places: tuple[int, ...]


def choose_jointly(
    scores: Mapping[str, Sequence[float]],
    old: Mapping[str, Candidate],
    candidates: Sequence[Candidate],
) -> dict[str, JointChoice]:
    """Choose for each field one of the candidates; *scores*: of each field, log odds of all candidates."""
    ordered = sorted(scores, key=lambda name: (old[name].start, name))
    found: dict[str, JointChoice] = {}
    for at in range(0, len(ordered), _TOGETHER):
        found |= _choose(ordered[at : at + _TOGETHER], scores, old, candidates)
    return found


def _choose(
    fields: Sequence[str],
    scores: Mapping[str, Sequence[float]],
    old: Mapping[str, Candidate],
    candidates: Sequence[Candidate],
) -> dict[str, JointChoice]:
    best = [_best(scores[name]) for name in fields]
    search = _BeamSearch([old[name] for name in fields], [scores[name] for name in fields], best, candidates)
    beams = search.beams()
    if not beams[-1]:
        return {}
    winner = beams[-1][0]
    found = {}
    for at, name in enumerate(fields):
        number = best[at][winner.places[at]]
        text = _text(candidates[number])
        same = frozenset(place for place, each in enumerate(best[at]) if _text(candidates[each]) == text)
        without = search.go_on(beams[at], at, forbidden=same)
        margin = winner.score - without[0].score if without else _ALONE
        others = [best[at][without[0].places[at]]] if without else []
        others += [each for place, each in enumerate(best[at]) if place not in same and each not in others]
        share = _share(scores[name], best[at], same)
        found[name] = JointChoice(number, margin, (number, *_first_of_texts(others, candidates)[:2]), share)
    return found


def _text(candidate: Candidate) -> str:
    return candidate.text.casefold()


def _first_of_texts(numbers: Iterable[int], candidates: Sequence[Candidate]) -> list[int]:
    """The candidates of these numbers; of those with the same text only the first."""
    found: dict[str, int] = {}
    for number in numbers:
        found.setdefault(_text(candidates[number]), number)
    return list(found.values())


def _share(scores: Sequence[float], best: Sequence[int], places: Collection[int]) -> float:
    """The logarithm of the share that the candidates at some *places* have of the weight of the best ones."""
    top = scores[best[0]]
    weights = [exp(scores[number] - top) for number in best]
    return log(max(1e-30, sum(weights[place] for place in places) / sum(weights)))


def _best(scores: Sequence[float]) -> list[int]:
    return sorted(range(len(scores)), key=lambda number: -scores[number])[:_TOP]


class _BeamSearch:
    """A beam search over the fields in their order; the cost of two choices together is worked out once."""

    def __init__(
        self,
        old: Sequence[Candidate],
        scores: Sequence[Sequence[float]],
        best: Sequence[Sequence[int]],
        candidates: Sequence[Candidate],
    ) -> None:
        self._old, self._best, self._candidates = old, best, candidates
        self._worths = [[row[number] for number in chosen] for row, chosen in zip(scores, best, strict=True)]
        self._costs: dict[tuple[int, int, int], list[float]] = {}

    def beams(self) -> list[list[_PartialChoice]]:
        """The best partial choices before each field, and after the last one."""
        found = [[_PartialChoice(0.0, ())]]
        for at in range(len(self._old)):
            found.append(self._step(found[-1], at, frozenset()))
        return found

    def go_on(self, ways: list[_PartialChoice], start: int, *, forbidden: frozenset[int]) -> list[_PartialChoice]:
        """Go on from the partial choices before a field to the end, with some places of this field forbidden."""
        for at in range(start, len(self._old)):
            ways = self._step(ways, at, forbidden if at == start else frozenset())
        return ways

    def _step(self, ways: Sequence[_PartialChoice], at: int, forbidden: frozenset[int]) -> list[_PartialChoice]:
        """Go on by one field from partial choices, the best first; what cannot be among the best is left out."""
        further: list[tuple[float, tuple[int, ...], int]] = []
        for way in ways:
            if len(further) >= _BEAM and way.score + self._worths[at][0] <= further[_BEAM - 1][0]:
                break
            worths = [way.score + worth for worth in self._worths[at]]
            for before, place in enumerate(way.places):
                if costs := self._cost(before, place, at):
                    worths = list(map(sub, worths, costs))
            further += [(worth, way.places, place) for place, worth in enumerate(worths) if place not in forbidden]
            further.sort(key=itemgetter(0), reverse=True)
            del further[_BEAM:]
        return [_PartialChoice(worth, (*places, place)) for worth, places, place in further]

    def _cost(self, before: int, place: int, at: int) -> list[float]:
        """The cost of a choice for an earlier field with each choice for the field at hand; empty if there is none."""
        costs = self._costs.get((before, place, at))
        if costs is None:
            one, other = self._old[before], self._old[at]
            chosen = self._candidates[self._best[before][place]]
            costs = [_discord(one, other, chosen, self._candidates[number]) for number in self._best[at]]
            costs = self._costs[before, place, at] = costs if any(costs) else []
        return costs


def _discord(old_one: Candidate, old_other: Candidate, one: Candidate, other: Candidate) -> float:
    """The cost where two fields do not stand to each other as they did."""
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
    """Whether one text is a part of the other, or the other way round."""
    return (one.start <= other.start and other.start + len(other.text) <= one.start + len(one.text)) or (
        other.start <= one.start and one.start + len(one.text) <= other.start + len(other.text)
    )

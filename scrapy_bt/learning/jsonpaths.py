"""Paths into JSON whose keys have been renamed: what stands in new places, and which of it is most like the old."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from math import exp
from typing import Any

import jmespath

from ..core.documents.json import read_json
from ..core.healing.concepts import concepts_of
from ..core.healing.keypaths import ALL, Path, spelled, steps_of
from ..core.healing.patching.pieces import JSON, json_path
from ..core.healing.perception.observations import Observation
from ..core.healing.perception.views import form_of
from .healing import Healed
from .trials import KeptPage

_MOST_VALUES = 5_000
_DEEPEST = 24
_MOST = 3
_LIKELIEST = 0.7
"""The probability of what only the similarity of keys has found, so that a person decides."""
_MOVED = 0.85
"""The probability of the only one under its own key in what has moved as a whole; reasoned, not measured."""
_SHARPNESS = 8.0
_SAME_CONCEPT, _SAME_PLACE, _SAME_FORM, _SAME_MOVE = 0.3, 0.3, 0.5, 0.3


def find_paths(
    observations: Sequence[Observation],
    before: KeptPage,
    now: Sequence[KeptPage],
    forms: Mapping[str, Collection[str]] | None = None,
) -> dict[str, list[Healed]]:
    """For each field that is a path into JSON, paths to values that were not there before, with their probability.

    *forms*: by field the forms that its values usually have.
    """
    old, data = _data_of(before), [_data_of(page) for page in now]
    known = {
        one.field: _fresh(json_path(one.selector), old, data, (forms or {}).get(one.field, ())) for one in observations
    }
    became = {
        name: (one.steps, max(one.fresh, key=lambda place: one.fresh[place]))
        for name, one in known.items()
        if one is not None and one.fresh
    }
    found = {}
    for name, one in known.items():
        others = [pair for another, pair in became.items() if another != name]
        moves = {_move(was, place) for was, place in others}
        whole = {_move(was, place) for was, place in others if was[-1] == place[-1]}
        found[name] = [] if one is None else list(one.likeliest(moves, whole))
    return found


@dataclass(frozen=True)
class _Fresh:
    """The places of today for a path, and how similar they are to it."""

    steps: Path
    fresh: Mapping[Path, float]
    has_left: bool
    """Nothing is left at its old place: it may have moved together with what was around it."""

    def likeliest(self, moves: Collection[tuple[Path, Path]], whole: Collection[tuple[Path, Path]]) -> Iterator[Healed]:
        """The best places; *moves*: of paths around other fields; *whole*: those in which these kept their keys."""
        liked = {place: like + _SAME_MOVE * (_move(self.steps, place) in moves) for place, like in self.fresh.items()}
        total = sum(exp(_SHARPNESS * like) for like in liked.values())
        named = [place for place in liked if place[-1] == self.steps[-1] and _rows_in(place) == _rows_in(self.steps)]
        for place, like in sorted(liked.items(), key=lambda each: (-each[1], each[0]))[:_MOST]:
            has_moved = self.has_left and named == [place] and _move(self.steps, place) in whole
            yield JSON + spelled(place), _MOVED if has_moved else _LIKELIEST * exp(_SHARPNESS * like) / total


def _fresh(path: str, old: Any, data: Sequence[Any], forms: Collection[str]) -> _Fresh | None:
    """The places that were not there before; None for a path that says more than where a value stands."""
    steps = steps_of(path)
    if steps is None:
        return None
    known = {place for place, _ in _values(old, steps)}
    was = jmespath.search(path, old)
    kind = _kind_of(was[0] if isinstance(was, list) and was else was)
    values: dict[Path, list[Any]] = {}
    parent, has_left = steps[:-1], True
    for one in data:
        for place, value in _values(one, steps):
            if place[:-1] == parent and (parent or place in known):  # a whole answer has always something in it
                has_left = False
            if place not in known and _kind_of(value) is kind:
                values.setdefault(place, []).append(value)
    liked = {place: likeness(steps, place) + _fit(found, forms) for place, found in values.items()}
    return _Fresh(steps, liked, has_left)


def _fit(values: Sequence[Any], forms: Collection[str]) -> float:
    """How much it counts that the values have a form that was usual before."""
    return _SAME_FORM * sum(form_of(str(value)) in forms for value in values) / len(values) if forms else 0.0


def _move(one: Path, other: Path) -> tuple[Path, Path]:
    """The paths around a value, before and today."""
    return one[:-1], other[:-1]


def likeness(one: Path, other: Path) -> float:
    """How similar two paths are: in their letters, in what their last keys mean, in what is around them."""
    letters = SequenceMatcher(None, spelled(one).casefold(), spelled(other).casefold()).ratio()
    means = bool(concepts_of(one[-1]) & concepts_of(other[-1]))
    is_deeper = _rows_in(other) > _rows_in(one)
    return letters + _SAME_CONCEPT * means + _SAME_PLACE * (one[:-1] == other[:-1]) - _SAME_PLACE * is_deeper


def _rows_in(path: Path) -> int:
    """How many lists a path goes through: values of rows are not named like a single value beside them."""
    return sum(step.startswith("[") for step in path)


def _values(data: Any, like: Path) -> Iterator[tuple[Path, Any]]:
    """The plain values with their places, each place once; of lists the first item, or all where *like* has all."""
    item = ALL if ALL in like else "[0]"
    stack: list[tuple[Path, Any]] = [((), data)]
    left = _MOST_VALUES
    while stack and left:
        left -= 1
        path, value = stack.pop()
        if isinstance(value, dict) and len(path) < _DEEPEST:
            stack.extend(((*path, key), value[key]) for key in reversed(list(value)) if '"' not in key)
        elif isinstance(value, list) and len(path) < _DEEPEST:
            stack.extend(((*path, item), one) for one in value[:1])
        elif path and value is not None and not isinstance(value, (dict, list)):
            yield path, value


def _kind_of(value: Any) -> type:
    return float if isinstance(value, int) and not isinstance(value, bool) else type(value)


def _data_of(page: KeptPage) -> Any:
    try:
        return read_json(page.markup)
    except ValueError:
        return None

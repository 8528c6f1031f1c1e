"""Data about one thing that stand in a list of its own, as a search for its key gives them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

_DEEPEST = 3
"""Objects within objects around the list."""
KeyPath = tuple[str, ...]
"""The names of objects that lead to a value, from outside to inside."""


def sole_list(data: Sequence[Any]) -> KeyPath | None:
    """Where all answers hold a list of one object that says more than all around it, by the names that lead there.

    None: they do not, or there is one answer alone, of which nobody knows how many entries others have.
    """
    if len(data) < 2 or not all(isinstance(told, dict) for told in data):
        return None
    for place in _lists(data[0], ()):
        found = [_at(told, place) for told in data]
        if all(isinstance(own, list) and len(own) == 1 and isinstance(own[0], dict) for own in found):
            sizes = [(_size(own), _size(told)) for own, told in zip(found, data, strict=True)]
            if all(2 * own > whole for own, whole in sizes):
                return place
    return None


def within(told: Mapping[str, Any], place: KeyPath) -> Mapping[str, Any]:
    """The one object in the list there."""
    entry: Mapping[str, Any] = _at(told, place)[0]
    return entry


def without(told: Mapping[str, Any], place: KeyPath) -> dict[str, Any]:
    """All but the list there."""
    name, *inner = place
    rest = {own: value for own, value in told.items() if own != name}
    return {**rest, name: without(told[name], tuple(inner))} if inner else rest


def _lists(told: Mapping[str, Any], place: KeyPath) -> Iterator[KeyPath]:
    for name, value in told.items():
        if isinstance(value, list):
            yield (*place, name)
        elif isinstance(value, dict) and len(place) < _DEEPEST:
            yield from _lists(value, (*place, name))


def _at(told: Any, place: KeyPath) -> Any:
    for name in place:
        told = told.get(name) if isinstance(told, dict) else None
    return told


def _size(value: Any) -> int:
    """How many values it holds, within whatever."""
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else None
    return 1 if inner is None else sum(map(_size, inner))

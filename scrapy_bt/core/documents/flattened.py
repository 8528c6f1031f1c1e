"""JSON in which each value stands once in a list, and is told elsewhere by its place: what frameworks send pages as.

So do Nuxt, SvelteKit and Astro (`[{"boats":1},[2],{"name":3},"Dinghy"]`), and React Router with keys by place, too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime, timezone
from typing import Any

_KEY = re.compile(r"_([0-9]{1,9})")
"""A key that is told by its place."""
_LEAST_SPECIAL = -7
"""Numbers below zero stand for what JSON has no word for, as `undefined`."""
_HOLDING = frozenset({"Ref", "Reactive", "ShallowRef", "ShallowReactive", "EmptyRef", "EmptyShallowRef", "Island"})
"""Marks of a value that scripts watch."""
_TOLD = frozenset("DUBRYE")
"""Marks of React Router, behind which values stand themselves: of a moment, an address, a number of many digits."""
_DEEPEST = 200
_MOST_TIMES = 20
"""A value that many share is put together for each of them: so many times as much may come of a list as it tells."""


def unflattened(value: Any) -> Any:
    """The value that a flattened list stands for, also of each of the `nodes` of an answer; else the value itself."""
    if isinstance(value, list):
        # A list of one object or list and of values may mean what it says, as `[{"count": 1}, "boat"]` does.
        return _whole(value) if sum(isinstance(each, (dict, list)) for each in value) > 1 or _by_place(value) else value
    nodes = value.get("nodes") if isinstance(value, dict) else None
    if not isinstance(nodes, list):
        return value
    return value | {"nodes": [_of_node(node) for node in nodes]}


def _by_place(flat: list[Any]) -> bool:
    """Whether it begins with an object whose keys are told by their places."""
    return bool(flat) and isinstance(flat[0], dict) and any(map(_KEY.fullmatch, flat[0]))


def _of_node(node: Any) -> Any:
    data = node.get("data") if isinstance(node, dict) else None
    return node | {"data": _whole(data)} if isinstance(data, list) else node


def _whole(flat: list[Any]) -> Any:
    if len(flat) < 2 or not _is_flat(flat):
        return flat
    try:
        return _Flat(flat).value(0)
    except (RecursionError, OverflowError):
        return flat


def _is_flat(flat: list[Any]) -> bool:
    """Whether all numbers in containers are places of the list, and each place is told by one of them.

    Where it holds nothing but containers, as a matrix does, it tells no value.
    """
    if all(isinstance(each, (dict, list)) for each in flat):
        return False
    told: set[int] = set()
    for each in flat:
        if isinstance(each, (dict, list)):
            places = list(_places(each))
            if any(type(place) is not int or not _LEAST_SPECIAL <= place < len(flat) for place in places):
                return False
            told.update(places)
    return isinstance(flat[0], (dict, list)) and bool(flat[0]) and told.issuperset(range(1, len(flat)))


def _places(container: Any) -> Iterator[Any]:
    if isinstance(container, dict):
        yield from container.values()
        yield from (int(key[1]) for key in map(_KEY.fullmatch, container) if key is not None)
    elif container and isinstance(container[0], str):
        inner = () if container[0] in _TOLD else container[1:]
        yield from (each for each in inner if not isinstance(each, str))
    else:
        yield from container


class _Flat:
    def __init__(self, flat: list[Any]) -> None:
        self._flat = flat
        self._left = _MOST_TIMES * (1 + sum(len(each) for each in flat if isinstance(each, (dict, list))))
        self._around: set[int] = set()
        """The places that are being put together: a value within itself is left out."""

    def value(self, place: int) -> Any:
        if self._left <= 0:
            raise OverflowError
        self._left -= 1
        if place < 0 or place in self._around:
            return None
        if len(self._around) > _DEEPEST:
            raise RecursionError
        found = self._flat[place]
        self._around.add(place)
        try:
            if isinstance(found, dict):
                return {self._key(key): self.value(inner) for key, inner in found.items()}
            if isinstance(found, list):
                return self._listed(found)
            return found
        finally:
            self._around.discard(place)

    def _key(self, key: str) -> str:
        told = _KEY.fullmatch(key)
        return str(self._flat[int(told[1])]) if told is not None else key

    def _listed(self, found: list[Any]) -> Any:
        if not found or not isinstance(found[0], str):
            return [self.value(inner) for inner in found]
        mark, *rest = found
        if mark in _TOLD:
            return _moment(rest[0]) if mark == "D" and rest else rest[0] if rest else None
        values = [each if isinstance(each, str) else self.value(each) for each in rest]
        if mark in ("Map", "null", "M"):
            return {str(key): each for key, each in zip(values[::2], values[1::2], strict=False)}
        is_one = len(values) == 1 or (mark in _HOLDING and len(values) > 0)
        return values[0] if is_one and mark not in ("Set", "S") else values


def _moment(told: Any) -> Any:
    """Milliseconds since 1970 as scripts write a date; other values stay."""
    try:
        at = datetime.fromtimestamp(told / 1000, timezone.utc)
    except (TypeError, ValueError, OverflowError, OSError):
        return told
    return at.isoformat(timespec="milliseconds").replace("+00:00", "Z")

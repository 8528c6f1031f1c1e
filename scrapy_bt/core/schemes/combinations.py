"""The combinations of a scheme's words, by number: none is made before it is asked for, and counting makes none."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import comb, prod
from typing import Protocol

from .logic import All, Logic, read_logic
from .scheme import KeywordClass, Scheme

ENDLESS = 10**40
"""A number that nobody will see the end of."""


class Combinations:
    """The combinations in an order that never changes; a combination is the tuple of its words.

    Those with fewer optional words of a class come first, the last class changes fastest.
    """

    def __init__(self, scheme: Scheme) -> None:
        self._classes = scheme.classes
        by_name = {each.name: each for each in scheme.classes}
        self._ways = _ways_of(read_logic(scheme.between, tuple(by_name)), by_name)
        # Without any required word, the way without optional ones leaves nothing to look for.
        self._skipped = int(self._ways.has_none and not self._ways.has_required)

    @property
    def count(self) -> int:
        """How many there are."""
        return self._ways.count - self._skipped

    def __getitem__(self, index: int) -> tuple[str, ...]:
        if not 0 <= index < self.count:
            raise IndexError(index)
        chosen = dict(self._ways.choose(index + self._skipped))
        words: list[str] = []
        for each in self._classes:
            words += each.required
            words += chosen.get(each.name, ())
        return tuple(dict.fromkeys(words))


class _Ways(Protocol):
    """In how many ways optional words can be chosen; the first way has none, where *has_none*."""

    count: int
    has_none: bool
    has_required: bool
    """Some class in it has required words."""

    def choose(self, index: int) -> Iterator[tuple[str, tuple[str, ...]]]:
        """The words of the way with a number, by the names of their classes."""


class _OfClass:
    def __init__(self, each: KeywordClass) -> None:
        self._class = each
        self.count = count_choices(each)
        self.has_none, self.has_required = each.least == 0, bool(each.required)

    def choose(self, index: int) -> Iterator[tuple[str, tuple[str, ...]]]:
        yield self._class.name, choose(self._class, index)


class _OfAll:
    def __init__(self, parts: list[_Ways]) -> None:
        self._parts = parts
        self.count = prod(part.count for part in parts)
        self.has_none = all(part.has_none for part in parts)
        self.has_required = any(part.has_required for part in parts)

    def choose(self, index: int) -> Iterator[tuple[str, tuple[str, ...]]]:
        for part in reversed(self._parts):
            index, here = divmod(index, part.count)
            yield from part.choose(here)


class _OfOne:
    """Required words alone are one of the ways, whatever else the classes ask for."""

    def __init__(self, parts: list[_Ways]) -> None:
        self._parts = parts
        self.has_required = any(part.has_required for part in parts)
        self.has_none = self.has_required or any(part.has_none for part in parts)
        self.count = self.has_none + sum(part.count - part.has_none for part in parts)

    def choose(self, index: int) -> Iterator[tuple[str, tuple[str, ...]]]:
        index -= self.has_none
        if index < 0:
            return
        for part in self._parts:
            size = part.count - part.has_none
            if index < size:
                yield from part.choose(index + part.has_none)
                return
            index -= size


def _ways_of(logic: Logic, classes: Mapping[str, KeywordClass]) -> _Ways:
    if isinstance(logic, str):
        return _OfClass(classes[logic])
    parts = [_ways_of(part, classes) for part in logic.parts]
    return _OfAll(parts) if isinstance(logic, All) else _OfOne(parts)


def count_choices(each: KeywordClass) -> int:
    """In how many ways optional words of a class can be chosen; 1 for a class that has none.

    From `ENDLESS` on it is counted no further.
    """
    size = len(each.optional)
    total, ways = 0, comb(size, each.least)
    for count in range(each.least, min(each.most, size) + 1):
        total += ways
        if total >= ENDLESS:
            break
        ways = ways * (size - count) // (count + 1)
    return total


def choose(each: KeywordClass, index: int) -> tuple[str, ...]:
    """The choice of an index: by size, then in lexicographic order of the places of its words."""
    size = each.least
    while index >= (count := comb(len(each.optional), size)):
        index -= count
        size += 1
    words: list[str] = []
    left = len(each.optional)
    while size:
        # Of the choices of `size` words of the last `left`, those that begin behind the first k: comb(left - k, size).
        total = comb(left, size)
        first, end = 0, left - size
        while first < end:
            middle = (first + end + 1) // 2
            if total - comb(left - middle, size) <= index:
                first = middle
            else:
                end = middle - 1
        index -= total - comb(left - first, size)
        words.append(each.optional[len(each.optional) - left + first])
        left -= first + 1
        size -= 1
    return tuple(words)

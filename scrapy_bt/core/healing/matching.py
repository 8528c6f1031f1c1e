"""Elements of a page before and of one today that are the same, so that both can be shown side by side."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Hashable, Iterable

from ..documents.elements import Element
from .pages import Candidate, Page

_MOST = 400
_LEAST_TEXT = 3


def match_elements(old: Page, new: Page) -> list[tuple[Element, Element]]:
    """Pairs of elements, in the order of both pages: with a text, an id or class names that each page has once."""
    pairs: dict[int, tuple[Candidate, Candidate]] = {}
    taken: set[int] = set()
    for key in (_text, _id, _classes):
        before, now = _single(old.candidates, key), _single(new.candidates, key)
        for name, one in before.items():
            other = now.get(name)
            if other is not None and one.number not in pairs and other.number not in taken:
                pairs[one.number] = one, other
                taken.add(other.number)
    ordered = sorted(pairs.values(), key=lambda pair: (pair[0].start, pair[0].number))
    kept = _in_order(ordered)
    step = max(1, -(-len(kept) // _MOST))
    return [(one.outer, other.outer) for one, other in kept[::step]]


def _single(candidates: Iterable[Candidate], key: Callable[[Candidate], Hashable]) -> dict[Hashable, Candidate]:
    """The candidates whose key no other one has, by key."""
    found: dict[Hashable, Candidate | None] = {}
    for one in candidates:
        name = key(one)
        if name is not None:
            found[name] = None if name in found else one
    return {name: one for name, one in found.items() if one is not None}


def _text(one: Candidate) -> Hashable:
    return one.text.casefold() if len(one.text) >= _LEAST_TEXT else None


def _id(one: Candidate) -> Hashable:
    return next((("#", name) for element in one.chain if (name := element.get("id"))), None)


def _classes(one: Candidate) -> Hashable:
    named = ((element.tag, *(element.get("class") or "").split()) for element in one.chain)
    return next((name for name in named if len(name) > 1), None)


def _in_order(pairs: list[tuple[Candidate, Candidate]]) -> list[tuple[Candidate, Candidate]]:
    """The longest run of pairs that stand in order on both pages (patience sorting)."""
    tops: list[int] = []
    ends: list[int] = []
    before: list[int] = []
    for number, (_, other) in enumerate(pairs):
        at = bisect_left(tops, other.start)
        before.append(ends[at - 1] if at else -1)
        if at == len(tops):
            tops.append(other.start)
            ends.append(number)
        else:
            tops[at], ends[at] = other.start, number
    found = []
    number = ends[-1] if ends else -1
    while number >= 0:
        found.append(pairs[number])
        number = before[number]
    return found[::-1]

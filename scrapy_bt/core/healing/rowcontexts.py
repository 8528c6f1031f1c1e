"""The context of an element of a list page: its row, its cell, and the element that holds all rows."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from ..documents.elements import Element
from .outlines import Outline

Way = tuple[tuple[Any, str | None], ...]
"""Tags and class attributes from the root to an element."""

_ROW_PARENTS = frozenset({"table", "tbody", "ul", "ol", "dl"})
CELLS = frozenset({"td", "th", "dt", "dd"})
_IN_TURN = re.compile(r"odd|even|first|last|active|selected|current|\d", re.IGNORECASE)


@lru_cache(4_096)
def steady(name: str | None) -> str:
    """A class attribute without the names that tell rows of one kind from each other."""
    return " ".join(each for each in (name or "").split() if not _IN_TURN.search(each))


class Contexts:
    """Finds the contexts of the elements of a page; what many share is worked out once."""

    def __init__(self, outline: Outline) -> None:
        self._outline = outline
        self._ways: dict[Element, Way] = {}
        self._steady_ways: dict[Element, Way] = {}
        self._containers: dict[Element, Element | None] = {}
        self._rows: dict[tuple[Element, Element | None], Element] = {}
        self._alike: dict[Element, Counter[tuple[Any, str]]] = {}
        self._positions: dict[Element, dict[Element, int]] = {}
        self._links = [number for number, one in enumerate(outline.elements) if one.tag == "a"]

    def way_of(self, element: Element) -> Way:
        """Tags and class attributes from the root to an element."""
        return self._way(element, self._ways, lambda name: name)

    def steady_way_of(self, element: Element) -> Way:
        """The same with `steady` class attributes."""
        return self._way(element, self._steady_ways, lambda name: name and steady(name))

    def _way(self, element: Element, known: dict[Element, Way], name: Callable[[str | None], str | None]) -> Way:
        missing = []
        at = element
        while at is not None and at not in known:
            missing.append(at)
            at = at.getparent()
        way = known[at] if at is not None else ()
        for each in reversed(missing):
            way = known[each] = (*way, (each.tag, name(each.get("class"))))
        return way

    def container_of(self, element: Element) -> Element | None:
        """The nearest element around with repeated children; None if there is none within ten steps."""
        if element not in self._containers:
            self._containers[element] = self._container_of(element)
        return self._containers[element]

    def _container_of(self, element: Element) -> Element | None:
        at = element
        parent = at.getparent()
        for _ in range(10):
            if parent is None or parent.tag in ("body", "html"):
                return None
            if parent.tag in _ROW_PARENTS or self._repeats(parent, at):
                return parent
            at, parent = parent, parent.getparent()
        return None

    def _repeats(self, parent: Element, child: Element) -> bool:
        if child.tag in CELLS:
            return False
        if parent not in self._alike:
            self._alike[parent] = Counter((each.tag, steady(each.get("class"))) for each in parent)
        return self._alike[parent][child.tag, steady(child.get("class"))] >= 3

    def cell_of(self, element: Element) -> tuple[Element | None, int]:
        """The table cell around an element, and its position in the row, from 1; None and 0 outside of tables."""
        at = element
        for _ in range(4):
            if at is None:
                break
            if at.tag in CELLS:
                return at, self._position_of(at)
            at = at.getparent()
        return None, 0

    def _position_of(self, cell: Element) -> int:
        parent = cell.getparent()
        if parent is None:
            return 1
        if parent not in self._positions:
            cells = (each for each in parent if isinstance(each.tag, str))
            self._positions[parent] = {each: at for at, each in enumerate(cells, 1)}
        return self._positions[parent][cell]

    def row_of(self, element: Element, container: Element | None) -> Element:
        """The row of *container* that an element stands in."""
        passed = []
        at = element
        while (at, container) not in self._rows:
            passed.append(at)
            parent = at.getparent()
            if parent is None or parent is container or parent.tag in _ROW_PARENTS or at.tag == "tr":
                self._rows[at, container] = at
            else:
                at = parent
        row = self._rows[at, container]
        self._rows.update(((each, container), row) for each in passed)
        return row

    def address_of(self, element: Element) -> str:
        """The address that an element leads to: its own, or that of the first link in it or of the one around it."""
        if element.tag == "a":
            return element.get("href") or ""
        number = self._outline.numbers.get(element)
        if number is not None:
            at = bisect_right(self._links, number)
            if at < len(self._links) and self._links[at] < self._outline.ends[number]:
                return self._outline.elements[self._links[at]].get("href") or ""
        parent = element.getparent()
        return (parent.get("href") or "") if parent is not None and parent.tag == "a" else ""


def is_file(address: str) -> bool:
    """Whether an address looks like that of a file to download."""
    return any(sign in address.lower() for sign in (".pdf", "download", "/file", ".doc", ".wpd", "/document"))

"""What stands around an element of a list page: its row, its cell, and what holds all rows."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

Element = Any
"""An element of lxml, which has no public type for it."""

_ROW_PARENTS = frozenset({"table", "tbody", "ul", "ol", "dl"})
_CELLS = frozenset({"td", "th", "dt", "dd"})
_IN_TURN = re.compile(r"odd|even|first|last|active|selected|current|\d", re.IGNORECASE)


def way_of(element: Element) -> tuple[tuple[str, str | None], ...]:
    """Tags and class attributes from the root to an element."""
    way = []
    at = element
    while at is not None:
        way.append((at.tag, at.get("class")))
        at = at.getparent()
    return tuple(reversed(way))


@lru_cache(4_096)
def steady(name: str | None) -> str:
    """A class attribute without what tells rows of one kind from each other."""
    return " ".join(each for each in (name or "").split() if not _IN_TURN.search(each))


def container_of(element: Element) -> Element | None:
    """The nearest element around whose children repeat; None if there is none in ten steps."""
    at = element
    parent = at.getparent()
    for _ in range(10):
        if parent is None or parent.tag in ("body", "html"):
            return None
        if parent.tag in _ROW_PARENTS or _repeats(parent, at):
            return parent
        at, parent = parent, parent.getparent()
    return None


def _repeats(parent: Element, child: Element) -> bool:
    if child.tag in _CELLS or len(parent) < 3:
        return False
    name = steady(child.get("class"))
    alike = [each for each in parent if each.tag == child.tag and steady(each.get("class")) == name]
    return len(alike) >= 3


def cell_of(element: Element) -> tuple[Element | None, int]:
    """The cell of a table around an element, and its position in the row, from 1; None and 0 outside of tables."""
    at = element
    for _ in range(4):
        if at is None:
            break
        if at.tag in _CELLS:
            parent = at.getparent()
            return at, 1 + [each for each in parent if isinstance(each.tag, str)].index(at)
        at = at.getparent()
    return None, 0


def row_of(element: Element, container: Element | None) -> Element:
    """The row of *container* that an element stands in."""
    at = element
    while at is not None:
        parent = at.getparent()
        if parent is None or parent is container or parent.tag in _ROW_PARENTS or at.tag == "tr":
            return at
        at = parent
    return element


def address_of(element: Element) -> str:
    """Where an element leads: by itself, by the first link in it, or by the one around it; empty where nowhere."""
    if element.tag == "a":
        return element.get("href") or ""
    inner = next(element.iter("a"), None)
    if inner is not None:
        return inner.get("href") or ""
    parent = element.getparent()
    return (parent.get("href") or "") if parent is not None and parent.tag == "a" else ""


def is_file(address: str) -> bool:
    """Whether an address looks like that of a file to be downloaded."""
    return any(sign in address.lower() for sign in (".pdf", "download", "/file", ".doc", ".wpd", "/document"))

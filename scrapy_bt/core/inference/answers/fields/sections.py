"""Headings with all that is below each up to the next, where some of that is there for some of them only."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from lxml import etree

from ....documents.elements import HEADINGS, Element
from ..elements.classes import says_looks, stable_classes, word_of
from ..elements.rowselectors import own_selector
from ..elements.wholetexts import xpath_of
from ..values import Extraction
from .grouprows import said_in

_FEWEST = 3
"""Headings beside each other."""
_RARELY = 0.2
"""Of the headings, as many have what is a part of them at least."""
_MOST = 8
"""Kinds of parts."""


def parts_below(rows: Sequence[Element]) -> list[Element]:
    """What stands below headings, each kind of it once below one; empty if they are no headings, or it is otherwise."""
    if len(rows) < _FEWEST or any(row.tag not in HEADINGS for row in rows) or len({row.tag for row in rows}) > 1:
        return []
    own = set(rows)
    found = [list(up_to_next(row, own)) for row in rows]
    kinds = [Counter(map(own_selector, parts)) for parts in found]
    counts = Counter(kind for each in kinds for kind in each)
    parts = [part for each in found for part in each]
    is_told = all(found) and 1 < len(counts) <= _MOST and all(max(each.values()) == 1 for each in kinds)
    is_flat = all(part.tag not in HEADINGS and xpath_of(own_selector(part)) for part in parts)
    return parts if is_told and is_flat and all(n >= _RARELY * len(rows) for n in counts.values()) else []


def of_parts(rows: Sequence[Element], parts: Sequence[Element]) -> Iterator[tuple[str, Extraction]]:
    """A name and what takes the text of each kind of part, and the address of its link."""
    for kind in dict.fromkeys(map(own_selector, parts)):
        step = (xpath_of(kind) or "").removeprefix("//")
        path = f"set:leading(following-sibling::*, following-sibling::{rows[0].tag}[1])/self::{step}"
        alike = [part for part in parts if own_selector(part) == kind]
        name = next((word_of(name) for name in stable_classes(alike[0]) if not says_looks(name)), "text")
        if any(map(said_in, alike)):
            yield name, Extraction("xpath", f"normalize-space({path})")
        if any(part.find(".//a[@href]") is not None for part in alike):
            yield f"{name}_link", Extraction("xpath", f"{path}//a/@href")


def up_to_next(row: Element, rows: set[Element]) -> Iterator[Element]:
    """What stands behind a row before another one."""
    for each in row.itersiblings(etree.Element):
        if each in rows:
            return
        yield each

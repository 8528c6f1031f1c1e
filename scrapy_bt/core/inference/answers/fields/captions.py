"""Texts that say what stands right behind them, though no tag, class or colon says that they are labels."""

from __future__ import annotations

import re
from collections.abc import Collection

from lxml import etree

from ....documents.elements import Element
from ..elements.markup import children_of, text_within

_PARTS = re.compile(r"[-_]+")
_SEVERAL = 4
"""Elements beside each other, every second one always the same, from which on these are what the others are called."""


def calls(element: Element, following: Element) -> bool:
    """Whether an element says by its text or class what the one behind it is: “Cost” before `class="cost"`."""
    said, own = _letters(text_within(element)), [set(_PARTS.split(name)) for name in _names(element)]
    for each in following.iter(etree.Element):
        for name in _names(each):
            if _letters(name) == said or any(set(_PARTS.split(name)) < pieces for pieces in own):
                return True
    return False


def takes_turns(element: Element, constant: Collection[Element]) -> bool:
    """Whether it stands in a line in which every second element is *constant*, as labels before their values are."""
    parent = element.getparent()
    told = list(filter(text_within, children_of(parent))) if parent is not None else []
    is_so = (each in constant for each in told)
    return len(told) >= _SEVERAL and all(found == (place % 2 == 0) for place, found in enumerate(is_so))


def _names(element: Element) -> list[str]:
    """Its classes, and what it is by its ID or by microdata."""
    own = (element.get("id"), element.get("itemprop"))
    return [*(element.get("class") or "").casefold().split(), *(name.casefold() for name in own if name)]


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text.casefold()))

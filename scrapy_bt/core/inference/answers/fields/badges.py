"""Badges: a word such as “New” that stands at one end of the text of some rows, and is no part of it."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import islice

from lxml import etree

from ....documents.elements import Element
from ..elements.markup import text_within
from ..elements.neighbours import text_before
from ..elements.rowselectors import own_selector

_TAGS = ("span", "small", "i", "sup", "strong", "b", "label")
_FOUND = re.compile(r"high|hilite|match|hit|term|mark|keyword|found|query", re.IGNORECASE)
"""Classes of what was searched for, which is a part of the text."""
_FEWEST = 2
"""Rows that have it."""
_ALIKE = 3
"""So many rows, on average, have each of the words."""
_LONGEST = 30


def badges_of(rows: Sequence[Element]) -> frozenset[Element]:
    """The badges: some rows have one, once, always before or always behind the rest, with one of few words."""
    found: dict[tuple[str, str], list[tuple[Element, Element, str]]] = defaultdict(list)
    for row in rows:
        for element in _speaking_alone(row):
            if (end := _end(element)) and not _FOUND.search(element.get("class") or ""):
                of_kind = own_selector(element.getparent()), own_selector(element)
                found[of_kind].append((row, element, f"{end}{text_within(element)}"))
    kinds = (own for own in found.values() if _are_badges([(row, text) for row, _, text in own], len(rows)))
    return frozenset(element for own in kinds for _, element, _ in own)


def _are_badges(found: Sequence[tuple[Element, str]], rows: int) -> bool:
    texts = {text for _, text in found}
    is_once = len({row for row, _ in found}) == len(found)
    return (
        is_once
        and _FEWEST <= len(found) < rows
        and len(texts) * _ALIKE <= len(found) + 1
        and len({text[0] for text in texts}) == 1
    )


def _speaking_alone(row: Element) -> Iterator[Element]:
    """The elements of a row beside which no other one says something."""
    for around in row.iter(etree.Element):
        said = list(islice(filter(text_within, around.iterchildren(etree.Element)), 2))
        if len(said) == 1 and said[0].tag in _TAGS:
            yield said[0]


def _end(element: Element) -> str:
    """At which end of a text it stands, `<` or `>`; empty: at none, or it is all of it or long."""
    before, behind = _said(text_before(element)), _said(element.tail)
    if before == behind or len(text_within(element)) > _LONGEST:
        return ""
    return ">" if before else "<"


def _said(text: str | None) -> bool:
    return any(map(str.isalnum, text or ""))

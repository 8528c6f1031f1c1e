"""Ways of listing that find, beside the links of a list, others that are the same on all pages, as last entries are."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from ...samples.traffic import Answer
from ..answers.extraction import page_of
from ..answers.values import Extraction

_Links = list[dict[object, str]]
"""By page, the addresses of elements."""


def with_fixed(ways: Collection[Extraction], answers: Sequence[Answer]) -> set[Extraction]:
    """Those that find all that another way finds, and more that never changes, though the list is another each time."""
    found = {way: [_linked(answer, way) for answer in answers] for way in ways if way.how == "css"}
    changing = {way: pages for way, pages in found.items() if _changes(pages)}
    return {
        way
        for way, pages in found.items()
        if any(other != way and _adds_the_same(pages, own) for other, own in changing.items())
    }


def _linked(answer: Answer, way: Extraction) -> dict[object, str]:
    css, _, taken = way.text.rpartition("::attr(")
    attribute = taken.removesuffix(")")
    elements = page_of(answer).elements(Extraction("css", css)) if css else ()
    return {element: str(element.get(attribute) or "") for element in elements}


def _changes(pages: _Links) -> bool:
    """Whether no link is on all pages."""
    return len(pages) > 1 and all(pages) and not set.intersection(*(set(own.values()) for own in pages))


def _adds_the_same(pages: _Links, narrower: _Links) -> bool:
    rest = []
    for own, narrow in zip(pages, narrower, strict=True):
        if not narrow.keys() < own.keys():
            return False
        rest.append([address for element, address in own.items() if element not in narrow])
    return all(each == rest[0] for each in rest)

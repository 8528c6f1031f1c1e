"""Links of a list apart from those beside it that lead to the like: to what was seen last, or to what sells best."""

from __future__ import annotations

from collections.abc import Collection

from ...documents.elements import Element, is_element
from ...samples.traffic import Answer
from ..answers.elements.outlines import named
from ..answers.extraction import page_of
from ..answers.values import Extraction

_DEEPEST = 12
"""Elements around a link, up to its row."""


def has_others_beside(answer: Answer, links: str, row: str) -> bool:
    """Whether *links* are those of the rows that *row* selects, and fewer others, all elsewhere and otherwise built."""
    page = page_of(answer)
    rows = {each for each in page.elements(Extraction("css", row)) if is_element(each)}
    found = [each for each in page.elements(Extraction("css", links)) if is_element(each)]
    inside = {link: around for link in found if (around := _row_of(link, rows)) is not None}
    outside = [link for link in found if link not in inside]
    if not 0 < len({link.get("href") for link in outside}) < len({link.get("href") for link in inside}):
        return False
    lists = {around.getparent() for around in inside.values()}
    built = {_built(link, around) for link, around in inside.items()}
    return not any(_is_alike(link, lists, built) for link in outside)


def _row_of(link: Element, rows: Collection[Element]) -> Element | None:
    return next((each for each in (link, *link.iterancestors()) if each in rows), None)


def _is_alike(link: Element, lists: set[Element], built: Collection[tuple[object, ...]]) -> bool:
    """Whether a link stands in one of the lists, or is built as theirs are, with what is around it."""
    around = [link, *link.iterancestors()][:_DEEPEST]
    return not lists.isdisjoint(around) or any(_built(link, each) in built for each in around)


def _built(link: Element, row: Element) -> tuple[object, ...]:
    """The tags and classes from a link up to its row, of which the tag counts alone: rows may take turns in looks."""
    around = [link, *link.iterancestors()]
    return (*map(named, around[: around.index(row)]), row.tag)

"""Tables that are turned on their side: each column is about one thing, and each row begins with what it tells."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...documents.elements import Element, is_element
from ...samples.traffic import Answer
from ..answers.elements.markup import children_of, text_within
from ..answers.extraction import page_of

_FEWEST_ROWS, _FEWEST_CELLS = 2, 3
_Table = tuple[tuple[str, ...], tuple[frozenset[str], ...]]
"""What its rows begin with, and what each says behind that."""


def turned_table(pages: Sequence[Answer], rows: Sequence[Sequence[Any]]) -> str:
    """What a row of such a table begins with, which all pages have, each about other things; empty if none is so.

    *rows*: the rows of each page that are taken for records, in tables alone; without any it is any table of a page.
    """
    found = [_tables(page, own) for page, own in zip(pages, rows, strict=True)]
    if len(found) < _FEWEST_ROWS or not all(found):
        return ""
    for labels, first in found[0].items():
        others = [own[labels] for own in found[1:] if labels in own]
        are_told = len(others) == len(found) - 1 and all(
            not first[0] & other[0] - {""} and any(one != two for one, two in zip(first[1:], other[1:], strict=True))
            for other in others
        )
        if are_told:
            return labels[-1]
    return ""


def _tables(page: Answer, rows: Sequence[Any]) -> dict[tuple[str, ...], tuple[frozenset[str], ...]]:
    root = page_of(page).root
    if not is_element(root):
        return {}
    own = {table for row in rows if is_element(row) for table in row.iterancestors("table")}
    told = (_told(table) for table in root.iter("table") if not rows or table in own)
    return dict(filter(None, told))


def _told(table: Element) -> _Table | None:
    """What a table says, each row of which begins with a label and has as many cells as others; None if it is none."""
    lines = [children_of(row) for row in table.iter("tr")]
    texts = [[text_within(cell) for cell in cells] for cells in lines]
    counts = {len(own) for own in texts}
    if len(texts) < _FEWEST_ROWS or len(counts) > 1 or min(counts) < _FEWEST_CELLS:
        return None
    labels = tuple(own[0] for own in texts)
    are_labels = all(any(map(str.isalpha, label)) for label in labels[1:]) and len(set(labels)) == len(labels)
    return (labels, tuple(frozenset(own[1:]) for own in texts)) if are_labels else None

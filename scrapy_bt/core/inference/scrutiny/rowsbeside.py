"""Rows in a part of the page right beside the records' own that is built alike: a list in two columns is one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...documents.elements import is_element
from ..answers.elements.markup import children_of, text_within
from ..answers.elements.neighbours import after, before
from ..answers.elements.outlines import outline

_FEWEST = 2
"""Elements within a row, and rows beside, from which it is told that they are built alike."""


def rows_beside(pages: Sequence[Sequence[Any]]) -> str:
    """A text of such a row, if each of several pages has such rows; else empty. *pages*: the rows of each."""
    found = [_beside(rows) for rows in pages]
    if len(found) < 2 or not all(found) or len({tuple(own) for own in found}) < len(found):
        return ""
    return found[0][0]


def _beside(rows: Sequence[Any]) -> list[str]:
    parents = {row.getparent() for row in rows if is_element(row)}
    own = next(iter(parents)) if len(parents) == 1 else None
    if own is None or own.tag == "body":
        return []
    built = set(map(outline, rows))
    if any(len(each[-1]) < _FEWEST for each in built):
        return []
    for part in (before(own), after(own)):
        inner = children_of(part) if part is not None and part.tag == own.tag else []
        if len(inner) >= _FEWEST and all(outline(each) in built for each in inner):
            return list(map(text_within, inner))
    return []

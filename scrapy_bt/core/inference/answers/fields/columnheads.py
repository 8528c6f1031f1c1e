"""What stands over the columns of a table."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from ....documents.elements import Element
from ....documents.numbers import read_whole
from ..elements.markup import children_of, place_among_siblings, text_within
from .grouprows import without_head

_WIDEST = 1000
"""Columns that a cell may be over, in HTML."""


def heading_of(row: Element, element: Element) -> str:
    """What stands over the column of an element; empty if there is nothing."""
    cell = element
    while cell is not None and cell.getparent() is not row:
        cell = cell.getparent()
    heads = heads_of(row)
    place = place_among_siblings(cell) - 1 if cell is not None else len(heads)
    return heads[place] if place < len(heads) else ""


def heads_of(row: Element) -> Sequence[str]:
    """What stands over the columns of the table of a row."""
    table = next(row.iterancestors("table"), None)
    return _heads(table) if table is not None else ()


@lru_cache(4)
def _heads(table: Element) -> list[str]:
    """What stands over the columns; kept, since all rows of a table ask for it."""
    named = table.xpath(".//tr[th][1]/th")
    rows: Any = [] if named else table.xpath(".//tr[td]")
    heads = named or (children_of(rows[0]) if without_head(rows) else ())
    return [name for head in heads for name in _over_columns(head)]


def _over_columns(head: Element) -> list[str]:
    """What a heading calls each of its columns; one over several is the name of none."""
    wide = read_whole(head.get("colspan", "1")) or 1
    return [text_within(head)] if wide == 1 else [""] * min(wide, _WIDEST)

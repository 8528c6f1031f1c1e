"""Whether cells of one kind repeat in a table, as the days of a calendar, or are what its rows say in their columns."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from itertools import pairwise

from ....documents.elements import Element
from ..elements.markup import children_of, text_within

_FEWEST = 2
"""Columns with headings, and cells of a row."""
_COUNTED = re.compile(r"\d{1,2}(?!\d)")
"""What the days of a calendar begin with."""

_Pages = Sequence[Sequence[Element]]
"""What a selector finds, page by page."""


def are_of_grid(rows: _Pages, kinds: Iterable[_Pages]) -> bool:
    """Whether rows of a table are made of cells of one kind, without columns: then these repeat."""
    return any(row.tag == "tr" for own in rows for row in own[:1]) and any(
        all(len(row) > 1 and cells.issuperset(children_of(row)) for own in rows for row in own)
        and not all(map(_have_columns, rows))
        for cells in (set[Element]().union(*others) for others in kinds)
    )


def are_cells_of_rows(cells: _Pages, kinds: Collection[_Pages]) -> bool:
    """Whether all cells, some in each row, stand in rows of a table with columns that are of another kind."""
    if not all(cell.tag == "td" for own in cells for cell in own[:1]):
        return False
    counts = Counter(cell.getparent() for own in cells for cell in own)
    if None in counts or min(counts.values(), default=0) < _FEWEST:
        return False
    for rows in kinds:
        found = {row for own in rows for row in own}
        if found.issuperset(counts) and all(map(_have_columns, rows)):
            return True
    return False


def _have_columns(rows: Sequence[Element]) -> bool:
    """Whether the cells of rows stand below as many headings, and do not count up as days do; no rows: they may."""
    table = next(rows[0].iterancestors("table"), None) if rows else None
    if table is None:
        return not rows
    names = [text_within(heading) for heading in table.iter("th") if next(heading.iterancestors("tbody"), None) is None]
    if len(names) != len(children_of(rows[0])) or len(set(filter(None, names))) < _FEWEST:
        return False
    told = [text for row in rows for cell in row if (text := text_within(cell))]
    numbers = [int(found[0]) if (found := _COUNTED.match(text)) else None for text in told]
    up = sum(one is not None and other == one + 1 for one, other in pairwise(numbers))
    return up * 2 < len(numbers)

"""Names for the values of rows that are lists, by the table of a page that shows them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from ....documents.elements import is_element
from ....samples.traffic import Answer
from ..elements.markup import text_within
from ..extraction import page_of
from ..fields.fieldnames import field_name, unused
from ..fields.jsonfields import is_table
from ..values import Extraction, Fields

_UNNAMED = re.compile(r"value_(\d+)")
_FEWEST = 2
"""Headings that make a table."""


def with_headings(fields: Fields, answers: Sequence[Answer], each: Extraction, pages: Iterable[Answer]) -> Fields:
    """The fields, with those that only their place names called as the columns of the first table that fits."""
    if not any(_UNNAMED.fullmatch(name) for name, _ in fields):
        return fields
    rows = [row for answer in answers for row in page_of(answer).elements(each)]
    count = len(rows[0]) if is_table(rows) else 0
    headings = next((found for page in pages if (found := _headings(page, count))), None) if count else None
    if headings is None:
        return fields
    seen = {name for name, _ in fields if not _UNNAMED.fullmatch(name)}
    named = []
    for name, extraction in fields:
        place = _UNNAMED.fullmatch(name)
        heading = field_name(headings[int(place[1]) - 1]) if place else ""
        named.append((unused(heading, seen) if heading else name, extraction))
    return tuple(named)


def _headings(page: Answer, count: int) -> list[str]:
    """The headings of a table of the page with so many columns; empty if it has none."""
    root: Any = page_of(page).root
    if not is_element(root):
        return []
    rows: Any = root.xpath("//table//tr[th]")
    for row in rows:
        cells = [text_within(cell) for cell in row if cell.tag in ("th", "td")]
        if len(cells) == count and sum(map(bool, cells)) >= _FEWEST:
            return cells
    return []

"""Lists that are asked for from their beginning each time, with more of them: `limit=20`, then `limit=40`."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from ...samples.traffic import Answer
from ..answers.extraction import extract_within, page_of
from ..answers.values import Extraction

_NEARLY_ALL = 0.9
"""Of the rows of a page, some of which may be gone, or another one, by the time that the next page is asked for."""
_FEWEST = 3
"""Rows of a page, of which it is told that they come again."""


def grows(each: Extraction, fields: Sequence[tuple[str, Extraction]], series: Sequence[Sequence[Answer]]) -> bool:
    """Whether each page has the rows of the one before, and further ones; *series*: by recording, its pages."""
    held = [[_rows(page, each, fields) for page in pages] for pages in series]
    pairs = [pair for pages in held for pair in pairwise(pages)]
    longer = [(before, after) for before, after in pairs if len(after) > len(before) >= _FEWEST]
    return bool(longer) and all(
        len(before & after) >= _NEARLY_ALL * len(before) and len(after) >= len(before) for before, after in pairs
    )


def _rows(page: Answer, each: Extraction, fields: Sequence[tuple[str, Extraction]]) -> frozenset[tuple[str, ...]]:
    rows = page_of(page).elements(each)
    return frozenset(tuple(" ".join(extract_within(row, field)) for _, field in fields) for row in rows)

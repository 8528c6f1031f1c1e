"""What a page says of its list, in a box built as those of the rows: it has hardly anything of what the rows have."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ....documents.elements import is_element
from ....samples.traffic import Answer
from ..elements.classes import stable_classes
from ..extraction import extract_within, page_of
from ..values import Extraction, Fields

_MOST_HAVE = 0.8
"""Rows that have a field which makes a row."""
_BARE = 0.25
"""Of the fields that rows have, what is none of them has at most."""
_FEWEST = 4
"""Fields that rows have, where anything is told from them."""


def without_bare_rows(each: Extraction, fields: Fields, answers: Sequence[Answer]) -> Extraction:
    """The rows by a class that only those have that are filled; unchanged if all are, or no class tells."""
    pages = [page_of(answer).elements(each) for answer in answers] if each.how == "css" else []
    rows = [row for page in pages for row in page if is_element(row)]
    held = [[bool(extract_within(row, field)) for _, field in fields] for row in rows]
    common = [place for place, _ in enumerate(fields) if sum(own[place] for own in held) >= _MOST_HAVE * len(rows)]
    counts = [sum(own[place] for place in common) for own in held]
    bare = {row for row, count in zip(rows, counts, strict=True) if count <= _BARE * len(common)}
    if len(common) < _FEWEST or not bare or len(bare) == len(rows):
        return each
    full = [row for row in rows if row not in bare]
    classes = set.intersection(*(set(stable_classes(row)) for row in full))
    classes = classes.difference(*(stable_classes(row) for row in bare))
    for own in sorted(classes, key=lambda text: (len(text), text)):
        narrower = replace(each, text=f"{each.text}.{own}")
        if [row for answer in answers for row in page_of(answer).elements(narrower)] == full:
            return narrower
    return each

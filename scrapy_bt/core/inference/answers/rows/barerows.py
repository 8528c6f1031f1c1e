"""What a page says of its list, in a box built as those of the rows: it has hardly anything of what the rows have."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import compress

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
    held = [[extract_within(row, field) for _, field in fields] for row in rows]
    enough = _MOST_HAVE * len(rows)
    common = [place for place, _ in enumerate(fields) if sum(bool(own[place]) for own in held) >= enough]
    counts = [sum(bool(own[place]) for place in common) for own in held]
    are_bare = [count <= _BARE * len(common) for count in counts]
    if len(common) < _FEWEST or not any(are_bare) or all(are_bare):
        return each
    told = [[own[place] for own in held] for place in common]
    if any(_is_entry(texts, are_bare) for texts in told):
        return each
    bare = set(compress(rows, are_bare))
    full = [row for row in rows if row not in bare]
    classes = set.intersection(*(set(stable_classes(row)) for row in full))
    classes = classes.difference(*(stable_classes(row) for row in bare))
    for own in sorted(classes, key=lambda text: (len(text), text)):
        narrower = replace(each, text=f"{each.text}.{own}")
        if [row for answer in answers for row in page_of(answer).elements(narrower)] == full:
            return narrower
    return each


def _is_entry(told: Sequence[list[str]], are_bare: Sequence[bool]) -> bool:
    """Whether a bare row has a field that says in words what each row is: an entry of which no more is told yet.

    Or an address like those of the others; *told*: of each row, what it has in that field.
    """
    own = [texts[0] for texts, is_bare in zip(told, are_bare, strict=True) if texts and is_bare]
    full = [texts[0] for texts, is_bare in zip(told, are_bare, strict=True) if texts and not is_bare]
    if not all(any(map(str.isalpha, text)) for text in full) or len(set(full)) < _MOST_HAVE * len(full):
        return False
    places = [{text.rpartition("/")[0] for text in texts} for texts in (own, full)]
    return bool(places[0] & places[1])

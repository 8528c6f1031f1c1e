"""Rows in several parts of a page right beside each other, as in two columns: they are one list."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from ....documents.elements import Element, is_element
from ....samples.traffic import Answer
from ..elements.markup import children_of, text_within
from ..elements.neighbours import after, before
from ..elements.outlines import outline
from ..extraction import page_of
from ..values import Extraction
from .rows import holder_of

_FEWEST = 2
"""Elements within a row, from which it is told that others are built alike; and pages, which differ in the parts."""


def of_all_parts(each: Extraction, answers: Sequence[Answer]) -> Extraction:
    """The rows, and those of the parts right beside theirs that hold nothing else, where these differ by page."""
    if each.how != "css" or ">" not in each.text:
        return each
    pages = [page_of(answer).elements(each) for answer in answers]
    found = [_in_parts(rows) for rows in pages if rows]
    further = [_texts(own) - _texts(rows) for own, rows in zip(found, filter(None, pages), strict=True)]
    if len(found) < _FEWEST or not all(further) or any(told == further[0] for told in further[1:]):
        return each
    row = found[0][0]
    several = Extraction("css", f"{holder_of(row.getparent().getparent())} > {row.getparent().tag} > {row.tag}")
    told = [page_of(answer).elements(several) for answer, rows in zip(answers, pages, strict=True) if rows]
    return several if told == found else each


def _texts(rows: Sequence[Element]) -> set[str]:
    return set(map(text_within, rows))


def _in_parts(rows: Sequence[Element]) -> list[Element]:
    """All rows of the parts that stand beside each other, in order; the rows themselves where there are no others."""
    parents = {row.getparent() for row in rows if is_element(row)}
    own = parents.pop() if len(parents) == 1 else None
    built = set(map(outline, rows)) if own is not None and own.tag != "body" else set()
    if own is None or not built or any(len(each[-1]) < _FEWEST for each in built):
        return list(rows)
    earlier, later = list(_alike(own, before, built)), list(_alike(own, after, built))
    before_them = [row for part in reversed(earlier) for row in children_of(part)]
    return [*before_them, *rows, *(row for part in later for row in children_of(part))]


def _alike(own: Element, beside: Callable[[Element], Element | None], built: set[Any]) -> Iterator[Element]:
    """The parts on one side of a part, as far as all that they hold is built as its rows are."""
    part = beside(own)
    while part is not None and part.tag == own.tag and (inner := children_of(part)):
        if any(outline(child) not in built for child in inner):
            return
        yield part
        part = beside(part)

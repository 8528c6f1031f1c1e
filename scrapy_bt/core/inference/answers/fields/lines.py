"""Rows that go on in several lines behind them, as an entry of a journal does in its postings: these belong to it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from lxml import etree

from ....documents.elements import Element
from ..elements.classes import stable_classes
from ..elements.neighbours import before
from ..elements.rowselectors import own_selector
from ..elements.wholetexts import path_in_row, xpath_of
from ..values import Extraction
from .followers import chain_behind
from .grouprows import texts_of
from .ruled import parts_to_line
from .sections import parts_below, up_to_next

_FEWEST = 3
"""Rows, from which it is told that each has lines."""
_MOST = 0.8
"""How many of them have to have some."""
_SEVERAL = 2
"""Lines of a row, and texts of it: one text alone heads a group, and what is below it are the rows."""


def behind(rows: Sequence[Element]) -> list[Element]:
    """What goes on with rows behind them: the same elements of each, or its lines; empty if nothing does."""
    return lines_of(rows) or parts_to_line(rows) or chain_behind(rows) or parts_below(rows)


def lines_of(rows: Sequence[Element]) -> list[Element]:
    """All that stands behind rows of one kind, up to the next, if it is of one other kind; empty if there are none."""
    kinds = set(map(own_selector, rows))
    if len(rows) < _FEWEST or rows[0].tag == "dt" or len(kinds) > 1 or not stable_classes(rows[0]):
        return []
    if sum(len(list(texts_of(row))) >= _SEVERAL for row in rows) < _MOST * len(rows):
        return []
    own = set(rows)
    found = [list(up_to_next(row, own)) for row in rows]
    lines = [line for each in found for line in each]
    theirs = Counter(map(own_selector, lines))
    begins = before(rows[0])
    is_told = len(theirs) == 1 and kinds.isdisjoint(theirs) and (begins is None or own_selector(begins) not in theirs)
    is_several = sum(map(bool, found)) >= _MOST * len(rows) and max(map(len, found)) >= _SEVERAL
    is_built = is_several and _build(lines[0]) not in set(map(_build, rows))
    return lines if is_told and is_built and xpath_of(own_selector(lines[0])) else []


def of_lines(
    rows: Sequence[Element], lines: Sequence[Element], fields: Iterator[tuple[str, Extraction]]
) -> Iterator[tuple[str, Extraction]]:
    """The fields of the lines, each with what all lines of a row say; *fields*: as from a line itself."""
    head, line = own_selector(rows[0]), own_selector(lines[0])
    path = f"set:leading(following-sibling::*, following-sibling::{_step(head)}[1])/self::{_step(line)}"
    for name, extraction in fields:
        selector, _, what = extraction.text.rpartition("::")
        below = path_in_row(selector) if selector not in ("", line) else "."
        if extraction.how == "css" and below is not None:
            is_text = what == "text"
            end = "text()[normalize-space()]" if is_text else f"@{what.removeprefix('attr(').removesuffix(')')}"
            yield name, Extraction("xpath", f"{path}/{below}/{end}", all=True)


def _step(selector: str) -> str:
    return (xpath_of(selector) or "//*").removeprefix("//")


def _build(element: Element) -> frozenset[str]:
    """What it holds, as rows that take turns in their looks hold the same."""
    return frozenset(own_selector(each) for each in element.iterdescendants(etree.Element))

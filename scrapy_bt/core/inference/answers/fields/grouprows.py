"""Rows that head others, as names of columns, or a date above the entries of its day; they are left out."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise

from lxml import etree

from ....documents.elements import Element
from ..elements.classes import stable_classes
from ..elements.markup import children_of

_SEVERAL = 2
"""Texts of a row, at least, beside which one text alone heads them."""
_HEADING = re.compile(r"head|hdr|caption|title|(?:^|[-_])th(?:$|[-_])", re.IGNORECASE)
"""In a class of cells: they name columns, though they are called `td`."""

_NOT_ACROSS = ":not(:has(> [colspan]:not([colspan='1']):only-child))"
"""Of rows, those that are not one cell over several columns."""


def without_group_heads(rows: Sequence[Element]) -> tuple[str, list[Element]]:
    """What a selector says more to leave out what heads groups of rows, and the rows; empty if all are rows.

    Each group's head says one text, or nothing as a line does, is built as no row is, and has a class that no row has.
    """
    heads = [row for row in rows if len(list(texts_of(row))) < _SEVERAL]
    others = [row for row in rows if len(list(texts_of(row))) >= _SEVERAL]
    if _head_in_levels(rows):
        return _NOT_ACROSS, [row for row in rows if not _is_across(row)]
    if not heads or len(heads) * 2 > len(others):
        return "", list(rows)
    usual = {name for name, count in Counter(_built(others)).items() if count * 2 >= len(others)}
    taken = {name for row in others for name in stable_classes(row)}
    own = [[name for name in stable_classes(row) if name not in taken] for row in heads]
    if not all(own) or usual & set(_built(heads)):
        return "", list(rows)
    return "".join(f":not(.{name})" for name in sorted({names[0] for names in own})), others


def _head_in_levels(rows: Sequence[Element]) -> bool:
    """Whether cells across all columns head other rows, and some head such heads, as a chapter those of its parts.

    Where they stand by themselves before single rows, they may be the first lines of these. The last row is none.
    """
    are_across = [_is_across(row) for row in rows]
    is_last = not are_across or are_across[-1]
    return not is_last and are_across[0] and any(one and other for one, other in pairwise(are_across))


def _is_across(row: Element) -> bool:
    """Whether a row of a table is one cell over several columns."""
    cells = children_of(row)
    return row.tag == "tr" and len(cells) == 1 and cells[0].get("colspan", "1") != "1"


def without_head(rows: Sequence[Element]) -> str:
    """What a selector says more to leave out the first row, which names the columns; empty if it does not.

    A class says so, of the row or of all its cells, which no other row has.
    """
    heads = children_of(rows[0]) if len(rows) > _SEVERAL else []
    if len(heads) < _SEVERAL:
        return ""
    cells = set.intersection(*(set(stable_classes(cell)) for cell in heads))
    taken = {name for row in rows[1:] for cell in row for name in stable_classes(cell)}
    if name := next((name for name in sorted(cells - taken) if _HEADING.search(name)), ""):
        return f":not(:has(> td.{name}))"
    others = {name for row in rows[1:] for name in stable_classes(row)}
    name = next((name for name in sorted({*stable_classes(rows[0])} - others) if _HEADING.search(name)), "")
    return f":not(.{name})" if name else ""


def texts_of(row: Element) -> Iterator[str]:
    """The texts of a row, one by one."""
    return (text for text in row.itertext() if text.strip())


def said_in(element: Element) -> str:
    """All that an element says, with blanks between its texts."""
    return " ".join(" ".join(texts_of(element)).split())


def _built(rows: Sequence[Element]) -> Iterator[str]:
    """Of each row, what it holds that says something: links, and elements by their classes."""
    for row in rows:
        yield from {
            f"{element.tag}.{name}"
            for element in row.iterdescendants(etree.Element)
            for name in (stable_classes(element)[:1] or ([""] if element.tag == "a" else []))
        }

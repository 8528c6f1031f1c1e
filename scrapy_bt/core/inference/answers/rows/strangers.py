"""Rows among others that are none of them: advertisements, what is pinned above all lists, names of columns, totals."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from lxml import etree

from ....documents.elements import Element, is_element
from ....samples.traffic import Answer
from ..elements.classes import stable_classes
from ..elements.markup import children_of
from ..elements.neighbours import before
from ..extraction import page_of
from ..fields.grouprows import said_in, texts_of
from ..values import Extraction
from .paid import is_label_of_paid, paid_by_class

_FEWEST_PAIRS = 3
"""Of rows that take turns, on one of the pages."""
Rows = Sequence[Element]
"""Of one page."""


def without_strangers(each: Extraction, answers: Sequence[Answer]) -> Extraction:
    """The rows but for fewer ones among them that are others, as far as a selector tells them apart."""
    for strange in (_advertised, _over_columns, _the_same, _introducing):
        pages = _rows(each, answers)
        found = strange(pages) if pages else []
        known = set(found)
        others = [row for own in pages for row in own if row not in known]
        if found and len(found) < len(others):
            each = replace(each, text=f"{each.text}{_told_apart(found, others)}")
    return each


def without_second_lines(each: Extraction, answers: Sequence[Answer]) -> Extraction:
    """The first of two rows each of a table, where they take turns on all pages and only those hold a thing of a kind.

    Where they have a class of their own, this tells them.
    """
    pages = _rows(each, answers)
    if not pages or any(len(own) % 2 for own in pages) or max(map(len, pages)) < 2 * _FEWEST_PAIRS:
        return each
    firsts = [row for own in pages for row in own[::2]]
    seconds = [row for own in pages for row in own[1::2]]
    is_table = all(row.tag == "tr" for row in (*firsts, *seconds))
    if not is_table or set.intersection(*map(_own, firsts)).difference(*map(_own, seconds)):
        return each
    only = sorted(set.intersection(*map(_held, firsts)).difference(*map(_held, seconds)))
    return replace(each, text=f"{each.text}:has({_simplest(only)})") if only else each


def _rows(each: Extraction, answers: Sequence[Answer]) -> list[Rows]:
    found = [page_of(answer).elements(each) for answer in answers] if each.how == "css" else []
    pages: list[Rows] = [own for own in found if own]
    return pages if all(is_element(row) for own in pages for row in own) else []


def _advertised(pages: Sequence[Rows]) -> list[Element]:
    """Those that say that they are paid for, or whose class does: but not where they lead to what others lead to."""
    rows = [row for own in pages for row in own]
    paid = paid_by_class(rows)
    return [row for row in rows if row in paid or any(map(is_label_of_paid, texts_of(row)))]


def _over_columns(pages: Sequence[Rows]) -> list[Element]:
    """The last rows of tables that have a cell over several columns, where no other row has one."""
    found = [row for own in pages for row in _at_end(own, _is_wide)]
    return found if found and sum(_is_wide(row) for own in pages for row in own) == len(found) else []


def _is_wide(row: Element) -> bool:
    return row.tag == "tr" and any(cell.get("colspan", "1").strip() not in ("", "0", "1") for cell in children_of(row))


def _the_same(pages: Sequence[Rows]) -> list[Element]:
    """The first or last rows that say the same on all pages, which differ in their others."""
    if len(pages) < 2:
        return []
    said = [[said_in(row) for row in own] for own in pages]
    same = set[str]().union(*said).intersection(*said) - {""}
    if not same or any(same.issuperset(own) for own in said):
        return []
    found = [
        row for own in pages for rows in (own, own[::-1]) for row in _at_end(rows, lambda each: said_in(each) in same)
    ]
    return found if {said_in(row) for row in found} == same else []


def _introducing(pages: Sequence[Rows]) -> list[Element]:
    """The first rows of the pages, where they hold the heading of the page, which no other row does."""
    headed = [row for own in pages for row in own if row.find(".//h1") is not None]
    return headed if headed == [own[0] for own in pages] else []


def _at_end(rows: Rows, is_meant: Callable[[Element], bool]) -> Iterator[Element]:
    """The last rows, as far as all of them are meant."""
    for row in reversed(rows):
        if not is_meant(row):
            break
        yield row


def _told_apart(found: Rows, others: Rows) -> str:
    """What a selector says more to leave some rows out: by a class, or by what only they, or only the others, hold."""
    for of, shape in ((_own, "{}"), (_held, ":has({})")):
        theirs, usual = [of(row) for row in found], [of(row) for row in others]
        if only := sorted(set.intersection(*theirs).difference(*usual)):
            return f":not({shape.format(_simplest(only))})"
        if lacking := sorted(set.intersection(*usual).difference(*theirs)):
            return shape.format(_simplest(lacking))
    return ":not(:first-child)" if all(map(_is_first, found)) and not any(map(_is_first, others)) else ""


def _is_first(row: Element) -> bool:
    return before(row) is None


def _own(row: Element) -> set[str]:
    return {f".{name}" for name in stable_classes(row)}


def _held(row: Element) -> set[str]:
    """What a row holds, by tags and classes; a cell over several columns, too."""
    inner = [each for each in row.iterdescendants(etree.Element) if isinstance(each.tag, str)]
    names = {f".{name}" for each in inner for name in stable_classes(each)}
    wide = {"> [colspan]"} if _is_wide(row) else set[str]()
    return {*names, *wide, *(tag for each in inner if (tag := str(each.tag)).isalnum())}


def _simplest(told: Sequence[str]) -> str:
    """What is told by a class, which a person has given, before what is told by a tag alone."""
    return next((each for each in told if each.startswith((".", ">"))), told[0])

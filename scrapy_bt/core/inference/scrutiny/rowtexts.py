"""What stands in rows and around them on recorded pages, and tells that they are not what they are taken for."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from functools import partial
from itertools import pairwise
from typing import Any

from lxml import etree

from ....sentences import say
from ...documents.elements import HEADINGS, Element, is_element
from ...samples.traffic import Answer
from ..answers.elements.outlines import named, outline
from ..answers.elements.shown import SKIPPED
from ..answers.elements.wholetexts import is_amount
from ..answers.extraction import page_of
from ..answers.rows.paid import is_label_of_paid, paid_by_class
from ..findings import Records
from ..recordedpages import RecordedPages

_FEWEST = 3
"""Rows of a page from which it is told what stands between them, or beside them."""
_WHOLE = re.compile(r"normalize-space\((.+)\)")
_WORD = re.compile(r"\w")
_LINED = frozenset({"sub", "sup", "wbr", "b", "i", "em", "strong", "mark", "u", "code", "font", "small", "abbr"})
"""Elements that stand within a word."""
_JOINING = frozenset({"sub", "sup", "wbr", "small"})
"""Those that stand within a number, as the cents of a price do."""


def told_by_rows(recorded: RecordedPages, pages: Sequence[Answer], given: Sequence[str]) -> Iterator[str]:
    """What speaks against the records of pages, in a sentence each; *given*: for each of them."""
    records = recorded.records
    if records is None:
        return
    rows = [[row for row in recorded.elements(page) if is_element(row)] for page in pages]
    held = [frozenset[str]().union(*recorded.rows(page)) for page in pages]
    headings = (heading_between(own, known) for own, known in zip(rows, held, strict=True))
    if text := next(filter(None, headings), ""):
        yield say(
            "the heading “{}” stands between the records of a page, and no field says what is under it", text[:60]
        )
    if text := next(filter(None, map(advertised, rows)), ""):
        yield say("some of the records are labelled “{}”: they may be none of what is wanted", text[:40])
    if name := glued(records, rows, pages):
        yield say("the field {} runs several texts of a page together", name)
    if text := held_elsewhere(rows, given):
        yield say("“{}” is built as the records are and holds what was given, which none of these do", text[:60])


def heading_between(rows: Sequence[Element], held: Collection[str]) -> str:
    """A heading between two rows that stand beside each other, and in no record; empty if there is none."""
    parents = {row.getparent() for row in rows}
    if len(rows) < _FEWEST or len(parents) != 1 or rows[0].tag in HEADINGS:
        return ""
    own = set(rows)
    for sibling in rows[0].itersiblings():
        if sibling is rows[-1]:
            break
        if sibling not in own and sibling.tag in HEADINGS:
            text = _text(sibling)
            if text and text not in held:
                return text
    return ""


def advertised(rows: Sequence[Element]) -> str:
    """What says that some rows of a page, and not all, are advertisements; empty if nothing does.

    It is a class of a row, or stands in an element that other rows have not: a column may say anything.
    """
    if paid := paid_by_class(rows):
        return next(iter(paid.values())) if len(paid) < len(rows) else ""
    labels = [{named(each): each for each in row.iter(etree.Element) if is_label_of_paid(_text(each))} for row in rows]
    others = {named(each) for row, own in zip(rows, labels, strict=True) if not own for each in row.iter(etree.Element)}
    told = (_text(each) for own in labels for name, each in own.items() if name not in others)
    return next(told, "") if not all(labels) else ""


def glued(records: Records, rows: Sequence[Sequence[Element]], pages: Sequence[Answer]) -> str:
    """A field that takes the text of several elements as one, without anything between them; empty if there is none."""
    for name, extraction in records.fields:
        found = _WHOLE.fullmatch(extraction.text) if extraction.how == "xpath" else None
        if found is None:
            continue
        around: list[Any] = [page_of(page).root for page in pages]
        if records.each is not None:
            around = [row for own in rows for row in own]
        elements = [element for each in around for element in _first(each, found[1])]
        if len(set(map(_text, elements))) > 1 and all(map(_is_run_together, elements)):
            return name
    return ""


def _first(around: Any, path: str) -> list[Element]:
    if not is_element(around):
        return []
    try:
        found = around.xpath(path)
    except etree.XPathError:
        return []
    return [each for each in found if is_element(each)][:1] if isinstance(found, list) else []


def _is_run_together(element: Element) -> bool:
    """Whether a word of one inner element goes on in the next one, with not even a blank between.

    A number with its currency or unit is one value.
    """
    if is_amount(element):
        return False
    pieces: Any = element.xpath("descendant-or-self::text()")
    told = [(_owner(text), str(text)) for text in pieces if _owner(text).tag not in SKIPPED]
    return any(
        one is not other and _goes_on(text[-1], following[0], {one.tag, other.tag})
        for (one, text), (other, following) in pairwise(told)
    )


def _goes_on(last: str, first: str, tags: Collection[str]) -> bool:
    """Whether a word goes on where it should not, by the letters at its seam; a number also within one word's looks."""
    if last.isdigit() and first.isdigit():
        return not _JOINING.intersection(tags)
    return not _LINED.intersection(tags) and bool(_WORD.match(last) and _WORD.match(first))


def _owner(text: Any) -> Any:
    return text.getparent().getparent() if text.is_tail else text.getparent()


def held_elsewhere(rows: Sequence[Sequence[Element]], given: Sequence[str]) -> str:
    """A text of an element that is built like the rows, and holds what was *given*, which the rows do not hold.

    Empty where some page has no such element.
    """
    shown = ""
    for own, text in zip(rows, given, strict=True):
        if not own or not text or any(map(partial(_holds, text), own)):
            return ""
        known, built = set(own), outline(own[0])
        alike = (each for each in own[0].getroottree().iter(own[0].tag) if each not in known)
        others = [each for each in alike if _holds(text, each) and outline(each) == built]
        if not others:
            return ""
        shown = shown or _text(others[0])
    return shown


def _holds(wanted: str, element: Element) -> bool:
    return wanted.casefold() in _text(element).casefold()


def _text(element: Element) -> str:
    return " ".join("".join(map(str, element.itertext())).split())

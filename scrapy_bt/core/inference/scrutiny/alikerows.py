"""Rows that say much the same on all pages, as “Chapter 1” to “Chapter 12” do: they may be what is wanted."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet

from lxml import etree

from ...documents.elements import Element, is_element
from ...samples.traffic import Answer
from ..answers.elements.classes import kind_of_element
from ..answers.elements.markup import text_within
from ..answers.elements.shown import main_part, shown_in
from ..answers.extraction import page_of
from ..answers.rows.margins import is_in_margin
from ..answers.rows.properties import are_properties
from ..answers.rows.rows import rows_of
from .subject import Subject

_FEWEST = 4
"""Rows of each page."""
_MUCH = 0.4
"""Of the letters of a page's main part, from which it may be about its rows."""
_LONGEST = 150
"""Letters of a row; longer ones are parts of a page."""
_ALIKE = 0.5
"""Of the rows of a page, as many say what the other pages have, too."""
_TELLING = ("href", "src", "alt", "title", "datetime")
"""Attributes by which rows that say the same differ."""
_OF_PICTURES = ("src", "alt", "class")
_NUMBERS, _WORDS = re.compile(r"\d{1,6}"), re.compile(r"[^\W_]+")


def alike_rows(subject: Subject) -> str:
    """What the first of such rows says, where they are most of each page, and no record; empty if there are none.

    They differ in where they lead, in pictures, in how many there are, or some of them in what they say.
    """
    if subject.records is None or subject.records.each is not None or subject.records.within is not None:
        return ""
    pages = [page for page in subject.all_pages if is_element(page_of(page).root)]
    held = [frozenset[str]().union(*subject.recorded.rows(page)) for page in pages]
    for each in dict.fromkeys(rows.each for rows in rows_of(pages[0])) if len(pages) > 1 else ():
        found = [[row for row in page_of(page).elements(each) if is_element(row)] for page in pages]
        if _are_much(pages, found) and not are_properties(each, pages) and _differ(pages, found, held):
            return _first_text(found[0][0])
    return ""


def _are_much(pages: Sequence[Answer], found: Sequence[Sequence[Element]]) -> bool:
    """Whether they are much of the content of each page: one list of short entries, and nothing that is filled in.

    Entries are called alike, as parts of a page are not.
    """
    for page, rows in zip(pages, found, strict=True):
        kinds = {(row.getparent(), *kind_of_element(row)) for row in rows}
        is_list = len(kinds) == 1 and len(rows) >= _FEWEST
        if not is_list or is_in_margin(rows[0]) or next(rows[0].iterancestors("form"), None) is not None:
            return False
        told = [len(text_within(row)) for row in rows]
        if max(told) > _LONGEST or sum(told) < _MUCH * len(shown_in(main_part(page_of(page).root))):
            return False
    return True


def _differ(pages: Sequence[Answer], found: Sequence[Sequence[Element]], held: Sequence[AbstractSet[str]]) -> bool:
    """Whether rows that mostly say the same on all pages differ there in something that is in no field.

    A menu of a page leads to parts of it: its addresses differ just as those of the pages do. Sizes, steps, and links
    to share or to print it are some of the same ones everywhere, wherever they lead: they differ in pictures alone.
    """
    told = [[text_within(row) for row in own] for own in found]
    everywhere = set(told[0]).intersection(*told) - {""}
    if any(sum(text in everywhere for text in own) < _ALIKE * len(own) for own in told):
        return False
    if not _are_counted(found[0]) and set[str]().union(*told) in map(set, told):
        pictures = {
            (text, *_pictures(row))
            for own, rows in zip(told, found, strict=True)
            for text, row in zip(own, rows, strict=True)
        }
        return len(pictures) > len({text for text, *_ in pictures})
    if len(set(map(len, told))) > 1:
        return True
    fields = [" ".join(own) for own in held]
    left = (text for own, said in zip(told, fields, strict=True) for text in own if text not in said)
    # Another number in a row that all pages have is a count, as those of a chart are.
    usual = {_NUMBERS.sub("", text) for text in everywhere}
    if any(_NUMBERS.sub("", text) not in usual for text in left):
        return True
    keys = [frozenset() if _are_counted(found[0]) else own for own in _own_parts(pages)]
    marks = [[_marks(row, own) for row in rows] for rows, own in zip(found, keys, strict=True)]
    return any(own != marks[0] for own in marks)


def _are_counted(rows: Sequence[Element]) -> bool:
    """Whether rows are numbered from the first to the last, or from the last to the first, as days are not."""
    texts = [_first_text(row) for row in rows]
    numbers = [int(found[0]) for text in texts if (found := _NUMBERS.search(text))]
    return min(numbers, default=2) < 2 and sorted(numbers) == [*range(min(numbers), min(numbers) + len(texts))]


def _first_text(row: Element) -> str:
    return next((text.strip() for text in map(str, row.itertext()) if text.strip()), "")


def _own_parts(pages: Sequence[Answer]) -> Iterator[AbstractSet[str]]:
    """What the address of each page has in it, and that of another has not."""
    parts = [set(_WORDS.findall(page.url)) for page in pages]
    shared = set.intersection(*parts)
    return (own - shared for own in parts)


def _marks(row: Element, keys: AbstractSet[str]) -> list[tuple[str, ...]]:
    """The addresses and pictures of a row, without the *keys* of its page."""
    found = ((name, each.get(name)) for each in row.iter(etree.Element) for name in (*_TELLING, *_classes_of(each)))
    return [(name, *(word for word in _WORDS.findall(text) if word not in keys)) for name, text in found if text]


def _pictures(row: Element) -> Iterator[tuple[str, ...]]:
    return (mark for mark in _marks(row, frozenset()) if mark[0] in _OF_PICTURES)


def _classes_of(element: Element) -> Sequence[str]:
    """The attribute that says which picture an empty element is; that of others says which of them is the current."""
    return () if len(element) or (element.text or "").strip() else ("class",)

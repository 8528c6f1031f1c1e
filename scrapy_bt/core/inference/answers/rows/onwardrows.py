"""Rows without the last one of a page that only loads those behind it, as where a list goes on while it is scrolled."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ....documents.elements import Element, is_element
from ....samples.traffic import Answer
from ..elements.classes import IDENTIFIER, stable_classes
from ..elements.markup import text_within
from ..extraction import page_of
from ..values import Extraction

_FEWEST = 2
"""Pages that have such a row, and rows above it."""
_LOOKS = frozenset({"class", "id", "style"})
_CONTROLS = ("a", "button")


def without_onward(each: Extraction, answers: Sequence[Answer]) -> Extraction:
    """The rows but for one at the end of pages that says the same on all of them, and leads on.

    It is told by an attribute or a class that no other row has.
    """
    if each.how != "css":
        return each
    pages = [_rows(each, answer) for answer in answers]
    last = [rows[-1] for rows in pages if len(rows) > _FEWEST]
    others = [row for rows in pages for row in rows[:-1]]
    theirs = {mark for row in others for mark in _marks(row)}
    told = sorted({mark for row in last for mark in _marks(row)} - theirs)
    for mark in told:
        own = [row for row in last if mark in _marks(row)]
        said = {text_within(row) for row in own}
        if (
            len(own) >= _FEWEST
            and len(said) == 1
            and all(map(_leads_on, own))
            and not said & set(map(text_within, others))
        ):
            return Extraction("css", f"{each.text}:not({mark})")
    return each


def _rows(each: Extraction, answer: Answer) -> list[Element]:
    return [row for row in page_of(answer).elements(each) if is_element(row)]


def _marks(row: Element) -> Iterator[str]:
    """What selects a row by what it has itself."""
    yield from (f"[{name}]" for name in map(str, row.keys()) if name not in _LOOKS and IDENTIFIER.fullmatch(name))
    yield from (f".{name}" for name in stable_classes(row))


def _leads_on(row: Element) -> bool:
    """Whether a row, or a control in it, has an address, or can be pressed."""
    own = (str(text) for name, text in row.items() if name not in _LOOKS)
    return any(text.startswith(("/", "?", "http")) for text in own) or next(row.iter(*_CONTROLS), None) is not None

"""What rows say in attributes: a title that is cut on the page, a picture's text, the value of a field of a form."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice

from ....documents.elements import Element
from ..elements.markup import SHOWING
from ..elements.pictures import alone_said

_OF_LOOKS = frozenset({"class", "id", "style", "slot", "part", "is", "hidden", "role", "tabindex"})
_CUT = ("…", "...")
_LONGEST = 300
_TELLING = re.compile(r"\d+[.,]\d+|\d{4}-\d\d-\d\d.*|(?![#.[{(])(?=[^;{}<>=]*\Z).*\w .*\w.*", re.DOTALL)
"""Values that are meant for people: an amount, a date, several words; a number or a word alone is one for scripts."""
_PRESSED = ("a", "button", "input", "select", "textarea", "svg", "img", "iframe", "video")


def attributes_of(row: Element, element: Element) -> Iterator[tuple[str, str, str]]:
    """The attributes of an element of a row, or of the row itself, that say something which no text of the row does.

    Each with a name for it, and its value.
    """
    link = (row.get("href") or "").strip() if element is row and row.tag == "a" else ""
    if link and not link.startswith(("javascript:", "#", "data:")):
        yield "href", "link", link
    title = _plain(element.get("title"))
    if title and _is_cut_of(_said(element), title):
        yield "title", "title", title
    alt = _plain(element.get("alt")) if element.tag == "img" and not alone_said(element) else ""
    if alt and alt not in _said(row):
        yield "alt", "alt", alt
    yield from _for_scripts(row, element)
    yield from shown_attributes(element)


def _for_scripts(row: Element, element: Element) -> Iterator[tuple[str, str, str]]:
    """What a row, or an element of it that shows no text, as stars do, says for scripts or for those who cannot see."""
    named = ("data-",) if element is row else ("data-", "aria-label", "title")
    told = {
        str(name): own
        for name, value in element.items()
        if str(name).startswith(named) and _TELLING.fullmatch(own := _plain(str(value)))
    }
    if not told or "-" in str(element.tag) or (element is not row and not _is_silent(element)):
        return
    said = _said(row)
    for name, value in told.items():
        if value not in said:
            yield name, name.removeprefix("data-").removeprefix("aria-"), value


def _is_silent(element: Element) -> bool:
    return element.tag not in _PRESSED and not any(any(map(str.isalnum, text)) for text in element.itertext())


def shown_attributes(element: Element) -> Iterator[tuple[str, str, str]]:
    """Those that stand for text: of a picture, of a field of a form, all of an element that a page has made up."""
    if alt := alone_said(element):
        yield "alt", "alt", alt
    value = _plain(element.get("value")) if element.tag == "input" else ""
    if value and (element.get("type") or "text").lower() in SHOWING:
        yield "value", "value", value
    elif "-" in str(element.tag) and not _said(element):
        for name, value in element.items():
            if str(name) not in _OF_LOOKS and (told := _plain(str(value))):
                yield str(name), str(name).removeprefix("data-"), told


def _is_cut_of(shown: str, title: str) -> bool:
    """Whether what is shown of a title is nothing, or only its beginning."""
    begins = next((shown.removesuffix(end).rstrip() for end in _CUT if shown.endswith(end)), None)
    return bool(begins) and title.startswith(begins or "") and len(title) > len(begins or "")


@lru_cache(16)
def _said(element: Element) -> str:
    """The beginning of what it says: no more is read, since each element of a row is compared with all of this."""
    words = (word for text in element.itertext() for word in str(text).split(maxsplit=_LONGEST)[:_LONGEST])
    return _plain(" ".join(islice(words, _LONGEST)))


def _plain(text: str | None) -> str:
    return " ".join((text or "").split())[:_LONGEST]

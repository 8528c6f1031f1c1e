"""What rows say in attributes: a title that is cut on the page, a picture's text, the value of a field of a form."""

from __future__ import annotations

from collections.abc import Iterator

from ..elements.markup import SHOWING, Element
from ..elements.pictures import alone_said

_OF_LOOKS = frozenset({"class", "id", "style", "slot", "part", "is", "hidden", "role", "tabindex"})
_CUT = ("…", "...")
_LONGEST = 300


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
    yield from shown_attributes(element)


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


def _said(element: Element) -> str:
    return _plain(" ".join(str(text) for text in element.itertext()))


def _plain(text: str | None) -> str:
    return " ".join((text or "").split())[:_LONGEST]

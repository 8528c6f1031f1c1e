"""What a page says; each part of it is read when it is asked for."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any

from lxml import etree

from .relevance import HEADING, Passage
from .scripts import fold, fold_all

_HEADINGS = ("title", "h1", "h2")
_SILENT = ("script", "style", "noscript", "template")
_TEXTS = etree.XPath("descendant::text()", smart_strings=False)


class PageText:
    """The passages of a page, by its root element: title and main headings, which count as `HEADING`, and the text.

    *has_phrases*: names of several words are looked for, so that there has to be one space between words.
    """

    def __init__(self, root: Any, *, has_phrases: bool = True) -> None:
        self._root, self._has_phrases = root, has_phrases

    def __iter__(self) -> Iterator[Passage]:
        yield Passage("\n".join(self._headings), HEADING - 1)
        yield self.body

    def letters(self) -> bytes:
        """All that stands in the page in UTF-8, also what nobody sees, those of ASCII in lower case.

        Texts of neighbouring elements have nothing between them. It costs a third of reading them one by one.
        """
        whole: bytes = etree.tostring(self._root, method="text", encoding="utf-8", with_tail=False)
        return whole.lower()

    @cached_property
    def body(self) -> Passage:
        """What can be read, headings too."""
        pieces = self._seen
        if self._has_phrases:
            pieces = [*filter(None, [" ".join(piece.split()) for piece in pieces])]
        return Passage(" ".join(pieces), folded=" ".join(fold_all(pieces)))

    def beginning(self, most: int) -> str:
        """The first characters of headings and text, in lower case."""
        found, length = list(self._headings), 0
        for piece in self._seen:
            if not piece.isspace():
                found.append(piece)
                length += len(piece)
            if length >= most:
                break
        return fold(" ".join(found))[:most]

    @cached_property
    def _seen(self) -> list[str]:
        found: Any = _TEXTS(self._root)
        return [piece for piece in found if piece not in self._silent] if self._silent else found

    @property
    def _headings(self) -> list[str]:
        return self._read[0]

    @property
    def _silent(self) -> set[str]:
        return self._read[1]

    @cached_property
    def _read(self) -> tuple[list[str], set[str]]:
        headings, silent = [], set()
        for element in self._root.iter(*_HEADINGS, *_SILENT):
            if element.tag in _SILENT:
                silent.add(element.text)
            else:
                headings.append(text_of(element))
        return headings, silent


def text_of(element: Any) -> str:
    """The text of an element, with one space between words."""
    text = "".join(element.itertext()) if len(element) else element.text or ""
    return " ".join(text.split())

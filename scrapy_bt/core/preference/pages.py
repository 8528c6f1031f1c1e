"""What a page says; each part of it is read when it is asked for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, cast

from lxml import etree

from ..documents.elements import UNSEEN
from .scripts import fold, fold_all

HEADING = 5
"""A mention in a title or a heading counts as so many."""
_HEADINGS = ("title", "h1", "h2")
_BETWEEN = "\0"
"""A separator that no text of a page contains."""
_TEXTS = etree.XPath("descendant::text()", smart_strings=False)


@dataclass(frozen=True)
class Passage:
    """A piece of a page's text, and how often each mention in it counts."""

    text: str
    weight: int = 1
    folded: str = field(default="", compare=False)
    """The text in lower case; by itself it is made of the text."""

    def __post_init__(self) -> None:
        if not self.folded:
            object.__setattr__(self, "folded", fold(self.text))


class PageText:
    """The passages of a page, by its root element: title and main headings, which count as `HEADING`, and the text.

    *has_phrases*: names of several words are looked for, so that there has to be one space between words.
    """

    def __init__(self, root: Any, *, has_phrases: bool = True) -> None:
        self._root, self._has_phrases = root, has_phrases
        self._kept: list[str] = []
        """All pieces of its text, when they were asked for."""

    def __iter__(self) -> Iterator[Passage]:
        yield self.headings
        yield self.body

    def naming(self, names: Sequence[str]) -> Iterator[Passage]:
        """The passages without the pieces that have none of some names; *names*: as `NameRecogniser.few_words`."""
        if not names:
            yield from self
            return
        yield self.headings
        silent, whole = self._silent, _BETWEEN.join(self._pieces).encode()
        lower = whole.lower()
        found = sorted({place for name in names for place in _pieces_with(name.encode(), lower)})
        pieces = [whole[start:end].decode() for start, end in found]
        yield Passage(" ".join([piece for piece in pieces if piece not in silent]))

    @property
    def headings(self) -> Passage:
        """Title and main headings."""
        return Passage("\n".join(self._headings), HEADING - 1)

    @cached_property
    def body(self) -> Passage:
        """What can be read, headings too."""
        pieces = self._seen
        if self._has_phrases:
            pieces = [*filter(None, [" ".join(piece.split()) for piece in pieces])]
        return Passage(" ".join(pieces), folded=" ".join(fold_all(pieces)))

    def beginning(self, most: int) -> str:
        """The first characters of headings and text, in lower case."""
        found, length, silent = list(self._headings), 0, self._silent
        for piece in self._kept or self._root.itertext():
            if not piece.isspace() and piece not in silent:
                found.append(piece)
                length += len(piece)
                if length >= most:
                    break
        return fold(" ".join(found)[:most])

    @property
    def _pieces(self) -> list[str]:
        self._kept = self._kept or cast("list[str]", _TEXTS(self._root))
        return self._kept

    @property
    def _seen(self) -> list[str]:
        silent = self._silent
        return [piece for piece in self._pieces if piece not in silent] if silent else self._pieces

    @property
    def _headings(self) -> list[str]:
        return self._read[0]

    @property
    def _silent(self) -> set[str]:
        return self._read[1]

    @cached_property
    def _read(self) -> tuple[list[str], set[str]]:
        headings, silent = [], set()
        for element in self._root.iter(*_HEADINGS, *UNSEEN):
            if element.tag in UNSEEN:
                silent.add(element.text)
            else:
                headings.append(text_of(element))
        return headings, silent


def _pieces_with(name: bytes, whole: bytes) -> Iterator[tuple[int, int]]:
    """Where the pieces of a text begin and end that have a name."""
    between = _BETWEEN.encode()
    at = whole.find(name)
    while at >= 0:
        end = whole.find(between, at)
        end = len(whole) if end < 0 else end
        yield whole.rfind(between, 0, at) + 1, end
        at = whole.find(name, end)


def text_of(element: Any, most: int = 1 << 60) -> str:
    """The first characters of an element's text, with one space between words; what comes later is not read."""
    text = "".join(enough(element.itertext(), most)) if len(element) else element.text or ""
    return " ".join(text.split())[:most]


def enough(texts: Iterable[str | None], most: int) -> list[str]:
    """The first pieces of a text, until they have so many characters beside spaces."""
    found, length = [], 0
    for text in filter(None, texts):
        found.append(text)
        length += sum(map(len, text.split()))
        if length >= most:
            break
    return found

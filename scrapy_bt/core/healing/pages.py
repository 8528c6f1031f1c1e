"""A page as it is looked at for healing: its candidates, what its structured data say, and where its main parts are."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ..documents.elements import UNSEEN, Element
from .outlines import Outline, read_tree, walk
from .steps import Finder
from .structured import StructuredData, read_structured_data

_NO_CANDIDATES = frozenset({"head", "option", "select", "svg", "textarea", "iframe", "object", "title"})
_LONGEST_TEXT = 6_000
_MOST_TEXT = 2_000_000
"""The most characters that are read for the texts of all candidates; outer texts repeat inner ones."""
_MOST_CANDIDATES = 3_000
_BLANK_SHARE = 20
"""How many characters are read for each wanted one: runs of spaces are not wanted."""


def is_silent(element: Element) -> bool:
    """Whether nobody sees an element's text; what is in the template of a declared shadow tree is shown."""
    return element.tag in UNSEEN and element.get("shadowrootmode") is None


@dataclass(frozen=True, slots=True, eq=False)
class Candidate:
    """A chain of elements with the same text, all of which are one thing that a field may be."""

    number: int
    chain: tuple[Element, ...]
    """From the outermost element to the innermost."""
    text: str
    """The text, with each run of spaces as one, and none at its ends."""
    start: int
    """How many characters of text stand before it on the page."""

    @property
    def outer(self) -> Element:
        return self.chain[0]

    @property
    def inner(self) -> Element:
        return self.chain[-1]


@dataclass(slots=True)
class _OpenElement:
    """An element whose end has not been seen."""

    element: Element
    number: int
    piece: int
    solid: int
    """The number of pieces before it that are not blank."""
    start: int
    silent: bool
    barren: bool
    last: int = -1
    """The number of the chain that was last closed within it."""


def squeeze(text: str) -> str:
    """The text with each run of spaces as one, and none at its ends."""
    return " ".join(text.split())


def seen_text(element: Element, *, most: int | None = None) -> str:
    """The visible text of an element; *most*: how many of its first characters."""
    if not len(element):
        text = (element.text or "") if isinstance(element.tag, str) and not is_silent(element) else ""
        return squeeze(text if most is None else text[: most * _BLANK_SHARE])[:most]
    pieces: list[str] = []
    stack: list[Any] = [element]
    left, raw = most, (most or 0) * _BLANK_SHARE
    while stack and (left is None or (left > 0 and raw > 0)):
        at = stack.pop()
        if isinstance(at, str):
            if left is not None:
                at = at[:raw]
                raw -= len(at)
                left -= len("".join(at.split()))  # at least so much stays when spaces are squeezed
            pieces.append(at)
            continue
        if isinstance(at.tag, str) and not is_silent(at):
            for child in reversed(at):
                if child.tail:
                    stack.append(child.tail)
                stack.append(child)
            if at.text:
                stack.append(at.text)
    return squeeze("".join(pieces))[:most]


class Page:
    """A parsed page; hostile ones are cut off: *cut* tells so."""

    def __init__(self, source: str) -> None:
        root, self.cut = read_tree(source)
        self.root: Element = root
        self.tree = root.getroottree()
        self.outline = Outline()
        self.candidates: list[Candidate] = []
        self.length = 0
        self._read()

    def _read(self) -> None:
        pieces: list[str] = []
        chains: list[tuple[list[Element], str, int, int]] = []
        stack: list[_OpenElement] = []
        solid = 0
        left = _MOST_TEXT
        for event, element in walk(self.root):
            if event == "start":
                tag = element.tag
                above = stack[-1] if stack else None
                silent = (above is not None and above.silent) or is_silent(element)
                barren = (above is not None and above.barren) or silent or tag in _NO_CANDIDATES
                number = self.outline.open(element, -1 if above is None else above.number)
                stack.append(_OpenElement(element, number, len(pieces), solid, self.length, silent, barren))
                if element.text and not silent and isinstance(tag, str):
                    pieces.append(element.text)
                    self.length += len(element.text)
                    solid += not element.text.isspace()
                continue
            closed = stack.pop()
            self.outline.close(closed.number)
            size = self.length - closed.start
            if (
                solid > closed.solid
                and not closed.barren
                and isinstance(element.tag, str)
                and size <= 2 * _LONGEST_TEXT
            ):
                if closed.last >= 0 and chains[closed.last][3] == solid - closed.solid:
                    chains[closed.last][0].append(element)  # nothing but spaces around what is inside
                elif left >= size:
                    left -= size
                    text = squeeze("".join(pieces[closed.piece :]))
                    if text and len(text) <= _LONGEST_TEXT:
                        chains.append(([element], text, closed.start, solid - closed.solid))
                        closed.last = len(chains) - 1
                else:
                    self.cut = True
            if stack:
                above = stack[-1]
                above.last = max(above.last, closed.last)
                if element.tail and not above.silent:
                    pieces.append(element.tail)
                    self.length += len(element.tail)
                    solid += not element.tail.isspace()
        chains.sort(key=lambda chain: (chain[2], -len(chain[1])))
        if len(chains) > _MOST_CANDIDATES:
            self.cut = True
            del chains[_MOST_CANDIDATES:]
        for number, (elements, text, start, _) in enumerate(chains):
            self.candidates.append(Candidate(number, tuple(reversed(elements)), text, start))

    @cached_property
    def _by_element(self) -> dict[Element, Candidate]:
        return {element: candidate for candidate in self.candidates for element in candidate.chain}

    @cached_property
    def by_text(self) -> dict[str, list[Candidate]]:
        """Candidates by their text in small letters."""
        found: dict[str, list[Candidate]] = defaultdict(list)
        for candidate in self.candidates:
            found[candidate.text.casefold()].append(candidate)
        return dict(found)

    @cached_property
    def structured(self) -> StructuredData:
        """What JSON-LD, microdata and meta elements say."""
        return read_structured_data(self.root)

    @cached_property
    def finder(self) -> Finder:
        """Finds elements by steps of selectors."""
        return Finder(self.outline)

    def candidate_of(self, element: Element) -> Candidate | None:
        """The candidate that an element belongs to."""
        return self._by_element.get(element)

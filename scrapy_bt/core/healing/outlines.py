"""A page's tree, cut down so that looking at it is bounded, and its elements by number in the order of the page."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from lxml import etree, html

from ..documents.elements import Element
from ..documents.tags import shorten_tags

_MOST_CHARACTERS = 4_000_000
_MOST_ELEMENTS = 20_000
"""Comments are counted, too."""
_MOST_OPENINGS = 4 * _MOST_ELEMENTS
"""The most starts of tags, comments and the like, counted before a page is parsed."""
_DEEPEST = 200
"""The most levels of elements."""
_LONGEST_NAMES = 2_000
"""The most characters of an attribute that names its element."""
_NAMING = frozenset(
    {
        "class",
        "id",
        "name",
        "itemprop",
        "rel",
        "role",
        "aria-label",
        "property",
        "type",
        "data-testid",
        "data-component",
    }
)
_OPENING = re.compile("<")


def read_tree(source: str) -> tuple[Element, bool]:
    """The root of a page, and whether parts were left out because it is too long, too wide or too deep."""
    body = source[:_MOST_CHARACTERS]
    if body.count("<") > _MOST_OPENINGS:
        body = body[: next(islice(_OPENING.finditer(body), _MOST_OPENINGS, None)).start()]
    body = shorten_tags(body)
    is_cut = len(body) < len(source)
    parser = html.HTMLParser(recover=True, encoding="utf-8", huge_tree=True)
    root = etree.fromstring(body.strip().replace("\x00", "").encode("utf-8", "replace") or b"<html/>", parser=parser)
    if root is None:
        root = etree.fromstring(b"<html/>", parser=parser)
    return root, _cut(root) or is_cut


def _cut(root: Element) -> bool:
    """Remove what is beyond the bounds; names that are too long are cut at a space."""
    is_cut = False
    left = _MOST_ELEMENTS
    stack: list[tuple[Element, int]] = [(root, 1)]
    while stack:
        element, depth = stack.pop()
        if not left:
            is_cut = True
            above = element.getparent()
            if above is not None:
                above.remove(element)
            continue
        left -= 1
        for name, value in element.items() if isinstance(element.tag, str) else ():
            if len(value) > _LONGEST_NAMES and name in _NAMING:
                is_cut = True
                element.set(name, value[:_LONGEST_NAMES].rpartition(" ")[0] or value[:_LONGEST_NAMES])
        if depth >= _DEEPEST and len(element):
            is_cut = True
            del element[:]
        stack.extend((child, depth + 1) for child in reversed(element))
    return is_cut


class Outline:
    """The elements of a page by number; those inside an element have the numbers after its own, up to its end."""

    def __init__(self) -> None:
        self.elements: list[Element] = []
        self.ends: list[int] = []
        self.parents: list[int] = []
        self.children: list[int] = []
        """The number of children of each element, comments counted."""
        self.numbers: dict[Element, int] = {}

    def open(self, element: Element, parent: int) -> int:
        """Number an element; *parent*: the number of the one around it, -1 of the root."""
        number = len(self.elements)
        self.elements.append(element)
        self.numbers[element] = number
        self.parents.append(parent)
        self.children.append(0)
        self.ends.append(number + 1)
        if parent >= 0:
            self.children[parent] += 1
        return number

    def close(self, number: int) -> None:
        """Note that all elements inside this one are numbered."""
        self.ends[number] = len(self.elements)

    def is_within(self, element: Element, outer: Element) -> bool:
        """Whether an element is the other one, or inside it."""
        around = self.numbers.get(outer)
        return around is not None and around <= self.numbers.get(element, -1) < self.ends[around]

    def count(self, values: list[int], element: Element) -> int:
        """The part of running sums (`values[n]`: of the elements before *n*) that belongs to an element."""
        number = self.numbers[element]
        return values[self.ends[number]] - values[number]


def walk(root: Element) -> Iterator[tuple[str, Element]]:
    """Starts and ends of elements, comments and the like, however deep they are."""
    steps: Iterator[tuple[str, Element]] = etree.iterwalk(root, events=("start", "end", "comment", "pi"))
    for event, element in steps:
        if event in ("comment", "pi"):
            yield "start", element
            yield "end", element
        else:
            yield event, element

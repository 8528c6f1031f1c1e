"""Columns of a list page: sets of elements that stand alike in their rows, and what they look like."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from math import log1p
from operator import or_
from typing import Any

from ..documents.elements import Element
from .concepts import concepts_of
from .pages import Page, seen_text
from .profiles import Profile, profile_of
from .rowcontexts import Contexts, Way, is_file
from .shapes import SHAPE, shape_of

_SAMPLE = 24
_MOST_COLUMNS = 700
_CHAIN = 4
_MOST_TEXT = 1_500
_MOST_BARE = 3_000
"""The most links without a text."""
_MOST_COMPARED = 2_000
"""The rows of a column that are compared with others."""
_MOST_KNOWN = 300
"""The elements of an old column whose texts are known."""
_TAGS = [
    "a",
    "td",
    "th",
    "tr",
    "li",
    "div",
    "span",
    "p",
    "h2",
    "h3",
    "h4",
    "strong",
    "b",
    "em",
    "i",
    "dd",
    "dt",
    "time",
    "article",
    "section",
]
_TAG_AT = {tag: at for at, tag in enumerate(_TAGS)}
_NUMBERS = (
    "size",
    "different",
    "rows",
    "one a row",
    "row text",
    "share of row",
    "links",
    "addresses",
    "files",
    "address length",
    "depth",
    "index in row",
    "cells a row",
    "start",
    "span",
    "in main",
    "heading cells",
    "length spread",
    "inside",
    "same start",
    "in text share",
)
COLUMN_NAMES: tuple[str, ...] = (
    *(f"mean {name}" for name in SHAPE),
    *_NUMBERS,
    *(f"tag {tag}" for tag in _TAGS),
)
"""What the numbers of a column mean, in order."""

_AWAY = frozenset({"nav", "footer", "aside", "header"})


@dataclass(frozen=True, slots=True, eq=False)
class FoundColumn:
    """A column: its elements in the order of the page, and how they were found."""

    elements: tuple[Element, ...]
    container: Element | None
    """The element that holds all rows, where the rows have it in common."""
    way: Way
    """Tags and class attributes from the root to the elements."""
    cell: int
    """The position of the cell in its row; 0: it is not fixed."""
    vector: tuple[float, ...]
    concepts: int
    concepts_above: int
    label: str
    """The heading of the column, in small letters."""
    rows: tuple[Element, ...]
    compared: frozenset[Element]
    """The first of its rows."""
    profile: Profile


class _Census(Contexts):
    """What is asked for many elements of a page, worked out once for each."""

    def __init__(self, page: Page) -> None:
        super().__init__(page.outline)
        self.page = page
        self.order = page.outline.numbers
        self._texts: dict[Element, str] = {}
        self._heads: dict[Element, list[Element]] = {}

    def text_of(self, element: Element) -> str:
        """The seen text of an element; what stands around many columns is read once."""
        if element not in self._texts:
            self._texts[element] = seen_text(element, most=_MOST_TEXT)
        return self._texts[element]

    def head_of(self, table: Element) -> list[Element]:
        """The cells of a table's first row."""
        if table not in self._heads:
            row = next(table.iter("tr"), ())
            self._heads[table] = [each for each in row if isinstance(each.tag, str)]
        return self._heads[table]


def columns_of(page: Page) -> list[FoundColumn]:
    """All columns of a page with two rows or more; single elements too, for lists that have shrunk."""
    census = _Census(page)
    groups: dict[Any, list[Element]] = defaultdict(list)
    chains = [one.chain[-_CHAIN:] for one in page.candidates if len(one.text) <= _MOST_TEXT]
    for chain in (*chains, *_bare_links(page)):
        for element in chain:
            way = census.steady_way_of(element)
            tags = tuple((tag, None) for tag, _ in way)
            named = (*tags[:-1], way[-1])
            container = census.container_of(element)
            cell, position = census.cell_of(element)
            for key in dict.fromkeys((way, named, tags, named[-1:], named[-2:])):
                groups[key, None, 0].append(element)
                if cell is not None:
                    groups[key, None, position].append(element)
                if len(key) == len(way):
                    groups[key, container, 0].append(element)
                    if cell is not None:
                        groups[key, container, position].append(element)
    seen: set[tuple[int, ...]] = set()
    found = []
    ordered = sorted(groups.items(), key=lambda item: -len(item[1]))
    for (_, container, position), elements in ordered:
        elements.sort(key=census.order.__getitem__)
        places = tuple(census.order[element] for element in elements)
        if places in seen:
            continue
        seen.add(places)
        found.append(_column(census, elements, container, census.way_of(elements[0]), position))
        if len(found) >= _MOST_COLUMNS:
            break
    return found


def column_of(page: Page, elements: Sequence[Element]) -> FoundColumn:
    """The column of an old selector's hits."""
    census = _Census(page)
    first = elements[0]
    way, position = census.way_of(first), census.cell_of(first)[1]
    return _column(census, list(elements), census.container_of(first), way, position, known=_MOST_KNOWN)


def _bare_links(page: Page) -> Iterator[tuple[Element]]:
    """Links without a text, as those around pictures, which are not candidates."""
    found = 0
    for element in page.root.iter("a"):
        if element.get("href") and page.candidate_of(element) is None and not seen_text(element, most=1):
            yield (element,)
            found += 1
            if found == _MOST_BARE:
                break


def agreement(one: FoundColumn, other: FoundColumn) -> float:
    """How far two columns have the same rows, 0 to 1."""
    both = len(one.compared & other.compared)
    exact = both / max(1, len(one.compared) + len(other.compared) - both)
    size = min(len(one.elements), len(other.elements)) / max(len(one.elements), len(other.elements))
    return max(exact, 0.5 * float(size == 1.0 and len(one.elements) > 2))


def _column(
    census: _Census,
    elements: list[Element],
    container: Element | None,
    way: Way,
    position: int,
    *,
    known: int = _SAMPLE,
) -> FoundColumn:
    holder = container if container is not None else census.container_of(elements[0])
    rows = tuple(
        census.row_of(element, census.container_of(element) if container is None else holder) for element in elements
    )
    sample = _sampled(elements)
    texts = [census.text_of(element) for element in sample]
    links = [census.address_of(element) for element in sample]
    return FoundColumn(
        tuple(elements),
        container,
        way,
        position,
        _features(census, elements, rows, way, position, texts=texts, links=links),
        _concepts(way[-2:]),
        _concepts(way[-7:-2]),
        _heading(census, elements[0], position),
        rows,
        frozenset(rows[:_MOST_COMPARED]),
        profile_of(map(census.text_of, elements[:known]) if known > _SAMPLE else texts, links, census.page.by_text),
    )


def _sampled(elements: Sequence[Element]) -> Sequence[Element]:
    return elements[:: max(1, len(elements) // _SAMPLE)][:_SAMPLE]


def _concepts(way: Way) -> int:
    return reduce(or_, (concepts_of(name or "") for _, name in way), 0)


def _features(
    census: _Census,
    elements: Sequence[Element],
    rows: Sequence[Element],
    way: Way,
    position: int,
    *,
    texts: Sequence[str],
    links: Sequence[str],
) -> tuple[float, ...]:
    """The mean shape of some of its texts, the numbers of `_NUMBERS`, and its tag."""
    sample = _sampled(elements)
    shapes = [shape_of(text) for text in texts if text] or [(0.0,) * len(SHAPE)]
    count = len(shapes)
    mean = [sum(column) / count for column in zip(*shapes, strict=True)]
    spread = sum(abs(shape[0] - mean[0]) for shape in shapes) / count
    row_texts = [len(census.text_of(row)) for row in _sampled(rows)]
    row_text = sum(row_texts) / len(row_texts)
    own_text = sum(map(len, texts)) / len(texts)
    whole = max(1, len(census.order))
    # Damaged markup may hold a second root, which is in no order.
    first, last = census.order.get(elements[0], whole), census.order.get(elements[-1], whole)
    starts = [text[:6] for text in texts]
    numbers = (
        log1p(len(elements)),
        len(set(texts)) / len(texts),
        log1p(len(set(rows))),
        len(set(rows)) / len(elements),
        log1p(row_text),
        min(1.0, own_text / max(1.0, row_text)),
        sum(map(bool, links)) / len(links),
        sum(element.tag == "a" for element in sample) / len(sample),
        sum(is_file(link) for link in links) / len(links),
        log1p(sum(map(len, links)) / len(links)),
        len(way),
        float(position),
        log1p(len(rows[0])),
        first / whole,
        (last - first) / whole,
        float(not any(tag in _AWAY for tag, _ in way)),
        sum(element.tag == "th" for element in sample) / len(sample),
        spread,
        log1p(len(elements[0])),
        max(map(starts.count, starts)) / len(starts),
        min(1.0, own_text * len(elements) / max(1, census.page.length)),
    )
    tags = [0.0] * len(_TAGS)
    if way[-1][0] in _TAG_AT:
        tags[_TAG_AT[way[-1][0]]] = 1.0
    return (*mean, *numbers, *tags)


def _heading(census: _Census, element: Element, position: int) -> str:
    """The heading of a table's column."""
    at = element
    while at is not None and at.tag != "table":
        at = at.getparent()
    cells = census.head_of(at) if at is not None and position else []
    return census.text_of(cells[position - 1]).casefold()[:60] if 0 < position <= len(cells) else ""

"""What repeats on a page and is no row of a list: what it tells of one thing, each with a label of its own."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Sequence

from lxml import etree

from ....samples.traffic import Answer
from ..elements.classes import stable_classes
from ..elements.markup import Element
from ..extraction import page_of
from ..fields.grouprows import said_in
from ..values import Extraction

_MOSTLY = 0.7
"""How many of them have a label that other pages have, which says by a colon or a class that it is one."""
_FEWEST = 2
"""Labels with something else behind them on another page."""
_LABEL = re.compile(r"label|key|term|field|prop|caption|heading|name", re.IGNORECASE)
_Element = etree._Element  # noqa: SLF001 - lxml has no public name for it
Label = Callable[[Element], Element | None]


def are_properties(each: Extraction, answers: Sequence[Answer]) -> bool:
    """Whether what is found on several pages are values with labels: the same again, and something else behind them."""
    pages = [page_of(answer).elements(each) for answer in answers] if each.how == "css" else []
    if len(pages) < 2 or not all(isinstance(row, _Element) for own in pages for row in own):
        return False
    return any(_are_labelled(pages, label) for label in (_within, _before))


def _are_labelled(pages: Sequence[Sequence[Element]], label: Label) -> bool:
    told: dict[str, list[str]] = defaultdict(list)
    found = [(label(row), row) for own in pages for row in own]
    for own in pages:
        values = {said_in(name): said_in(row) for row in own if (name := label(row)) is not None}
        for name, value in values.items():
            told[name].append(value)
    again = {name for name, values in told.items() if name and len(values) > 1}
    varying = sum(len(set(told[name])) > 1 for name in again)
    named = sum(name is not None and said_in(name) in again and _says_so(name) for name, _ in found)
    return varying >= _FEWEST and named >= _MOSTLY * len(found)


def _within(row: Element) -> Element | None:
    """The first of two parts of a line."""
    parts = list(row.iterchildren(etree.Element))
    return parts[0] if len(parts) == 2 else None


def _before(row: Element) -> Element | None:
    """What stands before a value."""
    return next(iter(row.itersiblings(etree.Element, preceding=True)), None)


def _says_so(label: Element) -> bool:
    return said_in(label).endswith((":", "\uff1a")) or any(map(_LABEL.search, stable_classes(label)))

"""What repeats on a page and is no row of a list: what it tells of one thing, each with a label of its own."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Sequence

from lxml import etree

from ....documents.elements import Element, is_element
from ....samples.traffic import Answer
from ..elements.classes import stable_classes
from ..elements.labels import LABELLED, ends_with_colon
from ..elements.neighbours import before
from ..extraction import page_of
from ..fields.grouprows import said_in
from ..values import Extraction

_MOSTLY = 0.7
"""How many of them have a label that other pages have, which says by a colon or a class that it is one."""
_FEWEST = 2
"""Labels with something else behind them on another page."""
_LABEL = re.compile(r"label|key|term|field|prop|caption|heading|name", re.IGNORECASE)
Label = Callable[[Element], tuple[str, str, bool]]
"""The label of a value, the value, and whether the label says that it is one; an empty label: there is none."""


def are_properties(each: Extraction, answers: Sequence[Answer]) -> bool:
    """Whether what is found on several pages are values with labels: the same again, and something else behind them."""
    pages = [page_of(answer).elements(each) for answer in answers] if each.how == "css" else []
    if len(pages) < 2 or not all(is_element(row) for own in pages for row in own):
        return False
    return any(_are_labelled([list(map(label, own)) for own in pages]) for label in (_in_text, _within, _before))


def _are_labelled(pages: Sequence[Sequence[tuple[str, str, bool]]]) -> bool:
    told: dict[str, list[str]] = defaultdict(list)
    for own in pages:
        for name, value in {name: value for name, value, _ in own}.items():
            told[name].append(value)
    again = {name for name, values in told.items() if name and len(values) > 1}
    varying = sum(len(set(told[name])) > 1 for name in again)
    found = [(name, is_said) for own in pages for name, _, is_said in own]
    return varying >= _FEWEST and sum(name in again and is_said for name, is_said in found) >= _MOSTLY * len(found)


def _in_text(row: Element) -> tuple[str, str, bool]:
    """What a line of one text begins with, as `Price: 5.00`."""
    is_one = all(len(each) < 2 for each in row.iter(etree.Element))
    found = LABELLED.fullmatch(said_in(row)) if is_one else None
    return (found[1], found[2], True) if found is not None else ("", "", False)


def _within(row: Element) -> tuple[str, str, bool]:
    """The first of two parts of a line."""
    parts = list(row.iterchildren(etree.Element))
    return _told(parts[0], row) if len(parts) == 2 else ("", "", False)


def _before(row: Element) -> tuple[str, str, bool]:
    """What stands before a value."""
    previous = before(row)
    return _told(previous, row) if previous is not None else ("", "", False)


def _told(label: Element, value: Element) -> tuple[str, str, bool]:
    name = said_in(label)
    is_said = ends_with_colon(name) or label.tag == "dt" or any(map(_LABEL.search, stable_classes(label)))
    return name, said_in(value), is_said

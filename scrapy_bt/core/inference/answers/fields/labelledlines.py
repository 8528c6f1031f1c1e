"""What rows say in lines of a label and a value, each in an element of its own, as a table of each has them."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from lxml import etree

from ....documents.elements import Element
from ..elements.called import is_called
from ..elements.classes import stable_classes
from ..elements.labels import ends_with_colon, without_colon
from ..elements.markup import text_within
from ..elements.neighbours import after
from ..values import Extraction, Fields
from .grouprows import said_in

_MOST_ROWS = 60
"""Of the rows that are looked at."""
_LONGEST = 40
"""Letters of a label."""
_MOSTLY = 0.5
"""How many of the rows have to have two of the labels, at least."""
_RARELY = 0.1
"""How many have one that only some have."""
_LABEL = re.compile(r"label|key|term|prop|caption|heading", re.IGNORECASE)
"""A class that says of an element that it is one."""
_VALUES = {"th": "td", "dt": "dd"}
"""What stands behind an element that is a label by its tag."""


@dataclass(frozen=True)
class LabelledLines:
    """*fields*: what takes each value that differs, by its label; *labels* and *values* of all rows."""

    fields: Fields = ()
    labels: frozenset[str] = frozenset()
    values: frozenset[str] = frozenset()

    def hold(self, texts: Sequence[Sequence[str]]) -> bool:
        """Whether these texts of rows are labels and values alone."""
        told = self.labels | self.values if self.fields else frozenset()
        return all(" ".join(text.split()) in told or not text.strip() for own in texts for text in own)


def labelled_lines(rows: Sequence[Element]) -> LabelledLines:
    """The values of rows by their labels, where most rows have two such lines or more; no fields: they have not."""
    found: dict[tuple[str, str], dict[int, list[Element]]] = defaultdict(lambda: defaultdict(list))
    rows = [] if rows[0].tag in ("tr", "dt") else rows[:_MOST_ROWS]
    for place, row in enumerate(rows):
        for element in row.iterdescendants(etree.Element):
            if _is_label(element):
                found[str(element.tag), text_within(element)][place].append(element)
    lines = {
        label: {place: own[0] for place, own in by_row.items()}
        for label, by_row in found.items()
        if all(len(own) == 1 for own in by_row.values()) and len(by_row) >= max(2, _RARELY * len(rows))
    }
    counts = Counter(place for by_row in lines.values() for place in by_row)
    if not lines or sum(count > 1 for count in counts.values()) < _MOSTLY * len(rows):
        return LabelledLines()
    fields = [each for (tag, label), by_row in lines.items() for each in _fields(tag, label, list(by_row.values()))]
    values = frozenset(said_in(after(each)) for by_row in lines.values() for each in by_row.values())
    return LabelledLines(tuple(fields), frozenset(label for _, label in lines), values)


def _fields(tag: str, label: str, elements: Sequence[Element]) -> Iterator[tuple[str, Extraction]]:
    """What takes the text behind a label, and where its link leads."""
    values = [value for element in elements if (value := after(element)) is not None]
    called = max((is_called(each, label) for each in elements), key=len)  # the longest one fits blanks of any kind
    path = f".//{tag}[{called}]/following-sibling::*[1]"
    name = without_colon(label)
    if len(set(map(said_in, values))) > 1:
        yield name, Extraction("xpath", f"normalize-space({path})")
    links = [value.xpath(".//a/@href") for value in values]
    if len(set(map(tuple, links))) > 1 and max(map(len, links)) == 1:
        yield f"{name} link", Extraction("xpath", f"{path}//a/@href")


def _is_label(element: Element) -> bool:
    """Whether an element says, by its tag, its class or a colon, that it is the label of what is right behind it."""
    value = after(element)
    if value is None or next(value.iter("table", "dl"), None) is not None:
        return False
    by_tag = _VALUES.get(str(element.tag))
    is_said = value.tag == by_tag or any(map(_LABEL.search, stable_classes(element)))
    text = text_within(element)
    return (
        0 < len(text) <= _LONGEST
        and any(map(str.isalpha, text))
        and (is_said or (by_tag is None and ends_with_colon(text)))
        and not _is_label_class(value)
    )


def _is_label_class(element: Element) -> bool:
    return any(map(_LABEL.search, stable_classes(element)))

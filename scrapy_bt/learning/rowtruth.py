"""How right a selector of a list is: precision and recall of its rows against the true records."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ..core.documents.elements import Element
from ..core.healing.pages import Page, is_silent, seen_text, squeeze

LINKS = "download_urls"
"""The field of labelled lists that holds addresses."""

_MOST = 3_000
_LONG_CELL = 6_000
_LONG_SEED = 3_000
_MANY_LINKS = 60


class RowTruth:
    """The true values of one field of a list, and the rows of the page that hold them."""

    def __init__(self, page: Page, values: Iterable[str], *, links: bool) -> None:
        self._page = page
        self._links = links
        self._texts: dict[Element, str] = {}
        wanted = list(dict.fromkeys(values if links else (squeeze(value).casefold() for value in values)))
        if links:
            there = {element.get("href") for element in page.root.iter() if isinstance(element.tag, str)} - {None, ""}
            self.values = [value for value in wanted if any(_is_address(value, one) for one in there)]
        else:
            whole = self._text(page.root)
            self.values = [value for value in wanted if value and value in whole]
        self._patterns = [
            (value, re.compile(r"(?<!\w)" + re.escape(value) + r"(?!\w)")) for value in (() if links else self.values)
        ]
        self._of: dict[Element, frozenset[str]] = {}

    def cell(self, element: Element) -> frozenset[str]:
        """The true values that an element holds."""
        if element not in self._of:
            self._of[element] = self._cell(element)
        return self._of[element]

    def row(self, element: Element) -> frozenset[str]:
        """The one true value of the row that an element stands in; empty if there are several."""
        at = element
        while at is not None:
            held = self.cell(at)
            if held:
                return held if len(held) == 1 else frozenset()
            at = at.getparent()
        return frozenset()

    def judge(self, elements: Sequence[Element], *, rows: bool) -> tuple[float, float]:
        """Precision and recall of what a selector finds, as rows or as cells of one field."""
        good = 0
        covered: set[str] = set()
        for element in elements[:_MOST]:
            held = self.row(element) if rows else self.cell(element)
            if len(held) == 1:
                good += 1
                covered |= held
        return (good / len(elements) if elements else 0.0, len(covered) / max(1, len(self.values)))

    def seed(self) -> Element | None:
        """The first of the innermost elements that hold a true value."""
        for value in self.values:
            if self._links:
                found = [one for one in self._page.root.iter("a") if _is_address(value, one.get("href"))]
            else:
                pattern = dict(self._patterns)[value]
                holding = [
                    one
                    for one in self._page.root.iter()
                    if isinstance(one.tag, str)
                    and not is_silent(one)
                    and one.tag not in ("title", "option")
                    and len(self._text(one)) < _LONG_SEED
                    and pattern.search(self._text(one))
                ]
                inside = set(holding)
                found = [one for one in holding if not any(each in inside for each in one.iterdescendants())]
            if found:
                return found[0]
        return None

    def _cell(self, element: Element) -> frozenset[str]:
        if self._links:
            addresses = {one.get("href") for one in element.iter() if isinstance(one.tag, str) and one.get("href")}
            parent = element.getparent()
            if not addresses and parent is not None and parent.tag == "a":
                addresses = {parent.get("href")}
            if len(addresses) > _MANY_LINKS:
                return frozenset(self.values[:2])
            return frozenset(value for value in self.values if any(_is_address(value, one) for one in addresses))
        text = self._text(element)
        if len(text) > _LONG_CELL:
            return frozenset(self.values[:2])
        held = {value for value, pattern in self._patterns if value in text and pattern.search(text)}
        return frozenset(value for value in held if not any(value != other and value in other for other in held))

    def _text(self, element: Element) -> str:
        if element not in self._texts:
            self._texts[element] = seen_text(element).casefold()
        return self._texts[element]


def general_path(element: Element) -> str:
    """The path of all elements with the same tags above and the same class attribute."""
    tags = [*[each.tag for each in element.iterancestors()][::-1], element.tag]
    name = element.get("class")
    if name is None:
        return f"/{'/'.join(tags)}[not(@class)]"
    quote = "'" if '"' in name else '"'
    return f"/{'/'.join(tags)}[@class={quote}{name}{quote}]"


def field_texts(records: Iterable[Mapping[str, Any]], field: str) -> list[str]:
    """The texts of one field."""
    return [record[field] for record in records if isinstance(record.get(field), str) and record[field]]


def _is_address(value: str, address: str | None) -> bool:
    if not address:
        return False
    address = address.strip()
    last = value.rpartition("/")[2]
    return (
        value == address
        or (len(address) > 5 and value.endswith(address.lstrip("./")))
        or (len(last) > 5 and address.endswith(last))
    )

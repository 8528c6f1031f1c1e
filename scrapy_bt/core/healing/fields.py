"""A field whose selector is to be healed: its selector and where it was on the old page."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from lxml import etree
from parsel.csstranslator import HTMLTranslator

from .pages import Candidate, Page, squeeze

Element = Any
"""An element of lxml, which has no public type for it."""

_TRANSLATOR = HTMLTranslator()
_END = re.compile(r"^(?P<path>.*?)(?:/(?P<sub>/?)(?:@(?P<attribute>[\w:.-]+)|(?P<text>text\(\))))?$", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Reading:
    """A selector taken apart: the XPath of elements, and what is read of them."""

    path: str
    attribute: str = ""
    """Empty: its text."""
    own_text: bool = False
    """Only text that stands in the element itself, as `::text` takes."""

    def reads(self, element: Element) -> bool:
        """Whether there is anything to read of an element."""
        if self.attribute:
            return element.get(self.attribute) is not None
        texts = (element.text, *(child.tail for child in element)) if self.own_text else element.itertext()
        return any(text and not text.isspace() for text in texts)

    def write(self, path: str) -> str:
        """The same reading of other elements, as an XPath."""
        if self.attribute:
            return f"{path}/@{self.attribute}"
        return f"{path}/text()" if self.own_text else path


@lru_cache(1_000)
def reading_of(selector: str) -> Reading | None:
    """Take a CSS selector or an XPath apart; None: it is neither."""
    path = selector.strip()
    if not path.startswith(("/", "(", "./", ".//")):
        try:
            path = _TRANSLATOR.css_to_xpath(path)
        except Exception:  # noqa: BLE001 - cssselect raises errors of many kinds for what is no CSS
            return None
    found = _END.match(path)
    if found is None or (found["attribute"] is None and found["text"] is None):
        return Reading(path)
    elements = found["path"] or "."
    if found["sub"]:
        elements = f"{elements}/descendant-or-self::*"
    return Reading(elements, found["attribute"] or "", found["text"] is not None)


def run_selector(page: Page, selector: str) -> list[Element]:
    """The elements that a selector reads, in order; none where it is not valid."""
    reading = reading_of(selector)
    return [] if reading is None else run_path(page, reading.path)


def run_path(page: Page, path: str) -> list[Element]:
    """The elements that an XPath finds."""
    try:
        found = page.root.xpath(path) if not path.startswith("/") else page.tree.xpath(path)
    except (etree.XPathError, ValueError):
        return []
    return [each for each in found if isinstance(each, etree._Element)] if isinstance(found, list) else []  # noqa: SLF001


def find_old(page: Page, selector: str, values: Sequence[str] = ()) -> Candidate | None:
    """The candidate that a field was; by its value where the selector finds none, or another."""
    elements = run_selector(page, selector)
    found = [candidate for element in elements[:50] if (candidate := page.candidate_of(element)) is not None]
    wanted = squeeze(values[0]).casefold() if values else ""
    if wanted:
        for candidate in found:
            if candidate.text.casefold() == wanted:
                return candidate
    if found:
        return found[0]
    return page.by_text.get(wanted, [None])[0] if wanted else None

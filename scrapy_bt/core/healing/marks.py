"""What selectors find on a page, as paths, so that it can be marked where the page is shown."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from lxml import etree

from .fields import reading_of, run_selector
from .outlines import Element
from .pages import Page

_MOST = 100


@dataclass(frozen=True)
class Mark:
    """What one selector finds."""

    name: str
    selector: str
    paths: tuple[str, ...]
    """The paths of elements, as `getpath` of lxml tells them in the tree of a `Page`."""


def mark_page(page: Page, selectors: Mapping[str, str], *, within: str = "") -> tuple[Mark, ...]:
    """A mark for each selector, by its name; *within*: the selector of rows that they are run in."""
    return tuple(
        Mark(name, text, tuple(page.tree.getpath(one) for one in find_elements(page, text, within=within)[:_MOST]))
        for name, text in selectors.items()
    )


def find_elements(page: Page, selector: str, *, within: str = "") -> list[Element]:
    """The elements that a selector reads, or the first one within each row; empty where it is not valid."""
    if not within:
        return run_selector(page, selector)
    reading = reading_of(selector)
    if reading is None:
        return []
    try:
        found = [_first(row.xpath(reading.path)) for row in run_selector(page, within)]
    except (etree.XPathError, ValueError):
        return []
    return [one for one in found if one is not None]


def _first(found: Any) -> Element | None:
    elements = (one for one in found if etree.iselement(one)) if isinstance(found, list) else ()
    return next(iter(elements), None)

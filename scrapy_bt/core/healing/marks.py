"""What selectors find on a page, as paths, so that it can be marked where the page is shown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from lxml import etree

from ..documents.elements import Element
from .fields import reading_of, run_selector
from .pages import Page, squeeze

_MOST = 100
_MOST_TEXTS = 20
_TEXTS = ".//text()[not(parent::script or parent::style)]"


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


def mark_texts(page: Page, name: str, selector: str, texts: Iterable[str]) -> Mark:
    """The mark of a selector that finds texts, as a tag of a rule does: the innermost elements that show them."""
    wanted = [text for text in dict.fromkeys(map(squeeze, texts)) if text][:_MOST_TEXTS]
    found = dict.fromkeys(page.tree.getpath(one) for text in wanted for one in _innermost(page.root, text))
    return Mark(name, selector, tuple(found)[:_MOST])


def _innermost(root: Element, text: str) -> Iterator[Element]:
    """The elements that show a text and of which no child shows it, in the order of the page."""
    waiting = [root] if text in _shown(root) else []
    while waiting:
        element = waiting.pop()
        inner = [child for child in element.iterchildren(etree.Element) if text in _shown(child)]
        if inner:
            waiting.extend(reversed(inner))
        else:
            yield element


def _shown(element: Element) -> str:
    texts = element.xpath(_TEXTS)
    return squeeze("".join(map(str, texts))) if isinstance(texts, list) else ""


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

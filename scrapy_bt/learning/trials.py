"""Selectors tried on pages: what they give there, and whether that is of a form that was usual before."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Any

from parsel import Selector

from ..core.healing.patching.pieces import is_codes, is_xpath
from ..core.healing.perception.views import form_of
from ..core.healing.proposals import PageValue, Trial
from ..core.regex.deadlines import Timeout
from ..core.rules.rule import Tag
from ..core.rules.tagcodes import with_codes
from ..core.rules.tags import run_tag
from ..errors import NodeError, PatternError

Reading = Callable[[str], Any]
"""What a text of a page is turned into; none where that is impossible."""

_MOST_ROWS = 12
_MOST_TAKEN = 1_000
_SECONDS = 0.5
"""For a pattern of a tag on a page."""
_MOST_ROWS_WITHOUT = 0.2
_LONGEST = 300
_FEW_ROWS = 4
_TEXTS = "//body//text()[not(parent::script or parent::style or parent::noscript or parent::template)]"


@dataclass(frozen=True)
class KeptPage:
    """A page that is kept."""

    url: str
    state: str
    markup: str


def try_selector(
    selector: str,
    pages: Sequence[str],
    *,
    forms: Collection[str],
    read: Reading = str,
    within: str = "",
    least: int = 1,
) -> Trial:
    """Run a CSS selector or an XPath on all pages, or *within* each row of them; raises `ValueError` for neither.

    *least*: values that a page has in any case.
    """
    found = fitting = 0
    example = ""
    for markup in pages:
        values = values_of(selector, markup, within=within)
        there = [value for value in values if value]
        if len(there) < least or len(there) < (1 - _MOST_ROWS_WITHOUT) * len(values):
            continue
        found += 1
        fits = [fits_usual(value, forms, read) for value in there]
        fitting += sum(fits) >= (1 - _MOST_ROWS_WITHOUT) * len(fits) if within else fits[0]
        example = example or there[0]
    return Trial(len(pages), found, fitting, example)


def compare(
    old: str, new: str, pages: Sequence[KeptPage], *, within: tuple[str, str] = ("", "")
) -> tuple[PageValue, ...]:
    """What two selectors give on pages, within the rows of before and those of today."""
    told = []
    for page in pages:
        values = [
            next(filter(None, values_of(selector, page.markup, within=rows)), "")[:_LONGEST]
            for selector, rows in ((old, within[page.state == "failing"]), (new, within[page.state == "failing"]))
        ]
        told.append(PageValue(page.url, page.state, *values))
    return tuple(told)


def values_of(selector: str, markup: str, *, within: str = "") -> list[str]:
    """The texts that a selector finds on a page; within rows, of each its first one, empty where there is none."""
    if is_codes(selector):
        return _taken(selector, markup)
    page = Selector(text=markup)
    if not within:
        return [_text_of(hit) for hit in _select(page, selector)]
    rows = _select(page, within)[:_MOST_ROWS]
    firsts = [next(iter(_select(row, selector)), None) for row in rows]
    return [_text_of(first) if first is not None else "" for first in firsts]


def _taken(codes: str, markup: str) -> list[str]:
    """What a tag of a rule takes; nothing where that takes too long."""
    try:
        found = run_tag(with_codes(Tag("value"), codes), markup, timeout=Timeout(_SECONDS, perf_counter))
    except (NodeError, PatternError, ValueError):
        return []
    return list(found.values[:_MOST_TAKEN])


def rows_of(markup: str, within: str) -> list[str]:
    """The markup of the rows of a page, the first ones."""
    found = _select(Selector(text=markup), within)[:_MOST_ROWS]
    return [row.get() for row in found if not isinstance(row.root, str)]


def texts_of(markup: str) -> set[str]:
    """The texts of a page or row, as they stand between its tags."""
    texts = Selector(text=markup).xpath(_TEXTS).getall()
    return {squeezed for text in texts if (squeezed := " ".join(text.split()))}


def scopes_of(selector: str, pages: Sequence[str], *, within: str = "") -> list[tuple[str, set[str]]]:
    """What a selector finds first on each page, or in each row of it, with all texts there."""
    rows = [row for markup in pages for row in (rows_of(markup, within)[:_FEW_ROWS] if within else [markup])]
    inner = f"./{selector[1:]}" if within and selector.startswith("./") and selector[2:3] != "/" else selector
    firsts = [next(filter(None, values_of(inner, row)), "") for row in rows]
    return [(first, texts_of(row)) for first, row in zip(firsts, rows, strict=True)]


def fits_usual(value: str, forms: Collection[str], read: Reading = str) -> bool:
    """Whether what is made of a text is of one of the forms; none known: of any."""
    made = read(value)
    return made is not None and (not forms or form_of(str(made)) in forms)


def _select(scope: Selector, selector: str) -> Sequence[Selector]:
    return scope.xpath(selector) if is_xpath(selector) or selector.startswith("descendant") else scope.css(selector)


def _text_of(hit: Selector) -> str:
    """An element's text, or the text or attribute itself."""
    texts = hit.xpath(".//text()").getall() if not isinstance(hit.root, str) else [hit.root]
    return " ".join(" ".join(texts).split())

"""How well a selector that was written on one page finds its field on other pages of the layout."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from ..core.healing.fields import run_selector
from ..core.healing.pages import Page, squeeze
from ..core.healing.writing import target_of, write_selectors
from .labelled import LabelledPage

_SAME_LAYOUT = 0.5
"""The share of class names that two pages of a layout have in common."""


@dataclass(frozen=True, eq=False)
class _LaidOutPage:
    page: Page
    classes: frozenset[str]
    truth: Mapping[str, tuple[str, ...]]


def second_pages(pages: Iterable[LabelledPage]) -> list[tuple[str, bool]]:
    """Write selectors for true values, run them on other pages of the layout: kind of field, and whether right."""
    by_site: dict[str, list[LabelledPage]] = {}
    for one in pages:
        by_site.setdefault(one.site, []).append(one)
    found = []
    for family in by_site.values():
        if len(family) > 1:
            read = [_LaidOutPage(page := Page(one.read()), _classes(page), one.by_kind) for one in family]
            found += [told for one in read for other in read if one is not other for told in _second(one, other)]
    return found


def _second(one: _LaidOutPage, other: _LaidOutPage) -> Iterator[tuple[str, bool]]:
    if len(one.classes & other.classes) < _SAME_LAYOUT * len(one.classes | other.classes):
        return
    for kind, values in one.truth.items():
        wanted = [squeeze(each).casefold() for each in (*values[:1], *other.truth.get(kind, ())[:1])]
        if len(wanted) < 2 or wanted[1] not in other.page.by_text:
            continue
        for candidate in one.page.by_text.get(wanted[0], ())[:1]:
            written = write_selectors([target_of(one.page, candidate)])[0]
            hits = run_selector(other.page, written.text)
            hit = other.page.candidate_of(hits[0]) if hits else None
            yield kind, hit is not None and hit.text.casefold() == wanted[1]


def _classes(page: Page) -> frozenset[str]:
    return frozenset(
        name
        for element in page.root.iter()
        if isinstance(element.tag, str)
        for name in (element.get("class") or "").split()
    )

"""Pages of one address before a redesign and after it: equal values tell which selector is right."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .trials import KeptPage, values_of

_LEAST = 2
"""Pairs of pages that say something."""
_MANY = 5
"""Different values of a list that say as much as pages do."""


@dataclass(frozen=True)
class Twins:
    """Pages of one address, before and of today."""

    before: KeptPage
    now: KeptPage


def find_twins(pages: Sequence[KeptPage]) -> list[Twins]:
    """The pairs among pages that are kept, the newest last."""
    before = {page.url: page for page in pages if not page.is_now}
    return [Twins(before[page.url], page) for page in pages if page.is_now and page.url in before]


def is_confirmed(old: str, new: str, twins: Sequence[Twins], *, within: tuple[str, str] = ("", "")) -> bool:
    """Whether *new* gives on all pages of today what *old* gave on those before, and not the same everywhere.

    *within*: the rows of before and of today.
    """
    seen: set[tuple[str, ...]] = set()
    for pair in twins:
        was = values_told(old, pair.before, within[0])
        if not was:
            continue
        if values_told(new, pair.now, within[1]) != was:
            return False
        seen.add(was)
    return len(seen) >= _LEAST


def is_same_list(old: str, new: str, twins: Sequence[Twins], *, within: tuple[str, str] = ("", "")) -> bool:
    """Whether *new* gives on a page of today the many different values that *old* gave there before, in their order."""
    lists = [(values_told(old, pair.before, within[0]), values_told(new, pair.now, within[1])) for pair in twins]
    told = [(was, now) for was, now in lists if len(set(was)) >= _MANY]
    return bool(told) and all(was == now for was, now in told)


def values_told(selector: str, page: KeptPage, within: str = "") -> tuple[str, ...]:
    """The values of a selector on a page that are not empty, so that the same ones are equal."""
    texts = (" ".join(value.split()).casefold() for value in values_of(selector, page.markup, within=within))
    return tuple(text for text in texts if text)

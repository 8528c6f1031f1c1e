"""A page before a redesign and one of today, side by side, with what a proposal's selectors find marked on both."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from ...core.healing.changes import PageChange, measure_change
from ...core.healing.marks import Mark, mark_page, mark_texts
from ...core.healing.matching import match_elements
from ...core.healing.pages import Page
from ...core.healing.patching.pieces import is_codes
from ...core.healing.proposals import Filed
from ...errors import BTError
from ...learning.trials import values_of
from ...sentences import say
from ...storage.healing import HealingStore
from ...storage.healing_stored import StoredPage

BEFORE: Literal["good"] = "good"
NOW: Literal["failing"] = "failing"
"""States of pages that are kept: of the time before the change, and of today."""
OLD = "old"
"""The name of the mark of the selector before; those of choices are their numbers, from `1` on."""


@dataclass(frozen=True)
class Side:
    """A page as it was kept, without what is secret in it."""

    id: int
    url: str
    time: float
    """Seconds since 1970."""
    markup: str
    marks: tuple[Mark, ...]


@dataclass(frozen=True)
class SideBySide:
    """Two pages; a side is None if no such page is kept (any more)."""

    before: Side | None
    now: Side | None
    matched: tuple[tuple[str, str], ...] = ()
    """Paths of elements that are the same on both, in their order; by these both are scrolled together."""
    change: PageChange | None = None


def list_pages(store: HealingStore, filed: Filed) -> dict[str, list[StoredPage]]:
    """The pages that are kept of a proposal's node: those `good` before the change, and `failing` ones of today."""
    return {state: store.pages(filed.spider, filed.proposal.node, state) for state in (BEFORE, NOW)}


def compare_pages(
    store: HealingStore, filed: Filed, *, before: int | None = None, now: int | None = None
) -> SideBySide:
    """The pages of these numbers; without numbers, two of one address, or the newest. Raises `BTError`."""
    pages = list_pages(store, filed)
    old, new = _chosen(pages[BEFORE], before), _chosen(pages[NOW], now)
    if before is None and now is None:
        old, new = _of_one_address(pages) or (old, new)
    proposal = filed.proposal
    selectors = {OLD: proposal.old} | {str(number): one.selector for number, one in enumerate(proposal.choices, 1)}
    one, other = (None if each is None else Page(each.markup) for each in (old, new))
    left = _side(old, _marks(one, old.markup, selectors, proposal.within) if one and old else ())
    right = _side(new, _marks(other, new.markup, selectors, proposal.within_now) if other and new else ())
    if one is None or other is None:
        return SideBySide(left, right)
    pairs = match_elements(one, other)
    matched = tuple((one.tree.getpath(first), other.tree.getpath(second)) for first, second in pairs)
    return SideBySide(left, right, matched, measure_change(one, other))


def _marks(page: Page, markup: str, selectors: Mapping[str, str], within: str) -> tuple[Mark, ...]:
    return tuple(
        mark_texts(page, name, text, values_of(text, markup, within=within))
        if is_codes(text)
        else mark_page(page, {name: text}, within=within)[0]
        for name, text in selectors.items()
    )


def _side(stored: StoredPage | None, marks: tuple[Mark, ...]) -> Side | None:
    return None if stored is None else Side(stored.id, stored.url, stored.time, stored.markup, marks)


def _chosen(pages: Sequence[StoredPage], number: int | None) -> StoredPage | None:
    if number is None:
        return pages[-1] if pages else None
    for page in pages:
        if page.id == number:
            return page
    raise BTError(say("page {} is not kept any more", number))


def _of_one_address(pages: dict[str, list[StoredPage]]) -> tuple[StoredPage, StoredPage] | None:
    """The newest pair of one address, which is easiest to compare."""
    before = {page.url: page for page in pages[BEFORE]}
    return next(((before[page.url], page) for page in reversed(pages[NOW]) if page.url in before), None)

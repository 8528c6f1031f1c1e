"""Tries a selector of your own for a field, on all pages that are kept of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ...core.healing.parsing import parsed_once
from ...core.healing.perception.samples import layout_of, likeness
from ...core.healing.proposals import Filed, PageValue, Trial
from ...crawl.healing.proposing import reading_of
from ...learning.trials import KeptPage, Reading, compare, fits_usual, try_selector
from ...storage.healing import HealingStore
from ...storage.healing_stored import StoredPage
from .comparing import BEFORE, NOW, list_pages
from .deciding import check_selector


@dataclass(frozen=True)
class TriedPage:
    """What the selector before and the one that is tried give on a page."""

    url: str
    state: str
    """`good`: of the time before the change; `failing`: of today."""
    before: str
    after: str
    fits: bool
    """The value is of a form that is usual."""

    @property
    def is_equal(self) -> bool:
        """Whether both give the same."""
        return self.before == self.after

    @property
    def agrees(self) -> bool:
        """Whether nothing speaks against it: usual values today, and before the same as the old one."""
        return self.fits if self.state == NOW else not self.after or self.is_equal


@dataclass(frozen=True)
class Tried:
    """A trial on all pages; those that speak against the selector come first, and today's before others."""

    selector: str
    trial: Trial
    """The trial on the pages of today alone."""
    pages: tuple[TriedPage, ...]


def try_for(store: HealingStore, filed: Filed, selector: str) -> Tried:
    """Try a CSS selector or an XPath in place of a proposal's old one; raises `BTError` for what is neither."""
    check_selector(selector)
    kept, proposal = list_pages(store, filed), filed.proposal
    kept[NOW] = [one for one in kept[NOW] if _is_of_today(one, kept[BEFORE], proposal.layout)] or kept[NOW]
    read = _reading(store, filed)
    pages = [KeptPage(one.url, one.state, one.markup) for state in (BEFORE, NOW) for one in kept[state]]
    within = proposal.within, proposal.within_now
    now = [one.markup for one in kept[NOW]]
    with parsed_once():
        trial = try_selector(selector, now, forms=proposal.forms, read=read, within=proposal.within_now)
        told = [_told(one, filed, read) for one in compare(proposal.old, selector, pages, within=within)]
    return Tried(selector, trial, tuple(sorted(told, key=lambda one: (one.agrees, one.state != NOW))))


def _is_of_today(page: StoredPage, before: Sequence[StoredPage], layout: Sequence[str]) -> bool:
    """Whether it is built as the page of a proposal, and not as those before: the last page of a list has no next."""
    own, was = layout_of(page.markup), layout_of(before[-1].markup) if before else ()
    return likeness(own, layout) >= likeness(own, was)


def _told(value: PageValue, filed: Filed, read: Reading) -> TriedPage:
    fits = bool(value.after) and fits_usual(value.after, filed.proposal.forms, read)
    return TriedPage(value.url, value.state, value.before, value.after, fits)


def _reading(store: HealingStore, filed: Filed) -> Reading:
    """What the tree or the rule turns the texts of the field into."""
    for page in reversed(store.pages(filed.spider, filed.proposal.node, BEFORE)):
        for one in page.fields:
            if one.field == filed.proposal.field:
                return reading_of(one, page.url)
    return str

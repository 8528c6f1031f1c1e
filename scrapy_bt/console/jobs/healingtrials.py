"""Pages of a redesign side by side, and selectors tried on them, in the process that can be ended."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from scrapy.settings import Settings

from ...core.healing.pages import Page
from ...errors import BTError
from ...operations.healing.comparing import Side, SideBySide, compare_pages, list_pages
from ...operations.healing.deciding import check_selector
from ...operations.healing.stores import opened_store
from ...operations.healing.trying import try_for
from ...sentences import say, spoken
from ..foreign.trees import clean_tree, numbers_of


class HealingTrials:
    """Works on the store of a project."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    def compare(self, proposal: int, before: int | None = None, now: int | None = None) -> dict[str, Any]:
        """Both pages with the numbers of marked elements, and pairs of those that are the same on both."""
        with opened_store(self._settings) as store:
            found = compare_pages(store, store.proposals.get(proposal), before=before, now=now)
        pairs: list[tuple[int, int]] = []
        if found.before is not None and found.now is not None:
            first = _numbers(found.before, [[old] for old, _ in found.matched])
            second = _numbers(found.now, [[new] for _, new in found.matched])
            pairs = [(one[0], other[0]) for one, other in zip(first, second, strict=True) if one and other]
        return {
            "before": _tell(found.before),
            "now": _tell(found.now),
            "pairs": pairs,
            "change": _change(found),
        }

    def show(self, proposal: int, page: int) -> dict[str, str]:
        """The harmless markup of a page that is kept of a proposal's node."""
        with opened_store(self._settings) as store:
            for pages in list_pages(store, store.proposals.get(proposal)).values():
                for one in pages:
                    if one.id == page:
                        return {"html": clean_tree(Page(one.markup).tree)}
        raise BTError(say("page {} is not kept any more", page))

    def try_selector(self, proposal: int, selector: str) -> dict[str, Any]:
        """What a selector gives on all pages that are kept; those that speak against it come first.

        What is no selector, as one half typed, has a *fault*, and no pages.
        """
        try:
            check_selector(selector)
        except BTError as error:
            return {"selector": selector, "fault": spoken(error), "pages": []}
        with opened_store(self._settings) as store:
            tried = try_for(store, store.proposals.get(proposal), selector)
        pages = [{**asdict(one), "equal": one.is_equal, "agrees": one.agrees} for one in tried.pages]
        return {"selector": tried.selector, "fault": "", "trial": asdict(tried.trial), "pages": pages}


def _tell(side: Side | None) -> dict[str, Any] | None:
    if side is None:
        return None
    marks = zip(side.marks, _numbers(side, [mark.paths for mark in side.marks]), strict=True)
    told = [{"name": mark.name, "selector": mark.selector, "elements": found} for mark, found in marks]
    return {"id": side.id, "url": side.url, "time": side.time, "marks": told}


def _numbers(side: Side, paths: Any) -> list[list[int]]:
    return numbers_of(Page(side.markup).tree, paths)


def _change(found: SideBySide) -> dict[str, Any] | None:
    return None if found.change is None else asdict(found.change)

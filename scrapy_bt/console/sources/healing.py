"""Redesigns as the pages and the API tell them."""

from __future__ import annotations

from typing import Any

from scrapy.settings import Settings

from ...core.documents.numbers import read_whole
from ...core.healing.modes import Modes
from ...core.healing.perception.words import tell_views
from ...core.healing.redesigns import Redesign
from ...operations.healing.cases import Wanted, filters_of, find_case, list_cases, mode_of
from ...operations.healing.comparing import list_pages
from ...operations.healing.facts import facts_of
from ...operations.healing.policies import has_policy
from ...operations.healing.stores import opened_store
from ...sentences import say
from ...settings import BTSettings
from ..refusals import Refusal
from .spiders import settings_of

_SITES = ("site", "spider", "node", "kind")


def number_of(text: str) -> int:
    """The number of a proposal in an address; raises `Refusal`."""
    number = read_whole(text)
    if number is None:
        raise Refusal(404, "case", say("there is no case '{}'", text[:40]))
    return number


def tell_cases(settings: Settings, query: dict[str, str]) -> dict[str, Any]:
    """Those that *query* wants, with what they can be chosen by; none where nothing is watched."""
    wanted = Wanted(**{name: query.get(name, "") for name in _SITES}, waits=True if query.get("waits") else None)
    with opened_store(settings, make=True) as store:
        cases = list_cases(store)
    return {
        "cases": [_told(case) for case in cases if wanted.takes(case)],
        "filters": filters_of(cases),
        "mode": str(BTSettings.read(settings).healing or "off"),
    }


def tell_case(settings: Settings, number: int) -> dict[str, Any]:
    """One case with all that is known of its proposals; raises `BTError`."""
    with opened_store(settings) as store:
        case = find_case(store, number)
        spiders = settings_of(settings, case.spiders)
        modes = {name: Modes.read(BTSettings.read(own).healing) for name, own in spiders.items()}
        proposals = [
            {
                **facts_of(one),
                "told": one.proposal.telling.words,
                "told_views": tell_views(one.proposal.views),
                "mode": mode_of(modes[one.spider], one),
                "node_mode": modes[one.spider].of(one.spider, one.proposal.node),
                "has_policy": has_policy(one),
                "pages": _pages(list_pages(store, one)),
            }
            for one in case.filed
        ]
    return {**_told(case), "proposals": proposals}


def _told(case: Redesign) -> dict[str, Any]:
    return {
        "id": case.id,
        "site": case.site,
        "lost": case.lost,
        "since": case.since,
        "spiders": list(case.spiders),
        "nodes": list(case.nodes),
        "kinds": list(case.kinds),
        "waits": case.waits,
        "count": len(case.filed),
    }


def _pages(pages: Any) -> dict[str, list[dict[str, Any]]]:
    return {
        state: [{"id": one.id, "url": one.url, "time": one.time} for one in found] for state, found in pages.items()
    }

"""`scrapy bt heal try`: try a selector of your own for a proposal, on all pages that are kept."""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict

from scrapy.settings import Settings

from ...operations.healing.stores import opened_store
from ...operations.healing.trying import Tried, TriedPage, try_for
from ..shared.arguments import telling
from ..shared.tables import TextTable, as_text

_LONGEST = 50


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("selector", metavar="SELECTOR", help="CSS or XPath")
    parser.add_argument("id", type=int, metavar="ID", help="number of a proposal, as `review` tells it")
    parser.add_argument("--json", action="store_true", help="print it as JSON")


@telling
def run(options: argparse.Namespace, settings: Settings) -> int:
    """Print what it gives on each page; return 1 unless it holds on those of today."""
    with opened_store(settings) as store:
        filed = store.proposals.get(options.id)
        tried = try_for(store, filed, options.selector)
    if options.json:
        print(json.dumps(asdict(tried), ensure_ascii=False))
    else:
        print(as_text(_listings(filed.name, filed.proposal.old, tried)))
    return int(not tried.trial.holds)


def _listings(name: str, old: str, tried: Tried) -> list[TextTable]:
    trial = tried.trial
    told = f"{name} by {tried.selector}: found on {trial.found} of {trial.pages}, as usual on {trial.fitting}"
    rows = [(_speaks(one), one.url, one.before[:_LONGEST], one.after[:_LONGEST]) for one in tried.pages]
    return [TextTable(told, ("", "page", old, tried.selector), rows)]


def _speaks(one: TriedPage) -> str:
    when = "now" if one.state == "failing" else "before"
    return when if one.agrees else f"{when}, against it"

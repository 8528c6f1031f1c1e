"""`scrapy bt heal propose`: other selectors for the fields that have changed, tried on all pages that are kept."""

from __future__ import annotations

import argparse
import json

from scrapy.settings import Settings

from ...core.healing.proposals import Filed
from ...crawl.healing.proposing import file_proposals
from ...crawl.healing.storeplace import model_files
from ...operations.healing.facts import facts_of
from ...operations.healing.stores import chosen_spiders, opened_store
from ..shared.arguments import telling
from ..shared.tables import TextTable, as_text

_LONGEST = 60


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("spiders", nargs="*", metavar="SPIDER", help="only for these; default: all that were watched")
    parser.add_argument("--json", action="store_true", help="print it as JSON, one proposal a line")


@telling
def run(options: argparse.Namespace, settings: Settings) -> int:
    """Print the proposals; return 1 if there is a changed field without one."""
    files = model_files(settings)
    with opened_store(settings) as store:
        proposals = {
            spider: list(file_proposals(store, spider, files=files))
            for spider in chosen_spiders(store, options.spiders)
        }
        if options.json:
            for each in proposals.values():
                for one in each:
                    print(json.dumps(facts_of(one), ensure_ascii=False))
            return int(any(not one.selector for each in proposals.values() for one in each))
    columns = ("id", "field", "selector", "proposal", "P", "found on", "as usual", "for example")
    listings = [TextTable(spider, columns, [_row(one) for one in each]) for spider, each in proposals.items() if each]
    print(as_text(listings) if listings else "No field has changed.")
    return int(any(not one.selector for each in proposals.values() for one in each))


def _row(one: Filed) -> tuple[str, ...]:
    if not one.proposal.choices:
        return (str(one.id), one.name, one.proposal.old, "none", "", "", "", "")
    best = one.proposal.choices[0]
    trial = best.trial
    found, fitting = (f"{count} of {trial.pages}" for count in (trial.found, trial.fitting))
    shown = (best.selector, f"{best.probability:.2f}", found, fitting, trial.example[:_LONGEST])
    return (str(one.id), one.name, one.proposal.old, *shown)

"""`scrapy bt entities merge KEPT GONE`: one of two entities that are the same."""

from __future__ import annotations

import argparse

from scrapy.settings import Settings

from ..shared.knowledge_base import find_one, open_entities


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("kept", metavar="KEPT", help="the one that stays: its id, its name or an alias")
    parser.add_argument("gone", metavar="GONE", help="the other, whose names, links and pages it takes over")


def run(options: argparse.Namespace, settings: Settings) -> int:
    """Merge them."""
    with open_entities(settings) as store:
        kept, gone = find_one(store, options.kept), find_one(store, options.gone)
        merged = store.merge(kept.id, gone.id)
    print(f"{merged.id} is called: {', '.join(merged.names)}")
    return 0

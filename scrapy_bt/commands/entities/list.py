"""`scrapy bt entities list`: the entities of the knowledge base."""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict

from scrapy.settings import Settings

from ..shared.knowledge_base import open_entities
from ..shared.tables import TextTable, as_text

_MOST = 100


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--kind", default="", help="only of this kind")
    parser.add_argument("--after", default="", metavar="ID", help="only those behind this id")
    parser.add_argument("--most", type=int, default=_MOST, metavar="N", help=f"how many at most (default: {_MOST})")
    parser.add_argument("--json", action="store_true", help="print it as JSON, one entity a line")


def run(options: argparse.Namespace, settings: Settings) -> int:
    """Print them."""
    with open_entities(settings) as store:
        found = list(store.entities(kind=options.kind, after=options.after, most=options.most))
        pages = store.popularity()
    if options.json:
        for entity in found:
            print(json.dumps({**asdict(entity), "pages": pages.get(entity.id, 0)}, ensure_ascii=False))
        return 0
    rows = [
        (entity.id, entity.name, entity.kind, str(len(entity.aliases)), str(pages.get(entity.id, 0)))
        for entity in found
    ]
    columns = ("id", "name", "kind", "aliases", "pages")
    print(as_text([TextTable("Entities", columns, rows, numbers=frozenset({"aliases", "pages"}))]))
    if len(found) == options.most:
        print(f"\nMore: --after {found[-1].id}")
    return 0

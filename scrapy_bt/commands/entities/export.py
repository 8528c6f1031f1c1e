"""`scrapy bt entities export`: entities as JSON lines, the pages that name them, links, or relations."""

from __future__ import annotations

import argparse
import csv
import json
import sys
from collections.abc import Iterator
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from scrapy.settings import Settings

from ..shared.knowledge_base import open_entities

if TYPE_CHECKING:
    from ...storage.entities import EntityStore

_COLUMNS = {
    "pages": ("entity", "url", "times"),
    "links": ("entity", "relation", "other"),
    "relations": ("first", "relation", "second", "confidence", "url", "sentence"),
}
_WHAT = ("entities", *_COLUMNS)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("what", choices=_WHAT, nargs="?", default="entities")


def run(options: argparse.Namespace, settings: Settings) -> int:
    """Write them to the standard output: entities as JSON lines, which `import` takes, the others as CSV."""
    with open_entities(settings) as store:
        if options.what == "entities":
            for entity in store.entities():
                print(json.dumps(asdict(entity), ensure_ascii=False))
            return 0
        rows = csv.writer(sys.stdout, lineterminator="\n")
        rows.writerow(_COLUMNS[options.what])
        rows.writerows({"pages": _pages, "links": _links, "relations": _relations}[options.what](store))
    return 0


def _pages(store: EntityStore) -> Iterator[tuple[Any, ...]]:
    for entity in store.popularity():
        for page in store.pages(entity, most=1_000_000):
            yield entity, page.url, page.times


def _links(store: EntityStore) -> Iterator[tuple[Any, ...]]:
    for entity in store.entities():
        for relation, other in entity.links:
            yield entity.id, relation, other


def _relations(store: EntityStore) -> Iterator[tuple[Any, ...]]:
    for url, one in store.relations.all():
        yield one.first, one.relation, one.second, one.confidence, url, one.sentence

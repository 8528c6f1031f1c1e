"""`scrapy bt entities show NAME`: what is known of an entity, and which pages name it."""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict

from scrapy.settings import Settings

from ..tables import Listing, as_text
from .stores import find_one, open_entities

_MOST = 20


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.add_argument("entity", metavar="NAME", help="its id, its name or an alias")
    parser.add_argument("--most", type=int, default=_MOST, metavar="N", help=f"pages at most (default: {_MOST})")
    parser.add_argument("--json", action="store_true", help="print it as JSON")


def run(options: argparse.Namespace, settings: Settings) -> int:
    """Print it."""
    with open_entities(settings) as store:
        entity = find_one(store, options.entity)
        others = store.get(other for _, other in entity.links)
        pages = store.pages(entity.id, most=options.most)
    if options.json:
        print(json.dumps({**asdict(entity), "pages": [asdict(page) for page in pages]}, ensure_ascii=False))
        return 0
    facts = [("id", entity.id), ("kind", entity.kind), ("description", entity.description)]
    facts += [("also", alias) for alias in entity.aliases]
    facts += [(relation, others[other].name if other in others else other) for relation, other in entity.links]
    listings = [Listing(entity.name, ("what", "value"), [fact for fact in facts if fact[1]])]
    if pages:
        rows = [(str(page.times), page.url) for page in pages]
        listings.append(Listing("Pages that name it", ("times", "page"), rows, numbers=frozenset({"times"})))
    print(as_text(listings))
    return 0

"""`scrapy bt entities show NAME`: what is known of an entity, and which pages name it, and what sentences say of it."""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict

from scrapy.settings import Settings

from ...operations.entities import view_of
from ..shared.knowledge_base import find_one, open_entities
from ..shared.tables import TextTable, as_text

_MOST = 20
_WIDEST = 100
"""Characters of a sentence."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("entity", metavar="NAME", help="its id, its name or an alias")
    parser.add_argument("--most", type=int, default=_MOST, metavar="N", help=f"pages at most (default: {_MOST})")
    parser.add_argument("--json", action="store_true", help="print it as JSON")


def run(options: argparse.Namespace, settings: Settings) -> int:
    """Print it."""
    with open_entities(settings) as store:
        entity = find_one(store, options.entity)
        view = view_of(store, entity, most=options.most)
    if options.json:
        rest = {"pages": [asdict(page) for page in view.pages], "related": [asdict(one) for one in view.related]}
        print(json.dumps({**asdict(entity), **rest}, ensure_ascii=False))
        return 0
    facts = [("id", entity.id), ("kind", entity.kind), ("description", entity.description)]
    facts += [("also", alias) for alias in entity.aliases]
    facts += [(relation, view.names.get(other, other)) for relation, other in entity.links]
    listings = [TextTable(entity.name, ("what", "value"), [fact for fact in facts if fact[1]])]
    if view.related:
        told = [
            (
                view.names.get(one.first, one.first),
                one.relation or "beside",
                view.names.get(one.second, one.second),
                f"{one.confidence:.2f}",
                f"{one.weight:.2f}",
                str(one.pages),
                one.sentence[:_WIDEST],
                one.url,
            )
            for one in view.related
        ]
        columns = ("one", "is", "other", "sure", "weight", "pages", "sentence", "page")
        listings.append(TextTable("What sentences say", columns, told, numbers=frozenset({"sure", "weight", "pages"})))
    if view.pages:
        rows = [(str(page.times), page.url) for page in view.pages]
        listings.append(TextTable("Pages that name it", ("times", "page"), rows, numbers=frozenset({"times"})))
    print(as_text(listings))
    return 0

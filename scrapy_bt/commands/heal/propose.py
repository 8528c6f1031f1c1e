"""`scrapy bt heal propose`: other selectors for the fields that have changed, tried on all pages that are kept."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterator
from dataclasses import asdict
from typing import Any

from scrapy.settings import Settings

from ...core.healing.perception.fieldwatch import Sighting
from ...core.language.parser import parse
from ...core.tree.nodes import Data, Source
from ...crawl.selectors import PageReader
from ...errors import BTError, RuleError
from ...learning.proposals import Proposal, propose
from ...storage.healing import HealingStore, StoredField, StoredPage
from ..queues import telling
from ..tables import Listing, as_text
from .stores import open_store

_LONGEST = 60
_HOWS = ("css", "xpath")
_READER = PageReader()


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.add_argument("spiders", nargs="*", metavar="SPIDER", help="only for these; default: all that were watched")
    parser.add_argument("--json", action="store_true", help="print it as JSON, one proposal a line")


@telling
def run(options: argparse.Namespace, settings: Settings) -> int:
    """Print the proposals; return 1 if there is a changed field without one."""
    store = open_store(settings)
    try:
        known = store.spiders()
        missing = [name for name in options.spiders if name not in known]
        if missing:
            raise BTError(f"nothing is known of '{missing[0]}'; watched were: {', '.join(known) or 'none'}")
        proposals = {spider: list(_proposals(store, spider)) for spider in options.spiders or known}
    finally:
        store.close()
    if options.json:
        for spider, each in proposals.items():
            for one in each:
                print(json.dumps({"spider": spider, **asdict(one)}, ensure_ascii=False))
    else:
        columns = ("field", "selector", "proposal", "P", "found on", "as usual", "for example")
        listings = [Listing(spider, columns, [_row(one) for one in each]) for spider, each in proposals.items() if each]
        print(as_text(listings) if listings else "No field has changed.")
    return int(any(not one.new for each in proposals.values() for one in each))


def _proposals(store: HealingStore, spider: str) -> Iterator[Proposal]:
    by_node: dict[str, list[StoredField]] = {}
    for stored in store.fields(spider):
        by_node.setdefault(stored.sighting.node, []).append(stored)
    for node, fields in by_node.items():
        changed = {one.sighting.field for one in fields if "found" in one.changed}
        if not changed:
            continue
        now = [page.markup for page in store.pages(spider, node, "failing")]
        before = _best(store.pages(spider, node, "good"), changed)
        if before is None or not now:
            continue
        forms = {one.sighting.field: set(one.usual("form")) for one in fields}
        known = [(one, source) for one in before.fields if (source := _source_of(one)) is not None]
        if any(not one.field for one, _ in known) and len(known) > 1:
            # The fields of rows: their selectors are run within a row, and not on the page.
            known = [(one, source) for one, source in known if not one.field]
        sightings = [one._replace(selector=str(source.texts[0])) for one, source in known]
        readings = {one.field: _reading_of(source, before.url) for one, source in known if source.kind is not None}
        yield from propose(before.markup, sightings, now, changed=changed, forms=forms, readings=readings)


def _best(pages: list[StoredPage], changed: set[str]) -> StoredPage | None:
    """The newest page on which most of the changed fields have values."""
    counted = [(sum(bool(one.values) and one.field in changed for one in page.fields), page.id, page) for page in pages]
    return max(counted, key=lambda each: each[:2])[2] if counted else None


def _source_of(sighting: Sighting) -> Source | None:
    """What a field is taken with, where that is CSS or XPath without placeholders."""
    how, _, text = sighting.field.partition(" ")
    if text and text == sighting.selector and how in _HOWS:  # of an ordinary spider
        return Source(how, (text,))
    try:
        node = parse(f"x :: data {sighting.selector}").declarations["x"]
    except (RuleError, KeyError):
        return None
    source = node.source if isinstance(node, Data) else None
    is_plain = source is not None and source.how in _HOWS and all(isinstance(text, str) for text in source.texts)
    return source if is_plain else None


def _reading_of(source: Source, url: str) -> Callable[[str], Any]:
    kind = source.kind or "text"
    return lambda text: _READER.convert(text, kind, url)


def _row(one: Proposal) -> tuple[str, ...]:
    trial, name = one.trial, f"{one.node}/{one.field}" if one.field else one.node
    if not one.new:
        return (name, one.old, "none", "", "", "", "")
    found, fitting = (f"{count} of {trial.pages}" for count in (trial.found, trial.fitting))
    return (name, one.old, one.new, f"{one.probability:.2f}", found, fitting, trial.example[:_LONGEST])

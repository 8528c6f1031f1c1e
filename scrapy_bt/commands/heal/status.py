"""`scrapy bt heal status`: which fields of which spiders give what they used to, and what became of the others."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from scrapy.settings import Settings

from ...core.healing.changes import measure_change, usual_change
from ...core.healing.pages import Page
from ...core.healing.perception.flows import CrawlTotals, drifts
from ...core.healing.perception.words import describe, tell_views
from ...core.healing.proposals import Filed
from ...operations.healing.stores import chosen_spiders, opened_store
from ...storage.healing import HealingStore
from ...storage.healing_decisions import SelectorDecision
from ...storage.healing_stored import AlarmEvent, StoredField
from ..shared.arguments import telling
from ..shared.tables import TextTable, as_text

_MOST_EVENTS = 10
"""The most alarms, and the most decisions, that are shown."""
_WAITING = ("id", "field", "selector", "proposal", "P", "state")
_DECIDED = ("when", "field", "what", "proposal", "by", "why")
_CRAWLS = ("ended", "links", "pages", "records", "drifted apart")
_MOST_CRAWLS = 5
_MOST_PAGES = 4
"""Pages of before that are compared, to know how far pages of a site differ in any case."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("spiders", nargs="*", metavar="SPIDER", help="only of these; default: all that were watched")
    parser.add_argument("--json", action="store_true", help="print it as JSON, one field a line")


@telling
def run(options: argparse.Namespace, settings: Settings) -> int:
    """Print the fields, their health and the latest alarms; return 1 if a field has changed."""
    with opened_store(settings) as store:
        spiders = chosen_spiders(store, options.spiders)
        if options.json:
            for spider in spiders:
                kinds = _kinds(store, spider)
                for one in store.fields(spider):
                    print(json.dumps(_facts(one, kinds), ensure_ascii=False))
        else:
            listings = [listing for spider in spiders for listing in _listings(store, spider)]
            print(as_text(listings) if listings else "No crawl was watched yet: set BT_HEALING = 'watch'")
        return int(any(one.changed for spider in spiders for one in store.fields(spider)))


def _listings(store: HealingStore, spider: str) -> Iterator[TextTable]:
    fields = store.fields(spider)
    kinds = _kinds(store, spider)
    rows = [
        (
            name_of(one),
            one.observed.selector,
            _health(one, kinds),
            str(one.observed.found),
            str(one.observed.missing),
        )
        for one in fields
    ]
    columns = ("field", "selector", "health", "found", "missing")
    title = f"{spider} (found and missing: on pages that were looked at, of all crawls)"
    yield TextTable(title, columns, rows, numbers=frozenset({"found", "missing"}))
    events = store.events(spider)
    changed = {one.observed.node for one in fields if one.changed}
    measures = [row for node in sorted(changed) for row in _measures(store, spider, node)]
    if measures:
        names = ("node", "page before", "page now", "cosine", "tree edits", "as before")
        yield TextTable(f"{spider}: how far its pages are from those before", names, measures)
    if crawls := store.flows.of(spider):
        yield TextTable(f"{spider}: its latest crawls", _CRAWLS, list(_flows(crawls)), numbers=frozenset(_CRAWLS[1:4]))
    if events:
        yield TextTable(f"{spider}: the latest alarms", ("when", "field", "what", "page"), list(_told(events)))
    if waiting := [one for one in store.proposals.of(spider) if one.waits]:
        yield TextTable(f"{spider}: what waits for a person", _WAITING, [_proposed(one) for one in waiting])
    if decisions := store.proposals.decisions.of(spider)[:_MOST_EVENTS]:
        yield TextTable(f"{spider}: what has become of selectors", _DECIDED, [_decided(one) for one in decisions])


def _proposed(one: Filed) -> Sequence[str]:
    likely = f"{one.proposal.choices[0].probability:.2f}" if one.proposal.choices else ""
    return str(one.id), one.name, one.proposal.old, one.selector or "none", likely, one.state.value


def _decided(one: SelectorDecision) -> Sequence[str]:
    why = ": ".join(filter(None, (one.kind, tell_views(one.views))))
    what = f"{one.decided}: {one.old} → {one.selector}"
    return _when(one.time), one.name, what, str(one.proposal or ""), str(one.decider), why


def _when(moment: float) -> str:
    return datetime.fromtimestamp(moment).astimezone().strftime("%Y-%m-%d %H:%M")


def _measures(store: HealingStore, spider: str, node: str) -> Iterator[Sequence[str]]:
    before, now = store.pages(spider, node, "good"), store.pages(spider, node, "failing")
    if before and now:
        pages = [Page(one.markup) for one in before[-_MOST_PAGES:]]
        change, usual = measure_change(pages[-1], Page(now[-1].markup)), usual_change(pages)
        told = "" if usual is None else f"{usual.cosine:.2f}, {usual.edits:.2f}"
        yield node, before[-1].url, now[-1].url, f"{change.cosine:.2f}", f"{change.edits:.2f}", told


def _flows(crawls: Sequence[tuple[float, CrawlTotals]]) -> Iterator[Sequence[str]]:
    counted = [flow for _, flow in crawls]
    for at, (when, flow) in list(enumerate(crawls))[-_MOST_CRAWLS:]:
        told = "; ".join(drift.told for drift in drifts(counted[:at], flow))
        yield _when(when), str(flow.links), str(flow.pages), str(flow.records), told


def _told(events: Sequence[AlarmEvent]) -> Iterator[Sequence[str]]:
    for event in events[:_MOST_EVENTS]:
        alarm = event.alarm
        name = f"{alarm.node}/{alarm.field}" if alarm.field else alarm.node
        yield _when(event.time), name, "as before" if alarm.over else describe(alarm), event.url


def name_of(one: StoredField) -> str:
    """The node and the field."""
    return f"{one.observed.node}/{one.observed.field}" if one.observed.field else one.observed.node


def _kinds(store: HealingStore, spider: str) -> dict[tuple[str, str], str]:
    """By field: the kind of change, as far as proposals have told it."""
    return {(one.proposal.node, one.proposal.field): one.proposal.kind for one in store.proposals.of(spider)}


def _health(one: StoredField, kinds: Mapping[tuple[str, str], str]) -> str:
    if one.changed:
        kind = kinds.get((one.observed.node, one.observed.field))
        told = tell_views(one.changed)
        return f"changed: {told} ({kind})" if kind else f"changed: {told}"
    return "as usual" if one.is_learned else f"learning (pages: {one.pages})"


def _facts(one: StoredField, kinds: Mapping[tuple[str, str], str]) -> Mapping[str, Any]:
    observation = one.observed
    return {
        "spider": one.spider,
        "node": observation.node,
        "field": observation.field,
        "selector": observation.selector,
        "place": observation.place,
        "found": observation.found,
        "missing": observation.missing,
        "pages": one.pages,
        "changed": list(one.changed),
        "kind": kinds.get((observation.node, observation.field), "") if one.changed else "",
    }

"""`scrapy bt duplicates`: what was dropped since it was known, and what it is the same as."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

import redis
from scrapy.exceptions import UsageError
from scrapy.settings import Settings

from ..core.duplicates.verdicts import DuplicateMatch
from ..crawl.duplicates.content_store import ContentStore
from ..crawl.duplicates.ledgers import ledger_place
from ..crawl.duplicates.options import DuplicateOptions
from ..crawl.duplicates.shared import LedgerCalls, SharedContentStore, names_of, prefix_of
from ..crawl.redis.connection import shown_url
from ..crawl.redis.url_filters import filters_of
from ..errors import BTError
from ..operations.queues import advise, explain, reach
from ..sentences import counted
from .shared.arguments import add_json, add_settings, read_settings, telling
from .shared.tables import TextTable, as_text

_OTHERWISE = "what a crawl with a JOBDIR knows is shown by --jobdir DIR, a file of BT_DUPLICATES_STORE by --file FILE"

_PAGE = 20
"""Addresses that are listed at once."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "name", nargs="?", metavar="NAME", help="the spider, or BT_DUPLICATES_NAME, on Redis; default: all are counted"
    )
    parser.add_argument("--file", type=Path, metavar="FILE", help="the SQLite file of BT_DUPLICATES_STORE")
    parser.add_argument("--jobdir", type=Path, metavar="DIR", help="the JOBDIR of a crawl")
    parser.add_argument("--urls", metavar="KEY", help="all addresses of one record, by the key that --json tells")
    parser.add_argument("--first", type=int, default=0, metavar="N", help="how many to pass over (0)")
    parser.add_argument("--count", type=int, default=_PAGE, metavar="N", help="how many to show (20)")
    parser.add_argument("--forget", action="store_true", help="forget all that is known, so that it is stored again")
    add_json(parser)
    add_settings(parser)


@telling
def run(options: argparse.Namespace, settings: Settings) -> int:
    """Do it; return 1 if nothing of that name is known."""
    if options.first < 0 or options.count < 1:
        raise UsageError("--first takes a number from 0 on, --count one from 1 on")
    if sum(each is not None for each in (options.name, options.file, options.jobdir)) > 1:
        raise UsageError("give one of NAME, --file and --jobdir")
    settings = read_settings(options, settings, options.name)
    path = _path(options, settings)
    if path is not None:
        with _open_file(path) as content_store:
            return _treat(options, content_store, str(path))
    with reach(settings, otherwise=_OTHERWISE) as client:
        try:
            name = options.name and _known(client, settings, options.name)
            if name is None:
                return _count_all(options, client, settings)
            return _treat(options, SharedContentStore(client, LedgerCalls(name)), name)
        except redis.RedisError as error:
            raise explain(shown_url(settings), error) from None


def _path(options: argparse.Namespace, settings: Settings) -> Path | None:
    """The file; None: Redis."""
    if options.file is not None:
        return Path(options.file)
    if options.jobdir is not None:
        settings.set("JOBDIR", str(options.jobdir), priority="cmdline")
        settings.set("BT_FRONTIER", "memory", priority="cmdline")
    place = ledger_place(settings, DuplicateOptions.read(settings))
    return place if isinstance(place, Path) else None


@contextmanager
def _open_file(path: Path) -> Iterator[ContentStore]:
    if not path.is_file():
        raise BTError(f"there is no ledger of duplicates {path}")
    with ContentStore(path, similarity=None) as content_store:
        yield content_store


def _known(client: redis.Redis, settings: Settings, name: str) -> str:
    """The name of the ledger: the one given, or the one that this spider uses."""
    own = DuplicateOptions.read(settings).name
    for each in (name, own):
        if each and client.exists(f"{prefix_of(each)}meta"):
            return each
    raise BTError(
        f"nothing is known of duplicates of '{name}' in {shown_url(settings)}; {advise(name, names_of(client))}; "
        f"{_OTHERWISE}"
    )


def _count_all(options: argparse.Namespace, client: redis.Redis, settings: Settings) -> int:
    if options.forget or options.urls:
        raise UsageError("give the NAME whose duplicates are meant")
    told = [
        {"name": name, **asdict(SharedContentStore(client, LedgerCalls(name)).tally())} for name in names_of(client)
    ]
    filters = filters_of(client)
    if options.json:
        listed = [asdict(one) for one in filters]
        print(json.dumps({"redis": shown_url(settings), "ledgers": told, "filters": listed}, ensure_ascii=False))
        return 0
    if not told and not filters:
        print(f"{shown_url(settings)}: nothing is known of duplicates; {_OTHERWISE}")
        return 0
    rows = [(one["name"], str(one["kept"]), str(one["same"]), str(one["near"])) for one in told]
    columns = ("name", "kept", "same", "near")
    listings = (
        [TextTable(f"Contents known in {shown_url(settings)}", columns, rows, frozenset(columns[1:]))] if rows else []
    )
    if filters:
        columns = ("key", "URLs", "bytes", "error now")
        rows = [(one.key, str(one.known), str(one.size), f"{one.error:.2g}") for one in filters]
        listings.append(TextTable("Bounded filters of URLs", columns, rows, frozenset(columns[1:])))
    print(as_text(listings))
    return 0


def _treat(options: argparse.Namespace, content_store: ContentStore | SharedContentStore, name: str) -> int:
    if options.forget:
        forgotten = content_store.forget()
        told = {"name": name, "forgotten": forgotten}
        print(
            json.dumps(told, ensure_ascii=False)
            if options.json
            else f"{name}: {counted(forgotten, 'content')} forgotten"
        )
        return 0
    if options.urls is not None:
        return _print_urls(options, content_store, name)
    tally, found = content_store.tally(), content_store.matches(options.first, options.count)
    if options.json:
        told = {"name": name, **asdict(tally), "first": options.first, "dropped": [_record(one) for one in found]}
        print(json.dumps(told, ensure_ascii=False))
        return 0
    total = tally.same + tally.near
    title = f"{name}: {counted(tally.kept, 'content')} kept, {total} found again ({tally.same} same, {tally.near} near)"
    rows = [(_when(one.at), one.reason, f"{one.similarity:.0%}", one.url, one.original_url) for one in found]
    columns = ("found", "as", "alike", "address", "same as")
    print(as_text([TextTable(title, columns, rows, frozenset(("alike",))) if rows else TextTable(title)]))
    if options.first + len(found) < total and found:
        print(f"more: --first {options.first + len(found)}")
    return 0


def _print_urls(options: argparse.Namespace, content_store: ContentStore | SharedContentStore, name: str) -> int:
    try:
        urls = content_store.urls(options.urls)
    except ValueError:
        raise UsageError("--urls takes a key of hexadecimal digits, as --json tells it") from None
    if not urls:
        raise BTError(f"{name} knows no content {options.urls}")
    print(
        json.dumps({"name": name, "key": options.urls, "urls": urls}, ensure_ascii=False)
        if options.json
        else "\n".join(urls)
    )
    return 0


def _record(match: DuplicateMatch) -> dict[str, Any]:
    told = asdict(match)
    del told["is_new"]
    return told


def _when(at: float) -> str:
    return datetime.fromtimestamp(at, timezone.utc).strftime("%Y-%m-%d %H:%M:%S")

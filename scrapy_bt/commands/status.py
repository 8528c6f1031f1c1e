"""`scrapy bt status`: what is going on in the queues of a Redis."""

from __future__ import annotations

import argparse
import json
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from itertools import chain
from typing import Any

from rich.live import Live
from scrapy.exceptions import UsageError
from scrapy.settings import Settings

from ..crawl.display.consoles import open_console
from ..crawl.redis.connection import shown_url
from ..errors import BTError
from ..operations.queues import open_queue, open_queues
from ..operations.snapshots import take_snapshot
from .shared.arguments import add_json, add_settings, read_settings, telling
from .shared.summaries import summarise
from .shared.tables import as_tables, as_text

Look = Callable[[], dict[str, Any]]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", nargs="?", metavar="NAME", help="the spider whose queue it is; default: all queues")
    parser.add_argument("--watch", action="store_true", help="look again and again, until Ctrl-C")
    parser.add_argument(
        "--every", type=float, default=2.0, metavar="SECONDS", help="how long --watch waits between two looks (2)"
    )
    add_json(parser)
    add_settings(parser)


@telling
def run(options: argparse.Namespace, settings: Settings) -> int:
    """Show it; return 1 if there is no Redis, or no queue of that name."""
    if not options.every > 0:
        raise UsageError("--every takes a number of seconds above 0")
    with ExitStack() as stack:
        look = _open(options, settings, stack)
        first = look()
        if options.json:
            return _print_json(first, _more(options, look))
        if options.watch and sys.stdout.isatty():
            return _watch(first, _more(options, look))
        return _print(first, _more(options, look))


def _open(options: argparse.Namespace, settings: Settings, stack: ExitStack) -> Look:
    """A function that looks; the server and the queue are there."""
    if options.name is not None:
        queue = stack.enter_context(open_queue(read_settings(options, settings, options.name), options.name))
        return lambda: {"redis": queue.place, "queues": [take_snapshot(queue)]}
    find = stack.enter_context(open_queues(read_settings(options, settings, None)))
    return lambda: {"redis": shown_url(settings), "queues": [take_snapshot(queue) for queue in find()]}


def _more(options: argparse.Namespace, look: Look) -> Iterator[dict[str, Any]]:
    """Further looks of `--watch`, as long as there is something to see."""
    try:
        while options.watch:
            _rest(options.every)
            yield look()
    except KeyboardInterrupt:
        return
    except BTError as error:
        sys.stderr.write(f"{error}\n")


def _rest(seconds: float) -> None:
    threading.Event().wait(seconds)


def _print_json(first: dict[str, Any], more: Iterator[dict[str, Any]]) -> int:
    for snapshot in chain((first,), more):
        print(json.dumps(snapshot, ensure_ascii=False), flush=True)
    return 0


def _print(first: dict[str, Any], more: Iterator[dict[str, Any]]) -> int:
    if sys.stdout.isatty():
        open_console().print(as_tables(summarise(first)))
    else:
        print(as_text(summarise(first)), flush=True)
    for snapshot in more:
        print("", as_text(summarise(snapshot)), sep="\n", flush=True)
    return 0


def _watch(first: dict[str, Any], more: Iterator[dict[str, Any]]) -> int:
    with Live(as_tables(summarise(first)), console=open_console(), screen=True, auto_refresh=False) as live:
        live.refresh()
        for snapshot in more:
            live.update(as_tables(summarise(snapshot)), refresh=True)
    return 0

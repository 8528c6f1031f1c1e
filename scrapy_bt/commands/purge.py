"""`scrapy bt purge`: delete a queue."""

from __future__ import annotations

import argparse
import json
import re
import sys
from typing import Any

import redis
from scrapy.settings import Settings

from ..errors import BTError, FrontierError
from ..frontier.redis.jobs import repeat
from ..frontier.redis.keys import make_key
from ..frontier.redis.scripts import FORMAT
from ..operations.queues import Queue, explain, open_queue
from ..operations.snapshots import is_alive, take_snapshot
from ..sentences import counted
from .shared.arguments import add_json, add_settings, read_settings, telling
from .shared.tables import seconds

_PART = 500
"""Keys that are deleted at once."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", metavar="NAME", help="the spider whose queue it is")
    parser.add_argument("--yes", action="store_true", help="do not ask")
    add_json(parser)
    add_settings(parser)


@telling
def run(options: argparse.Namespace, settings: Settings) -> int:
    """Ask, and delete; return 1 if it was not deleted."""
    with open_queue(read_settings(options, settings, options.name), options.name) as queue:
        stored = _read_meta(queue, "format")
        if stored == FORMAT and _read_meta(queue, "purging") is not None:
            repeat(queue.ask, lambda _: queue.calls.purge())  # it was wanted before
            _tell(options, queue)
            return 0
        if stored not in (None, FORMAT):
            return _purge_foreign(options, queue, stored)
        snapshot = take_snapshot(queue)
        tasks = snapshot["tasks"]
        alive = list(filter(is_alive, snapshot["workers"]))
        print(_describe(snapshot, alive, queue.place), file=sys.stderr)
        _ask(options)
        repeat(queue.ask, lambda _: queue.calls.purge())
    _tell(options, queue, tasks=sum(tasks.values()) - tasks["dead"], dead=tasks["dead"], workers=len(alive))
    return 0


def _describe(snapshot: dict[str, Any], alive: list[dict[str, Any]], place: str) -> str:
    tasks = snapshot["tasks"]
    unfinished = sum(tasks.values()) - tasks["dead"]
    amounts = f"{counted(unfinished, 'task')} to do and {counted(tasks['dead'], 'dead letter')}"
    lines = [f"The queue of '{snapshot['name']}' in {place} has {amounts}."]
    if alive:
        lines.append(f"{counted(len(alive), 'worker')} at work on it, which the purge ends with an error:")
        lines += [
            f"  {worker['host'] or worker['name']} {worker['pid'] or ''} (heard {seconds(worker['seconds_since'])} ago)"
            for worker in alive
        ]
    return "\n".join(lines)


def _ask(options: argparse.Namespace) -> None:
    """Raises `BTError` unless it is wanted."""
    if options.yes:
        return
    if not sys.stdin.isatty():
        raise BTError("nothing was deleted: add --yes where nobody can be asked")
    sys.stderr.write("Delete all of it? [y/N] ")
    sys.stderr.flush()
    if sys.stdin.readline().strip().lower() not in ("y", "yes"):
        raise BTError("nothing was deleted")


def _tell(options: argparse.Namespace, queue: Queue, **told: int) -> None:
    if options.json:
        print(json.dumps({"queue": queue.name, "action": "purge", **told}, ensure_ascii=False))
    else:
        print(f"{queue.name}: deleted")


def _read_meta(queue: Queue, name: str) -> str | None:
    """The version in which a queue is stored, by its first key; None if there is no key, or it is no queue's."""
    try:
        stored: Any = queue.client.hget(make_key(queue.prefix, "meta"), name)
    except redis.ResponseError:
        return None
    except redis.RedisError as error:
        raise explain(queue.place, error) from None
    return None if stored is None else stored.decode(errors="replace")


def _purge_foreign(options: argparse.Namespace, queue: Queue, stored: str) -> int:
    """Delete the keys of a queue that another version has begun: only their names are known."""
    pattern = re.sub(r"([\[\]?*\\])", r"\\\1", make_key(queue.prefix, "")) + "*"
    try:
        keys = list(queue.client.scan_iter(pattern, count=1000))
        print(
            f"The queue of '{queue.name}' in {queue.place} is stored in format {stored}, which this version cannot "
            f"read; it has {counted(len(keys), 'key')}.",
            file=sys.stderr,
        )
        _ask(options)
        for first in range(0, len(keys), _PART):
            queue.client.unlink(*keys[first : first + _PART])
    except redis.ResponseError as error:
        raise FrontierError(f"Redis at {queue.place} refuses: {error}") from None
    except redis.RedisError as error:
        raise explain(queue.place, error) from None
    _tell(options, queue, keys=len(keys))
    return 0

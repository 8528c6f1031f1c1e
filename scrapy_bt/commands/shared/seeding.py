"""Puts the seeds of a scheme into the queue of a tree, part by part, and knows how far it has come."""

from __future__ import annotations

import os
import socket
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, TypeVar

import msgspec
import redis
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from ...core.schemes.fitting import Fitting
from ...core.schemes.seeds import Seeds, seed_key
from ...crawl.display.consoles import open_console
from ...crawl.redis.feeders import SEEDER
from ...crawl.redis.tree_queue import Seeding, TreeQueue
from ...crawl.runtime.frontiers import TREE
from ...errors import BTError
from ...frontier.redis.call import ScriptCall
from ...frontier.redis.frontier import send
from ...frontier.redis.queue_configuration import KEY as CONFIGURATION
from ...operations.queues import explain

if TYPE_CHECKING:
    from typing_extensions import Self

T = TypeVar("T")

_PART = 1000
"""Seeds that are stored at once."""

_BEAT = 2.0
"""Seconds between two signs of life."""

_LINE = 10.0
"""Seconds between two lines of progress where there is no terminal."""

_TIMEOUT = 60.0
"""Seconds that a Redis may be away, or full."""

_PAUSES = (0.1, 0.5, 1.0, 2.0)


@dataclass(frozen=True)
class Seeded:
    """What became of the seeds."""

    queued: int
    known: int
    """They were in the queue already, or have been."""
    earlier: int
    """Others have stored them, before this call or meanwhile."""


class Seeder:
    """Stores seeds in *queue*; *at*: how many of them are stored."""

    def __init__(self, client: redis.Redis, queue: TreeQueue, *, place: str) -> None:
        self._client, self._queue, self._place = client, queue, place
        self._calls = queue.calls
        self._last_beat = 0.0
        self.at = 0
        self.stop = threading.Event()
        """Set: store no more."""

    def open(self) -> None:
        """Get the queue ready; raises `BTError` when it is another tree's."""
        self._queue.check_owner(self._send(self._calls.recall(TREE)))
        configuration = self._send(self._calls.recall(CONFIGURATION))
        self._queue.adopt(configuration)
        self._calls = self._queue.calls
        for call in self._queue.opening(is_configured=configuration is not None):
            self._send(call)

    def renew(self) -> None:
        """Let all seeds be queued again; raises `BTError` while there are tasks."""
        if not self._send(self._calls.renew()):
            left = self._send(self._calls.counts()).unfinished
            name = self._queue.program.name
            raise BTError(
                f"{left} tasks of '{name}' are not done yet, so there is no new round: wait for them, or delete them "
                f"with scrapy bt purge {name}"
            )

    def seed(self, seeds: Seeds, fitting: Fitting) -> Seeded:
        """Store those that are not stored yet, until `stop`; an interrupted call goes on where it was."""
        source = f"scheme:{seeds.digest}:{','.join(fitting.names)}"
        self.at = self._send(self._calls.come(source))
        self._send(self._calls.announce(seeds.scheme.name, Seeding(source, seeds.count).text))
        brought = known = 0
        self._beat()
        with _Shown(seeds.count) as shown:
            walk = seeds.walk(self.at)
            while self.at < seeds.count and not self.stop.is_set():
                now = round(time.time(), 3)
                arguments = (fitting.arguments(seed, now) for seed in islice(walk, _PART))
                tasks = [self._queue.task(each, seed_key(each)) for each in arguments]
                told = self._send(self._calls.seed_and_count(source, self.at, tasks))
                self.at = told.come
                # A Redis that has lost its last seconds has lost some of ours.
                brought = min(brought + told.brought, self.at)
                known = min(known + told.known, brought)
                if not told.brought:  # somebody else is at the same scheme
                    walk = seeds.walk(self.at)
                shown.show(self.at)
                self._beat()
        return Seeded(queued=brought - known, known=known, earlier=self.at - brought)

    def close(self) -> None:
        """Be gone for those who wait for more."""
        with suppress(redis.RedisError, BTError):
            send(self._client, self._calls.leave())

    def _beat(self) -> None:
        now = time.monotonic()
        if now - self._last_beat < _BEAT:
            return
        self._last_beat = now
        said = {"role": SEEDER, "host": socket.gethostname(), "pid": os.getpid()}
        self._send(self._calls.register(msgspec.json.encode(said)))

    def _send(self, call: ScriptCall[T]) -> T:
        """The answer; a Redis that is away for a moment is waited for: a call that is sent again is applied once."""
        return insist(lambda: send(self._client, call), self._place, self.stop)


def insist(ask: Callable[[], T], place: str, stop: threading.Event) -> T:
    """Ask until there is an answer; raises `BTError` when no answer comes for long, or before *stop*."""
    begun, turn = time.monotonic(), 0
    while True:
        try:
            return ask()
        except (redis.ConnectionError, redis.TimeoutError) as error:
            trouble: BTError = explain(place, error)
        except redis.RedisError as error:
            raise explain(place, error) from None
        except BTError as error:
            if not getattr(error, "passing", False):
                raise
            trouble = error
        if stop.is_set() or time.monotonic() - begun > _TIMEOUT:
            raise BTError(f"{trouble}; what is stored is stored: the same command goes on there")
        if turn == 0:
            sys.stderr.write(f"{trouble}: waiting for it\n")
        stop.wait(_PAUSES[min(turn, len(_PAUSES) - 1)])
        turn += 1


class _Shown:
    """Progress: a bar on a terminal, lines elsewhere, nothing for what is done at once."""

    def __init__(self, total: int) -> None:
        self._total = total
        self._last = time.monotonic()
        self._bar: Progress | None = None
        if sys.stderr.isatty():
            columns = (TextColumn("seeds"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
            self._bar = Progress(*columns, console=open_console(stderr=True), transient=True)
            self._task = self._bar.add_task("seeds", total=total)

    def __enter__(self) -> Self:
        if self._bar is not None:
            self._bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.stop()

    def show(self, at: int) -> None:
        """So many are stored."""
        if self._bar is not None:
            self._bar.update(self._task, completed=at)
        elif time.monotonic() - self._last >= _LINE:
            self._last = time.monotonic()
            sys.stderr.write(f"{at:,} of {self._total:,} seeds\n")

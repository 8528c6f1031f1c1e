"""Whether more tasks may come into a queue from elsewhere: from other queues, or from whoever fills it."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from ...frontier.redis.call import WorkerStatus
from ...frontier.redis.calls import Calls
from ...frontier.redis.frontier import name_worker
from ...frontier.redis.queue_configuration import QueueConfiguration
from .saying import read_report

if TYPE_CHECKING:
    from .remote import RemoteFrontier

logger = logging.getLogger(__name__)

_SHORTEST, ALIVE = 4.0, 10.0
"""Seconds without a word after which whoever fills a queue, or works on one, is taken for gone: as a lease lasts, but
within these bounds. Everybody speaks every two seconds, and has no tasks in the queue that is looked at."""

SEEDER = "seeds"
"""The role of whoever fills a queue without working on it, in what it says of itself."""

_LOOK_AGAIN = 0.5
"""Seconds between two looks."""

_STILL_WAITING = 30.0
"""Seconds after which the log says again what is waited for."""


class Feeders:
    """Asked by a worker that has nothing to do: *queues* are the names and key prefixes of those that feed its own.

    It is over when no feeder has a task or a worker that does anything but wait, nobody fills the own queue, and then
    that one is empty, too. In this order: what a feeder's last step gives is in the queue before the step ends.
    """

    def __init__(
        self,
        frontier: RemoteFrontier,
        queues: Sequence[tuple[str, str]],
        *,
        lease_seconds: float,
        on_change: Callable[[], None],
    ) -> None:
        self._frontier, self._on_change = frontier, on_change
        self._queues = queues
        self._alive = min(ALIVE, max(_SHORTEST, lease_seconds))
        self._wanted = asyncio.Event()
        self._told = 0.0
        self.is_over = False
        """Nothing will come, as far as was seen after the last `ask`."""
        self.is_waiting = False
        """The worker has nothing to do but to wait for others."""

    def ask(self) -> None:
        """The worker is idle: look whether it is over."""
        self._wanted.set()

    def note_work(self) -> None:
        """There was something to do."""
        self.is_over = self.is_waiting = False
        self._wanted.clear()

    async def watch(self) -> None:
        """Never returns."""
        while True:
            await self._wanted.wait()
            self._wanted.clear()
            waits_for = await self._look()
            self.is_waiting = True
            if waits_for is None:
                self.is_over = True
                self._on_change()
                continue
            self._tell(waits_for)
            await asyncio.sleep(_LOOK_AGAIN)

    async def _look(self) -> str | None:
        """The producer that may bring more; None if there is none."""
        send = self._frontier.send
        for name, prefix in self._queues:
            # New ones each time: the queue may have been deleted and begun anew.
            calls = _calls_of(prefix)
            counts = await send(calls.counts())
            workers = await send(calls.workers())
            left = counts.unfinished - counts.resting
            if left:
                busy = "" if any(map(self._lives, workers)) else f", and nobody works on them: scrapy bt work {name}"
                return f"'{name}', which has {left} tasks{busy}"
            if any(self._lives(worker) and not read_report(worker.info).waits for worker in workers):
                return f"'{name}', which has workers"
        own = self._frontier.calls
        if any(self._lives(worker) and read_report(worker.info).role == SEEDER for worker in await send(own.workers())):
            return "the rest of the seeds"
        counts = await send(own.counts())
        return "its own tasks" if counts.unfinished - counts.paused else None

    def _lives(self, worker: WorkerStatus) -> bool:
        """Whether it has been heard lately."""
        return worker.seconds_since < self._alive

    def _tell(self, waits_for: str) -> None:
        now = time.monotonic()
        if now - self._told >= _STILL_WAITING:
            self._told = now
            logger.info("Waiting for %s", waits_for, extra={"spider": self._frontier.spider})


def _calls_of(prefix: str) -> Calls:
    """Those of somebody who only looks."""
    return QueueConfiguration().calls(prefix, worker=name_worker())

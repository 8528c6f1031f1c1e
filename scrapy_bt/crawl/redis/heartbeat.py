"""What a worker does now and then: it says that it lives, and frees tasks that wait for each other."""

from __future__ import annotations

import asyncio

from ...frontier.redis.calls import Calls
from ...frontier.redis.deadlocks import break_deadlocks
from .prefetcher import LeasePrefetcher
from .reports import Reporter
from .retrying_client import RetryingClient

_PAUSE = 2.0
"""Seconds between two reports to whoever looks at the crawl."""


class Heartbeat:
    """The heartbeat of the worker whose tasks *prefetcher* brings."""

    def __init__(
        self, retrying_client: RetryingClient, calls: Calls, *, prefetcher: LeasePrefetcher, reporter: Reporter
    ) -> None:
        self._retrying_client, self._calls = retrying_client, calls
        self._prefetcher, self._reporter = prefetcher, reporter
        self._moves = -1

    async def beat(self) -> None:
        """Go on until the worker ends; never returns."""
        while True:
            await asyncio.sleep(_PAUSE)
            await self._retrying_client.send(self._calls.heartbeat(self._reporter.report()))
            await self._break_deadlocks()

    async def _break_deadlocks(self) -> None:
        """Set tasks free that wait for each other, when nothing else is under way."""
        counts = self._prefetcher.counts
        if counts.running or counts.delayed or not (counts.parked or counts.ready) or self._prefetcher.is_busy:
            return
        work, answer = break_deadlocks(self._calls, self._moves), None
        try:
            while True:
                answer = await self._retrying_client.send(work.send(answer))
        except StopIteration as end:
            self._moves, broken = end.value
        if broken:
            self._prefetcher.wake()

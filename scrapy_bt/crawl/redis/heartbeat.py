"""What a worker does now and then: it says that it lives, and frees tasks that wait for each other."""

from __future__ import annotations

import asyncio

from ...frontier.knots import choose, find_knots
from ...frontier.redis.calls import Calls
from .courier import Courier
from .delivery import Delivery
from .reports import Reporter

_PAUSE = 2.0
"""Seconds between two reports to whoever looks at the crawl."""


class Heartbeat:
    """The heartbeat of the worker whose tasks *courier* brings."""

    def __init__(self, delivery: Delivery, calls: Calls, *, courier: Courier, reporter: Reporter) -> None:
        self._delivery, self._calls = delivery, calls
        self._courier, self._reporter = courier, reporter
        self._moves = -1

    async def beat(self) -> None:
        """Go on until the worker ends; never returns."""
        while True:
            await asyncio.sleep(_PAUSE)
            await self._delivery.send(self._calls.heartbeat(self._reporter.report()))
            await self._untie()

    async def _untie(self) -> None:
        """Set tasks free that wait for each other, when nothing else is under way."""
        counts = self._courier.counts
        if counts.running or counts.delayed or not (counts.parked or counts.ready) or self._courier.is_busy:
            return
        seen = await self._delivery.send(self._calls.look_for_knots(self._moves))
        self._moves = seen.moves
        knots = find_knots(seen.waits, makers=seen.makers, holders=seen.holders)
        waits = [wait for wait in map(choose, knots) if wait is not None]
        untied: int = await self._delivery.send(self._calls.untie(waits, seen.holders)) if waits else 0
        if untied:
            self._courier.wake()

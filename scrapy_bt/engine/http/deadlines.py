"""When exchanges have to be at their end: one timer for all of them."""

from __future__ import annotations

import asyncio
from math import inf
from time import monotonic
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .exchange import HTTPExchange


class Deadlines:
    """Knows the deadlines of what is under way, as `monotonic()` says them."""

    def __init__(self) -> None:
        self._ends: dict[HTTPExchange, float] = {}
        self._timer: asyncio.TimerHandle | None = None
        self._next = inf
        """When the timer is due; mostly that of an exchange that is over."""

    def set(self, exchange: HTTPExchange, end: float) -> None:
        """Time an exchange out at *end*, unless it is forgotten before."""
        self._ends[exchange] = end
        if end < self._next:
            self._wait_until(end)

    def forget(self, exchange: HTTPExchange) -> None:
        del self._ends[exchange]

    def close(self) -> None:
        """Time nothing out any more."""
        if self._timer is not None:
            self._timer.cancel()

    def _wait_until(self, end: float) -> None:
        self.close()
        self._next = end
        self._timer = asyncio.get_running_loop().call_later(end - monotonic(), self._time_out)

    def _time_out(self) -> None:
        now = monotonic()
        for exchange in [one for one, end in self._ends.items() if end <= now]:
            exchange.time_out()
        self._next = inf
        later = min((end for end in self._ends.values() if end > now), default=None)
        if later is not None:
            self._wait_until(later)

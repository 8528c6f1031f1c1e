"""Wakes the engine of a crawl: at once, when a task is due, and now and then."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Any

from scrapy.crawler import Crawler

from ...versions import engine_slot


class EngineWakeup:
    """Asks Scrapy's engine for its next look at the scheduler; every *interval* seconds *on_beat* is called as well."""

    def __init__(self, crawler: Crawler, *, interval: float, on_beat: Callable[[], None]) -> None:
        self._crawler = crawler
        self._interval, self._on_beat = interval, on_beat
        self._loop = asyncio.get_running_loop()
        self._timer: asyncio.TimerHandle | None = None
        self._beat = self._loop.call_later(interval, self._strike)
        self._is_over = False

    @property
    def slot(self) -> Any:
        """The engine's own account of what is under way; None before it is open and after it was closed."""
        return engine_slot(self._crawler)

    @property
    def _is_open(self) -> bool:
        """The engine can take requests: it looks for them by itself when it can for the first time."""
        return self.slot is not None and self._crawler.engine.scraper.slot is not None

    def ring(self) -> None:
        """Let the engine look for requests as soon as it can."""
        if self._is_over or not self._is_open:
            return
        self.slot.nextcall.schedule()

    def set(self, due: float | None) -> None:
        """Ring at *due*, seconds since the epoch; only the last time that was set counts."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if due is not None and not self._is_over:
            self._timer = self._loop.call_later(max(0.001, due - time.time()), self.ring)

    def close(self) -> None:
        """Never ring again."""
        self._is_over = True
        self.set(None)
        self._beat.cancel()

    def _strike(self) -> None:
        self._beat = self._loop.call_later(self._interval, self._strike)
        self._on_beat()
        self.ring()

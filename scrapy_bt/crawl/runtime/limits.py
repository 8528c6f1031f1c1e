"""Ends a crawl in which too many tasks fail for good: by `BT_DEAD_LIMIT`, and by Scrapy's `CLOSESPIDER_ERRORCOUNT`."""

from __future__ import annotations

import asyncio
import logging

from scrapy import signals
from scrapy.crawler import Crawler

from ...settings import BTSettings, LimitValue

logger = logging.getLogger(__name__)

LEAST_TASKS = 20
"""Tasks that have to be over before a share of them says something."""


class FailureLimit:
    """Counts the tasks of this process that are over, and those of them that are dead letters."""

    def __init__(self, crawler: Crawler) -> None:
        self._crawler = crawler
        self._limit: LimitValue = BTSettings.read(crawler.settings).dead_limit
        self._most_errors = crawler.settings.getint("CLOSESPIDER_ERRORCOUNT")
        self._over = self._dead = self._errors = 0
        self._farewell: asyncio.Future[None] | None = None
        crawler.signals.connect(self._note_error, signals.spider_error)

    def note(self, *, dead: bool) -> None:
        """A task is over."""
        self._over += 1
        if not dead:
            return
        self._dead += 1
        if self._is_reached():
            self._end("dead_limit", "BT_DEAD_LIMIT")
        self._look_at_errors()

    def _note_error(self) -> None:
        """An error of a callback, which Scrapy counts by itself, beside those that it knows nothing of."""
        self._errors += 1
        self._look_at_errors()

    def _is_reached(self) -> bool:
        if self._limit.share:
            return self._over >= LEAST_TASKS and self._dead >= self._limit.share * self._over
        return bool(self._limit.number) and self._dead >= self._limit.number

    def _look_at_errors(self) -> None:
        if self._dead and self._most_errors and self._dead + self._errors >= self._most_errors:
            self._end("closespider_errorcount", "CLOSESPIDER_ERRORCOUNT")

    def _end(self, reason: str, setting: str) -> None:
        engine = self._crawler.engine
        if self._farewell is not None or engine is None:
            return
        logger.error(
            "The crawl ends, since %d of %d tasks have failed for good (%s = %s)",
            self._dead, self._over, setting, self._crawler.settings[setting],
            extra={"spider": self._crawler.spider},
        )  # fmt: skip
        self._farewell = asyncio.ensure_future(engine.close_spider_async(reason=reason))

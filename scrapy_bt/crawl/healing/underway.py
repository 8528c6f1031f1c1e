"""What a crawl has under way: pages that are asked for, or are there and have not been read."""

from __future__ import annotations

from typing import Any

from scrapy.crawler import Crawler


class UnderWay:
    """As Scrapy's engine knows it."""

    def __init__(self, crawler: Crawler) -> None:
        self._crawler = crawler

    def count(self) -> int:
        """How many pages."""
        slot = self._slot
        return len(self._engine.downloader.active) + (0 if slot is None else len(slot.queue) + len(slot.active))

    def is_nothing(self) -> bool:
        """No page is, and nothing is that may become one."""
        slot = self._slot
        return not self.count() and slot is not None and slot.is_idle()

    @property
    def _engine(self) -> Any:
        return self._crawler.engine

    @property
    def _slot(self) -> Any:
        return self._engine.scraper.slot

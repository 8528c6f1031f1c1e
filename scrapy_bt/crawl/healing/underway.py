"""What a crawl has under way: pages that are requested, or have arrived and are not read yet."""

from __future__ import annotations

from typing import Any

from scrapy.crawler import Crawler


class UnderWay:
    """As Scrapy's engine counts it."""

    def __init__(self, crawler: Crawler) -> None:
        self._crawler = crawler

    def count(self) -> int:
        """How many pages."""
        slot = self._slot
        return len(self._engine.downloader.active) + (0 if slot is None else len(slot.queue) + len(slot.active))

    def is_nothing(self) -> bool:
        """Whether nothing is under way, and nothing that may become a page."""
        slot = self._slot
        return not self.count() and slot is not None and slot.is_idle()

    @property
    def _engine(self) -> Any:
        return self._crawler.engine

    @property
    def _slot(self) -> Any:
        return self._engine.scraper.slot

"""Python's garbage collection, made for a crawl: what was loaded at its start is no longer looked through."""

from __future__ import annotations

import gc
from typing import TYPE_CHECKING

from scrapy import signals
from scrapy.exceptions import NotConfigured

from ..settings import BTSettings

if TYPE_CHECKING:
    from scrapy.crawler import Crawler
    from typing_extensions import Self

_PAGES = 16 * 1024 * 1024
"""Bytes of pages after which garbage is collected even below the threshold: a parsed page weighs more than its few
Python objects say, and it is part of a cycle (a response knows its selector, and the selector its response)."""


class _Process:
    """What the crawls of this process share, since Python has one garbage collection for all of them."""

    crawls = 0
    before: tuple[int, int, int] = (0, 0, 0)
    """The thresholds that the last crawl puts back."""
    has_frozen = False


class GarbageCollection:
    """Extension: freezes what is there when a crawl starts, and collects seldom enough to cost little afterwards.

    What is frozen stays so until another crawl starts: mostly Python ends with the crawl, and would look through all
    of it several times. Where somebody else has frozen something, as servers do before they fork, that is left to them.
    """

    def __init__(self, threshold: int) -> None:
        self._threshold = threshold
        self._is_counted = False
        self._bytes = 0

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        """Raise `NotConfigured` where garbage is to be collected as Python does."""
        threshold = BTSettings.read(crawler.settings).gc_threshold
        if threshold <= 0:
            raise NotConfigured
        extension = cls(threshold)
        crawler.signals.connect(extension.engine_started, signals.engine_started)
        crawler.signals.connect(extension.response_downloaded, signals.response_downloaded)
        crawler.signals.connect(extension.engine_stopped, signals.engine_stopped)
        return extension

    def engine_started(self) -> None:
        self._is_counted = True
        _Process.crawls += 1
        if _Process.crawls > 1:
            return
        _Process.before = gc.get_threshold()
        if _Process.has_frozen:
            gc.unfreeze()
        # What runs already is no garbage, and what is garbage must not be kept for good.
        gc.collect()
        if not gc.get_freeze_count():
            gc.freeze()
            _Process.has_frozen = True
        _, second, third = _Process.before
        gc.set_threshold(self._threshold, second, third)

    def response_downloaded(self, response) -> None:  # type: ignore[no-untyped-def]
        self._bytes += len(response.body)
        if self._bytes >= _PAGES:
            self._bytes = 0
            gc.collect(1)

    def engine_stopped(self) -> None:
        if not self._is_counted:
            return
        self._is_counted = False
        _Process.crawls -= 1
        if not _Process.crawls:
            gc.set_threshold(*_Process.before)

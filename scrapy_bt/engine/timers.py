"""Lets Twisted forget the timers that were cancelled.

On asyncio, Twisted looks at its timers when the next of them is due. Those of a crawl are of its requests, cancelled as
soon as the answer is there: without others they stay for `DOWNLOAD_TIMEOUT`, two for each page of three minutes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from scrapy import signals
from scrapy.utils.reactor import is_reactor_installed
from twisted.internet.task import LoopingCall

if TYPE_CHECKING:
    from scrapy.crawler import Crawler
    from typing_extensions import Self

SECONDS = 1.0
"""Between two looks."""


class CancelledTimers:
    """Extension: a timer that is due now and then."""

    def __init__(self) -> None:
        self._beat: LoopingCall | None = None

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        timers = cls()
        crawler.signals.connect(timers.engine_started, signals.engine_started)
        crawler.signals.connect(timers.engine_stopped, signals.engine_stopped)
        return timers

    def engine_started(self) -> None:
        """Begin, where there is a reactor."""
        if is_reactor_installed():
            self._beat = LoopingCall(lambda: None)
            self._beat.start(SECONDS, now=False)

    def engine_stopped(self) -> None:
        """End."""
        if self._beat is not None and self._beat.running:
            self._beat.stop()

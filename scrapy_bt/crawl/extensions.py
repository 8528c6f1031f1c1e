"""Extensions of tree crawls: live progress on a terminal, plain lines elsewhere."""

from __future__ import annotations

import asyncio
import logging
import sys
import time
from typing import TYPE_CHECKING

from scrapy import signals
from scrapy.crawler import Crawler
from scrapy.exceptions import NotConfigured
from scrapy.utils.log import get_scrapy_root_handler

from ..settings import BTSettings
from .monitoring.progress import ProgressSnapshot
from .spiders import TreeSpider

if TYPE_CHECKING:
    from rich.live import Live
    from typing_extensions import Self

logger = logging.getLogger(__name__)

_LIVE_INTERVAL = 0.5


class Progress:
    """Shows tasks by state, pages per second, items and the slowest node, by `BT_PROGRESS`."""

    def __init__(self, crawler: Crawler, mode: str, interval: float) -> None:
        self._crawler = crawler
        self._is_live = mode == "live" or (mode == "auto" and sys.stderr.isatty())
        self._interval = _LIVE_INTERVAL if self._is_live else interval
        self._live: Live | None = None
        self._task: asyncio.Task[None] | None = None
        self._started = self._last = 0.0
        self._pages = 0

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        bt = BTSettings.read(crawler.settings)
        mode = bt.progress
        if mode == "off" or not issubclass(crawler.spidercls, TreeSpider):
            raise NotConfigured
        extension = cls(crawler, mode, bt.progress_interval)
        crawler.signals.connect(extension.spider_opened, signals.spider_opened)
        crawler.signals.connect(extension.spider_closed, signals.spider_closed)
        return extension

    def spider_opened(self) -> None:
        self._started = self._last = time.monotonic()
        if self._is_live:
            self._live = _open_live()
            self._live.start()
            handler = get_scrapy_root_handler()
            if isinstance(handler, logging.StreamHandler) and not isinstance(handler, logging.FileHandler):
                handler.setStream(sys.stderr)  # what is logged now passes above the live lines
        self._task = asyncio.get_running_loop().create_task(self._repeat())

    async def _repeat(self) -> None:
        while True:
            await asyncio.sleep(self._interval)
            self._show(self.snapshot())

    def _show(self, snapshot: ProgressSnapshot) -> None:
        if self._live is not None:
            self._live.update(snapshot.table, refresh=True)
        else:
            logger.info("%s", snapshot.line, extra={"spider": self._crawler.spider})

    def spider_closed(self) -> None:
        if self._task is not None:
            self._task.cancel()
        if self._live is not None:
            self._live.stop()
            handler = get_scrapy_root_handler()
            if isinstance(handler, logging.StreamHandler) and not isinstance(handler, logging.FileHandler):
                handler.setStream(sys.stderr)

    def snapshot(self) -> ProgressSnapshot:
        spider, stats = self._crawler.spider, self._crawler.stats
        assert isinstance(spider, TreeSpider), "checked in from_crawler"
        now = time.monotonic()
        pages = stats.get_value("bt/visits", 0)
        rate = (pages - self._pages) / max(now - self._last, 0.001)
        self._pages, self._last = pages, now
        runner = spider.runner
        return ProgressSnapshot(
            name=spider.name,
            seconds=now - self._started,
            counts=runner.frontier.counts(),
            pages=pages,
            items=stats.get_value("item_scraped_count", 0),
            rate=rate,
            slowest=runner.priorities.slowest(),
        )


def _open_live() -> Live:
    from rich.live import Live  # noqa: PLC0415  # loaded where somebody looks

    from .display.consoles import open_console  # noqa: PLC0415

    return Live(console=open_console(stderr=True), auto_refresh=False, transient=True)

"""The scheduler of tree crawls: tasks from the frontier, ordinary requests as ever."""

from __future__ import annotations

import json
import logging
import pickle
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scrapy import Request, Spider, signals
from scrapy.core.scheduler import Scheduler
from scrapy.crawler import Crawler
from scrapy.utils.defer import deferred_from_coro, maybe_deferred_to_future
from scrapy.utils.job import job_dir

from ..errors import BTError
from ..versions import check_engine
from .runtime.faults import refuse_start
from .runtime.starting import start_crawl
from .visits.requests import FLIGHT

if TYPE_CHECKING:
    from twisted.internet.defer import Deferred

    from .runtime.runner import TreeRunner
    from .spiders import TreeSpider

logger = logging.getLogger(__name__)


class TreeScheduler(Scheduler):
    """Gives the engine the requests of leased tasks, then those that a subclass of `TreeSpider` yields itself."""

    spider: TreeSpider
    runner: TreeRunner | None = None
    """None where the crawl cannot start: it ends at once, in order."""

    def open(self, spider: Spider) -> Deferred[None] | None:
        _mend_state(self.crawler)
        opened = super().open(spider)
        self.spider = spider  # type: ignore[assignment]  # only tree spiders have this scheduler
        return deferred_from_coro(self._start(opened))

    async def _start(self, opened: Deferred[None] | None) -> None:
        if opened is not None:
            await maybe_deferred_to_future(opened)
        crawler = self.crawler
        assert crawler is not None, "made by from_crawler"
        try:
            check_engine(crawler)
            runner = await start_crawl(crawler, self.spider)
        except BTError as error:
            refuse_start(crawler, error, self.spider.logger)
            return
        self.runner = self.spider.runner = runner
        crawler.signals.connect(runner.on_idle, signals.spider_idle)

    def _read_dqs_state(self, dqdir: str) -> Any:
        """None of it where the file is damaged, as a full disk has left it."""
        try:
            return super()._read_dqs_state(dqdir)
        except (OSError, ValueError):
            logger.warning("%s/active.json is damaged: requests that wait below it are not sent", dqdir)
            return ()

    def _write_dqs_state(self, dqdir: str, state: Any) -> None:
        """Whole, or not at all."""
        written = Path(dqdir, "active.json.new")
        try:
            written.write_text(json.dumps(state), encoding="utf-8")
            written.replace(Path(dqdir, "active.json"))
        except OSError as error:
            logger.warning("%s/active.json is not written: %s", dqdir, error)

    def enqueue_request(self, request: Request) -> bool:
        if self.runner is not None and FLIGHT in request.meta:
            self.runner.take_back(request)
            return True
        return super().enqueue_request(request)

    def next_request(self) -> Request | None:
        request = self.runner.next_request() if self.runner is not None else None
        return request or super().next_request()

    def has_pending_requests(self) -> bool:
        return (self.runner is not None and self.runner.has_pending_requests()) or super().has_pending_requests()

    def close(self, reason: str) -> Deferred[None]:
        return deferred_from_coro(self._close(reason))

    async def _close(self, reason: str) -> None:
        if self.runner is not None:
            await self.runner.close()
            self.spider.fault = self.runner.failure or self.spider.fault
        closed: Any = super().close(reason)
        if closed is not None:
            await maybe_deferred_to_future(closed)


def _mend_state(crawler: Crawler | None) -> None:
    """A state of the spider that a full disk has cut off, which Scrapy could not read, is put aside."""
    folder = job_dir(crawler.settings) if crawler is not None else None
    if folder is None:
        return
    path = Path(folder, "spider.state")
    if path.exists() and not path.read_bytes().endswith(pickle.STOP):
        logger.warning("%s is damaged: it is put aside, and `spider.state` begins empty", path)
        path.replace(path.with_suffix(".damaged"))

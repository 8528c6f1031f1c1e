"""The scheduler of tree crawls: tasks from the frontier, ordinary requests as ever."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scrapy import Request, Spider, signals
from scrapy.core.scheduler import Scheduler
from scrapy.utils.defer import deferred_from_coro, maybe_deferred_to_future

from ..errors import BTError
from .faults import refuse_start
from .requests import FLIGHT
from .starting import start_crawl

if TYPE_CHECKING:
    from twisted.internet.defer import Deferred

    from .runner import TreeRunner
    from .spiders import TreeSpider


class TreeScheduler(Scheduler):
    """Gives the engine the requests of leased tasks, then those that a subclass of `TreeSpider` yields itself."""

    spider: TreeSpider
    runner: TreeRunner | None = None
    """None where the crawl cannot start: it ends at once, in order."""

    def open(self, spider: Spider) -> Deferred[None] | None:
        opened = super().open(spider)
        self.spider = spider  # type: ignore[assignment]  # only tree spiders have this scheduler
        return deferred_from_coro(self._start(opened))

    async def _start(self, opened: Deferred[None] | None) -> None:
        if opened is not None:
            await maybe_deferred_to_future(opened)
        crawler = self.crawler
        assert crawler is not None, "made by from_crawler"
        try:
            runner = await start_crawl(crawler, self.spider)
        except BTError as error:
            refuse_start(crawler, error, self.spider.logger)
            return
        self.runner = self.spider.runner = runner
        crawler.signals.connect(runner.on_idle, signals.spider_idle)

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

"""The scheduler of tree crawls: tasks from the frontier, ordinary requests as ever."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from scrapy import Request, Spider, signals
from scrapy.core.scheduler import Scheduler

from ..frontier.protocol import Queue, Target
from .requests import FLIGHT
from .runner import TreeRunner

if TYPE_CHECKING:
    from twisted.internet.defer import Deferred

    from .spiders import TreeSpider

_STARTED = "started"


class TreeScheduler(Scheduler):
    """Gives the engine the requests of leased tasks, then those that a subclass of `TreeSpider` yields itself."""

    spider: TreeSpider

    def open(self, spider: Spider) -> Deferred[None] | None:
        crawler = self.crawler
        assert crawler is not None, "made by from_crawler"
        opened = super().open(spider)
        self.spider = spider  # type: ignore[assignment]  # only tree spiders have this scheduler
        self.runner = self.spider.runner = TreeRunner(crawler, self.spider.program, self.spider.jars)
        crawler.signals.connect(self.runner.on_idle, signals.spider_idle)
        self._start()
        return opened

    def _start(self) -> None:
        """Store the first tasks, unless an earlier run in the same JOBDIR did."""
        frontier, program = self.runner.frontier, self.spider.program
        given = json.dumps(self.spider.arguments, sort_keys=True, default=str)
        frontier.remember(f"tree:{program.name}", program.text)
        started = frontier.recall(_STARTED)
        if started is None:
            frontier.put(self._first_tasks())
            frontier.remember(_STARTED, given)
            return
        counts = frontier.counts()
        log = self.spider.logger
        if not counts.unfinished:
            log.warning("The crawl in this JOBDIR is finished (%d dead letters); use another one to start anew", counts.dead)
        else:
            log.info("Going on with %d tasks of the JOBDIR", counts.unfinished)
        if started != given:
            log.warning("The tasks in this JOBDIR were started with other arguments, and keep them: %s", started)
        crawler = self.crawler
        if counts.paused and crawler is not None and crawler.settings.getbool("BT_RESUME_PAUSED"):
            frontier.resume(Target())

    def _first_tasks(self) -> Iterator[Queue]:
        for arguments in self.spider.starts(self.spider.program, self.spider.arguments):
            yield Queue(self.runner.first_entry(arguments))

    def enqueue_request(self, request: Request) -> bool:
        if FLIGHT in request.meta:
            self.runner.take_back(request)
            return True
        return super().enqueue_request(request)

    def next_request(self) -> Request | None:
        return self.runner.next_request() or super().next_request()

    def has_pending_requests(self) -> bool:
        return self.runner.has_pending_requests() or super().has_pending_requests()

    def close(self, reason: str) -> Any:
        self.runner.close()
        return super().close(reason)

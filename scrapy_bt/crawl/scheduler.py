"""The scheduler of tree crawls: tasks from the frontier, ordinary requests as ever."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from scrapy import Request, Spider, signals
from scrapy.core.scheduler import Scheduler
from scrapy.exceptions import CloseSpider

from ..errors import BTError
from ..frontier.protocol import Queue, Target
from .requests import FLIGHT
from .runner import TreeRunner

if TYPE_CHECKING:
    from twisted.internet.defer import Deferred

    from .spiders import TreeSpider

_STARTED, _TREE = "started", "tree"
"""Marks in the frontier: the arguments of the crawl, and the name of its tree."""


class TreeScheduler(Scheduler):
    """Gives the engine the requests of leased tasks, then those that a subclass of `TreeSpider` yields itself."""

    spider: TreeSpider
    runner: TreeRunner | None = None
    """None where the crawl cannot start: it ends at once, in order."""

    def open(self, spider: Spider) -> Deferred[None] | None:
        crawler = self.crawler
        assert crawler is not None, "made by from_crawler"
        opened = super().open(spider)
        self.spider = spider  # type: ignore[assignment]  # only tree spiders have this scheduler
        try:
            runner = TreeRunner(crawler, self.spider.program, self.spider.jars)
            try:
                self._start(runner)
            except BaseException:
                runner.close()
                raise
        except BTError as error:
            self.spider.fault = error
            self.spider.logger.error("%s", error)  # noqa: TRY400 - who started it has to mend something, not us
            crawler.signals.connect(self._refuse, signals.spider_opened)
            return opened
        self.runner = self.spider.runner = runner
        crawler.signals.connect(runner.on_idle, signals.spider_idle)
        return opened

    def _refuse(self) -> None:
        """Handler of `spider_opened`, so that everything that was opened is closed."""
        raise CloseSpider("not_started")

    def _start(self, runner: TreeRunner) -> None:
        """Store the first tasks, unless an earlier run in the same JOBDIR did."""
        frontier, program = runner.frontier, self.spider.program
        owner = frontier.recall(_TREE) or program.name
        if owner != program.name:
            raise BTError(f"the JOBDIR holds the crawl of '{owner}'; '{program.name}' needs one of its own")
        frontier.remember(_TREE, program.name)
        frontier.remember(f"tree:{program.name}", program.text)
        given = {name: str(value) for name, value in self.spider.arguments.items()}
        started = frontier.recall(_STARTED)
        if started is None and not frontier.counts().unfinished:  # else killed between these two
            frontier.put(self._first_tasks(runner))
            frontier.remember(_STARTED, json.dumps(given))
        else:
            self._go_on(runner, given, given if started is None else json.loads(started))

    def _go_on(self, runner: TreeRunner, given: dict[str, str], started: dict[str, str]) -> None:
        counts = runner.frontier.counts()
        log = self.spider.logger
        if not counts.unfinished:
            log.warning("The crawl in this JOBDIR is finished (%d dead letters); a new one needs another", counts.dead)
        else:
            log.info("Going on with %d tasks of the JOBDIR", counts.unfinished)
        others = [name for name in {**started, **given} if started.get(name) != given.get(name)]
        if others:
            # Only names: a value may be a password.
            log.warning("The tasks in this JOBDIR keep what they were started with; other now: %s", ", ".join(others))
        crawler = self.crawler
        if counts.paused and crawler is not None and crawler.settings.getbool("BT_RESUME_PAUSED"):
            runner.frontier.resume(Target())

    def _first_tasks(self, runner: TreeRunner) -> Iterator[Queue]:
        for arguments in self.spider.starts(self.spider.program, self.spider.arguments):
            yield Queue(runner.first_entry(arguments))

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

    def close(self, reason: str) -> Any:
        if self.runner is not None:
            self.runner.close()
            self.spider.fault = self.runner.failure
        return super().close(reason)

"""The scheduler of any number of workers: tasks of trees and ordinary requests, all through one Redis frontier."""

from __future__ import annotations

import math
import time
from typing import TYPE_CHECKING, Any

from scrapy import Request, Spider, signals
from scrapy.core.scheduler import Scheduler
from scrapy.crawler import Crawler
from scrapy.exceptions import CloseSpider, DontCloseSpider
from scrapy.utils.defer import deferred_from_coro
from scrapy_redis import scheduler as scrapy_redis

from ...errors import BTError, TaskError
from ...frontier.entries import Bucket
from ...frontier.records import RECORDS
from ...settings import BTSettings
from ...versions import check_engine
from ..components import add_defaults
from ..runtime.dead_letters import RecordDeadLetters
from ..runtime.faults import refuse_start
from ..runtime.leases import Leases
from ..runtime.routes import feeders_of
from ..runtime.starting import start_crawl
from ..spiders import TreeSpider
from ..visits.requests import FLIGHT, REQUESTS
from . import QUEUE_APART
from .downstream_queues import open_downstream_queues
from .feeders import Feeders
from .names import queue_key
from .options import QueueOptions, warn_of_idle_settings
from .ordinary import OrdinaryRequests
from .remote import RemoteFrontier
from .starts import StartMessages

if TYPE_CHECKING:
    from twisted.internet.defer import Deferred

    from ..runtime.runner import TreeRunner

_LOOK_AGAIN = 0.5
"""Seconds after which a crawl that was paused from outside looks whether it may go on."""


class RedisScheduler(scrapy_redis.Scheduler):
    """scrapy-redis' scheduler on leases: nothing is lost with a worker, and the reactor never waits for Redis.

    A request is done when the engine is really done with it, its callback and its items' pipelines included.
    """

    queues_in_redis = True
    spider: Spider
    idle_before_close: float
    frontier: RemoteFrontier
    runner: TreeRunner | None = None
    feeders: Feeders | None = None
    """Who may bring more tasks when the queue is empty."""
    _leases: Leases | None = None
    """None where the crawl cannot start: it ends at once, in order."""

    def __init__(self, crawler: Crawler) -> None:
        super().__init__(server=None)
        self.crawler, self.stats = crawler, crawler.stats
        self._idle_since: float | None = None
        self._starts: StartMessages | None = None

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Any:
        """The scheduler; Scrapy's own for a command that only looks at pages, and has no business in the queue."""
        settings = crawler.settings.copy()
        settings.frozen = False
        # Without the add-on nobody has given our settings their defaults.
        add_defaults(settings)
        is_apart = settings.getbool(QUEUE_APART)
        if is_apart:
            settings.set("DUPEFILTER_CLASS", "scrapy.dupefilters.RFPDupeFilter", priority="cmdline")
        settings.freeze()
        crawler.settings = settings
        return Scheduler.from_crawler(crawler) if is_apart else cls(crawler)

    def __len__(self) -> int:
        """Requests and tasks that wait, as far as this worker knows."""
        if self._leases is None:
            return 0
        return self.frontier.queued + len(self._ordinary)

    def open(self, spider: Spider) -> Deferred[None]:
        self.spider = spider
        return deferred_from_coro(self._open(spider))

    async def _open(self, spider: Spider) -> None:
        try:
            await self._start(spider)
        except BTError as error:
            refuse_start(self.crawler, error, spider.logger)

    async def _start(self, spider: Spider) -> None:
        settings, extra = self.crawler.settings, {"spider": spider}
        check_engine(self.crawler)
        options = QueueOptions.read(settings)
        self.persist, self.idle_before_close, self.queue_key = (
            options.persist,
            options.idle_before_close,
            options.queue_key,
        )
        warn_of_idle_settings(settings, extra)
        if isinstance(spider, TreeSpider):
            runner = await start_crawl(self.crawler, spider)
            assert isinstance(runner.frontier, RemoteFrontier), "BT_FRONTIER and SCHEDULER go together"
            self.runner = spider.runner = runner
            self.frontier, leases = runner.frontier, runner.leases
            runner.begin_other = self._begin
        else:
            self.frontier = RemoteFrontier(self.crawler, _number, {}, ageing=0.0)
            await self.frontier.connect((), lambda: None)
            leases = Leases(self.crawler, self.frontier, None)
            self._letters = RecordDeadLetters(self.crawler, leases, add=self.frontier.add, outlasts=True)
        try:
            if self.runner is not None:
                downstream_queues = await open_downstream_queues(self.crawler, self.runner.program, self.frontier)
                if downstream_queues is not None:
                    self.runner.connect(downstream_queues)
            run = await self.frontier.send(self.frontier.calls.begin())
            self._ordinary = OrdinaryRequests(self.crawler, spider, add=self.frontier.add, leases=leases, run=run)
            self.frontier.on_rewound = self._ordinary.forget_known
            await self._ordinary.open()
        except BaseException:
            await leases.close()
            raise
        self._tell(spider)
        self._leases = leases
        if isinstance(spider, TreeSpider):
            self._wait_for_feeders(spider)
        if isinstance(spider, TreeSpider) and BTSettings.read(settings).start_messages:
            self._wait_for_messages(spider, options.max_idle)
        self.crawler.signals.connect(self._on_idle, signals.spider_idle)

    def enqueue_request(self, request: Request) -> bool:
        if self._leases is None:
            return False
        if self.runner is not None and FLIGHT in request.meta:
            self.runner.take_back(request)
            return True
        return self._ordinary.put(request)

    def next_request(self) -> Request | None:
        leases = self._leases
        if leases is None:
            return None
        request = self._ordinary.next_local()
        if request is None:
            request = self.runner.next_request() if self.runner is not None else self._next_ordinary(leases)
        if request is not None:
            self._idle_since = None
            if self.feeders is not None:
                self.feeders.note_work()
        return request

    def has_pending_requests(self) -> bool:
        if self._leases is None or self._leases.failure is not None:
            return False
        self._leases.complete_finished()
        if len(self._ordinary):
            return True
        # A request that is done leads to nothing more; what it has led to is counted by itself.
        return self.frontier.has_more if self.runner is None else self.runner.has_pending_requests()

    def close(self, reason: str) -> Deferred[None]:
        return deferred_from_coro(self._close(reason))

    async def _close(self, reason: str) -> None:
        if self._leases is not None:
            await self._ordinary.close(reason)
            await (self._leases if self.runner is None else self.runner).close()
            if self._leases.failure is not None:
                self.spider.fault = self._leases.failure  # type: ignore[attr-defined]  # whoever runs the crawl looks there

    def flush(self) -> None:
        """Nothing: a queue that others use is not for one worker to clear; `scrapy bt purge` clears it."""

    def _wait_for_feeders(self, spider: TreeSpider) -> None:
        settings = self.crawler.settings
        names = feeders_of(settings, spider.name)
        reporter = self.frontier.reporter
        if names or spider.is_remote:
            queues = [(name, queue_key(settings, name)) for name in names]
            assert self._leases is not None, "the crawl has started"
            self.feeders = feeders = Feeders(
                self.frontier,
                queues,
                lease_seconds=BTSettings.read(settings).lease_seconds,
                on_change=self._leases.alarm.ring,
            )
            reporter.waits = lambda: feeders.is_waiting
            self.frontier.spawn(feeders.watch())
        is_producer = self.runner is not None and self.runner.has_downstream_queues
        reporter.role = "producer" if is_producer else "consumer" if names else ""

    def _wait_for_messages(self, spider: TreeSpider, max_idle: float) -> None:
        assert self.runner is not None, "the spider is a tree"

        def note_tasks() -> None:
            self._idle_since = None
            self.frontier.wake()

        self._starts = starts = StartMessages(self.crawler.settings, self.runner, self.frontier, on_tasks=note_tasks)
        spider.logger.info("Waiting for start messages in the key '%s' of Redis", starts.key)
        self.idle_before_close = max(self.idle_before_close, max_idle or math.inf)
        self.frontier.spawn(starts.take())

    def _tell(self, spider: Spider) -> None:
        """Others, or an earlier run, have begun: say how far they are."""
        counts = self.frontier.counts()
        if self.runner is None and (counts.unfinished or counts.dead):
            spider.logger.info(
                "Going on with %d requests of %s (%d dead letters)",
                counts.unfinished,
                self.frontier.place,
                counts.dead,
            )

    def _next_ordinary(self, leases: Leases) -> Request | None:
        leases.complete_finished()
        while (lease := leases.take()) is not None:
            request = self._begin(lease)
            if request is not None:
                return request
        return None

    def _begin(self, lease: Any) -> Request | None:
        """The request of a leased task that belongs to no tree; what holds no request becomes a dead letter."""
        assert self._leases is not None, "leases come from it"
        if self.runner is None and lease.entry.bucket.node == RECORDS:
            offer = self._letters.begin(lease)
            if offer is not None:
                self.frontier.spawn(offer)
            return None
        request = None
        with self._leases.answering_for(lease):
            if lease.entry.bucket.node != REQUESTS:
                node = lease.entry.bucket.node
                raise TaskError(f"'{self.spider.name}' is no tree and has no node {node}: it is another spider's task")
            request = self._ordinary.begin(lease)
        return request  # noqa: RET504 - where something went wrong there is none

    @property
    def _may_more_come(self) -> bool:
        """From those who feed this queue, from start messages that no look has found yet, or when work is resumed."""
        return (
            (self.feeders is not None and not self.feeders.is_over)
            or (self._starts is not None and self._starts.is_looking)
            or self.frontier.is_held_back
        )

    def _on_idle(self) -> None:
        """Handler of `spider_idle`: stays as long as `SCHEDULER_IDLE_BEFORE_CLOSE` says, and while work is paused."""
        leases = self._leases
        if leases is None:
            return
        if self.frontier.failure is not None:
            # It may not have been told yet, where the engine had no reason to ask for requests.
            leases.give_up(self.frontier.failure)
        if leases.failure is not None:
            raise CloseSpider(leases.reason)
        now = time.monotonic()
        self._idle_since = self._idle_since or now
        if self.feeders is not None:
            self.feeders.ask()
        if self._may_more_come or now - self._idle_since < self.idle_before_close:
            leases.alarm.set(time.time() + _LOOK_AGAIN)
            raise DontCloseSpider
        if self.runner is not None:
            self.runner.on_idle()


def _number(bucket: Bucket) -> float:  # noqa: ARG001 - called as `Number`
    """Requests have no weights: only their own priority, the boost of their bucket, counts."""
    return 0.0

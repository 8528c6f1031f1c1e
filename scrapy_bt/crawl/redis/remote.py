"""The Redis frontier as a crawl sees it: nothing that the reactor calls waits for Redis (runtime.md, "In Scrapy")."""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Coroutine, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from scrapy import Spider
from scrapy.crawler import Crawler

from ...errors import BTError
from ...frontier.completion import Completion, Requeue
from ...frontier.entries import Lease, SharedValue
from ...frontier.listings import ControlTarget, TaskCounts
from ...frontier.protocol import Number
from ...frontier.redis.call import Bury, Complete, Exchanged, ReleaseLease, ScriptCall
from ...frontier.redis.frontier import name_worker
from ...frontier.redis.queue_configuration import KEY as CONFIGURATION
from ...frontier.redis.queue_configuration import QueueConfiguration
from ...settings import BTSettings
from ...versions import spider_name
from ..dispatch.finding import find_dispatching
from ..runtime.frontiers import NO_OWNERS, check_counts
from ..runtime.slots import UNLIMITED, DownloadSlots
from ..runtime.task_group import TaskGroup
from .arrivals import await_client
from .cluster_state import ClusterState
from .common_value_makers import CommonValueMakers
from .common_values import CommonValues, QueueTexts
from .concurrency_limit import ConcurrencyLimit
from .connection import shown_url
from .cookies import SessionCookies
from .filling import fill
from .heartbeat import Heartbeat
from .names import queue_key, seen_key
from .notifications import hear_notifications
from .options import QueueOptions
from .prefetcher import LeasePrefetcher
from .registration import WorkerRegistration
from .reports import Reporter
from .retrying_client import RetryingClient

logger = logging.getLogger(__name__)

if TYPE_CHECKING:
    from ..dispatch.dispatching import Dispatching
    from .dispatching import DispatchExchange

T = TypeVar("T")

_TIMEOUT = 10.0
"""Seconds that the start and the end of a crawl wait for a Redis that is away."""


def open_redis_frontier(crawler: Crawler, number: Number, limits: Mapping[str, int]) -> RemoteFrontier:
    """The frontier that `REDIS_URL` and the other settings of scrapy-redis name."""
    return RemoteFrontier(crawler, number, limits, ageing=BTSettings.read(crawler.settings).ageing)


class RemoteFrontier:
    """Implements `CrawlFrontier`: leases come from, and steps go to, a `LeasePrefetcher`."""

    outlasts = True
    slots: DownloadSlots | None = None

    def __init__(self, crawler: Crawler, number: Number, limits: Mapping[str, int], *, ageing: float) -> None:
        settings, name = crawler.settings, spider_name(crawler)
        self._crawler, self._settings, self._number = crawler, settings, number
        self._options = QueueOptions.read(settings)
        self.place = f"the queue {queue_key(settings, name)} in Redis"
        self.way_on = f"`scrapy bt purge {name}` clears it for a new one, `scrapy bt dead` knows more of the letters"
        self.worker = name_worker()
        bt = BTSettings.read(settings)
        self._lease_seconds = bt.lease_seconds
        self._configuration = QueueConfiguration(
            ageing=ageing,
            lease_seconds=self._lease_seconds,
            lease_losses=bt.lease_losses,
            limits=dict(limits),
            seen_key=seen_key(settings, name),
        )
        self.calls = self._configuration.calls(queue_key(settings, name), worker=self.worker, number=number)
        self._task_group = TaskGroup(on_error=self._fail_for)
        self.on_ready: Callable[[], None] = _do_nothing
        self.on_rewound: Callable[[], None] = _do_nothing
        """Called when Redis has lost what it had stored last."""
        self.on_storing: Callable[[], bool] = lambda: True
        self.summary = ""
        self.summaries: Sequence[str] = ()
        self._cookies = SessionCookies(settings)
        self._dispatch: DispatchExchange | None = None
        self._resuming = 0
        self.failure: BTError | None = None
        """Why nothing can be leased or stored any more."""

    # What waits

    async def connect(
        self, shared: Collection[str], on_change: Callable[[], None], *, owners: Mapping[str, str] = NO_OWNERS
    ) -> None:
        self._client = await await_client(self._settings)
        self._extra = extra = {"spider": self._crawler.spider}
        name = shown_url(self._settings)
        replicas = BTSettings.read(self._settings).redis_wait
        self._retrying_client = client = RetryingClient(self._client, name=name, extra=extra, replicas=replicas)
        self._registration = WorkerRegistration(
            client, self.calls, self._options, place=self.place, lease_seconds=self._lease_seconds, extra=extra
        )
        self._limit = ConcurrencyLimit(self._settings)
        dispatching = find_dispatching(self._crawler)
        self._prefetcher = self._make_prefetcher(dispatching)
        self._reporter = Reporter(
            self._crawler,
            prefetcher=self._prefetcher,
            retrying_client=client,
            capacity=self._limit.report,
            dispatch=(lambda: None) if dispatching is None else dispatching.report,
        )
        self._cluster_state = ClusterState(client, self.calls, number=self._number, shared=shared, on_change=on_change)
        values = CommonValues(
            self._client, QueueTexts(self.read, self.write), owners, lease_seconds=self._lease_seconds, extra=extra
        )
        self._makers = CommonValueMakers(values, spawn=self.spawn, complete=self._store, on_ready=self._ready)
        await self._come()
        self.spawn(Heartbeat(client, self.calls, prefetcher=self._prefetcher, reporter=self._reporter).beat())
        self.hear(self.calls.notification_channel, self._prefetcher.wake)
        if dispatching is not None:
            self._keep_up_dispatch(dispatching)

    def _make_prefetcher(self, dispatching: Dispatching | None) -> LeasePrefetcher:
        bt = BTSettings.read(self._settings)
        return LeasePrefetcher(
            self._retrying_client,
            self.calls,
            room=self._limit.left,
            slots=lambda: self.slots,
            lanes=(lambda: None) if dispatching is None else dispatching.lanes,
            places=self._settings.getint("CONCURRENT_REQUESTS") or UNLIMITED,
            most=bt.prefetch,
            linger=bt.linger,
            beat=self._lease_seconds / 3,
            on_leases=self._ready,
            on_send=self._prepare,
            on_exchange=self._note,
            on_failure=self._fail,
            stats=self._crawler.stats,
            extra=self._extra,
        )

    async def _come(self) -> None:
        """Be one of the workers, and begin to lease."""
        await self._registration.come(self._reporter.report())
        await self.send(self.calls.remember(CONFIGURATION, self._configuration.text))
        await self._cluster_state.refresh()
        await self.look()
        self._limit.open(self._prefetcher)
        self._prefetcher.start()
        self.spawn(self._cluster_state.keep_up())

    def _keep_up_dispatch(self, dispatching: Dispatching) -> None:
        from .dispatching import DispatchExchange  # noqa: PLC0415  # for crawls that dispatch

        self._dispatch = DispatchExchange(
            self._client,
            self._retrying_client,
            self.calls,
            dispatching,
            measure=self._measure_load,
            extra=self._extra,
        )
        self.spawn(self._dispatch.keep_up())

    async def disconnect(self) -> None:
        """Tasks that are not done are ready again for others; the queue is cleared only if nobody needs it."""
        await self._task_group.end()
        self._limit.close()
        if self._dispatch is not None:
            await self._dispatch.leave()
        try:
            if self.failure is None:
                await self._prefetcher.close(timeout=_TIMEOUT)
                self.summaries = await self._registration.go(self.counts(), self.summary, timeout=_TIMEOUT)
            else:
                await self._prefetcher.give_up()
        except BTError as error:
            count = self._prefetcher.outbox
            logger.warning("%s; %d steps are not stored, others do them again", error, count, extra=self._extra)
        finally:
            await self._client.aclose()

    async def fill(self, source: str, tasks: Iterator[Requeue]) -> None:
        await fill(self._retrying_client, self.calls, source, tasks)
        await self.look()
        self._prefetcher.wake()

    async def look(self) -> None:
        self._prefetcher.counts = await self.send(self.calls.counts())

    async def read(self, key: str) -> str | None:
        return await self.send(self.calls.recall(key))

    async def write(self, key: str, text: str) -> None:
        await self.send(self.calls.remember(key, text))

    async def send(self, call: ScriptCall[T], *, timeout: float | None = None) -> T:
        """The answer to a call, however long Redis is away; raises `BTError` for one that no waiting mends."""
        return await self._retrying_client.send(call, timeout=timeout)

    # What the reactor calls; nothing here waits

    @property
    def has_work(self) -> bool:
        counts = self.counts()
        is_busy = self._resuming > 0 or self._prefetcher.is_busy
        return self.failure is None and (is_busy or counts.unfinished > counts.paused)

    @property
    def has_more(self) -> bool:
        """Something may come, even if the tasks that this worker has lead to nothing more."""
        return self.failure is None and (self._resuming > 0 or self._prefetcher.has_more)

    @property
    def is_held_back(self) -> bool:
        """Somebody has paused tasks from outside, and may resume them."""
        counts = self.counts()
        return counts.paused > counts.resting

    @property
    def queued(self) -> int:
        """Tasks that wait, as far as is known here."""
        counts = self.counts()
        return counts.unfinished - counts.running + self._prefetcher.queued

    def spawn(self, coroutine: Coroutine[Any, Any, None]) -> None:
        """Run a coroutine until the crawl ends; what goes wrong in it ends the crawl."""
        self._task_group.start(coroutine)

    def hear(self, channel: str, on_message: Callable[[], None]) -> None:
        """Listen to a channel until the crawl ends; *on_message* is called after each time without connection, too."""
        self._task_group.start(hear_notifications(self._client, channel, on_message))

    @property
    def spider(self) -> Spider | None:
        return self._crawler.spider

    @property
    def database(self) -> int:
        """The number of the database in Redis."""
        options: dict[str, Any] = self._client.get_connection_kwargs()
        return int(options.get("db") or 0)

    @property
    def reporter(self) -> Reporter:
        """Tells others of this worker."""
        return self._reporter

    def wake(self) -> None:
        """There may be new tasks."""
        self._prefetcher.wake()

    def add(self, task: Requeue) -> None:
        """Queue a new task soon."""
        self._prefetcher.add(task)

    def lease(self, count: int = 1) -> list[Lease]:
        if self.failure is not None:
            raise self.failure
        leases: list[Lease] = []
        while len(leases) < count and (lease := self._makers.next(self._prefetcher.take)) is not None:
            leases.append(lease)
        return leases

    def next_due(self) -> float | None:
        """None: the prefetcher looks after times itself."""
        return None

    def extend(self, leases: Iterable[Lease]) -> list[Lease]:
        """All of them: the prefetcher prolongs what it has handed out, and tells in the log what was lost."""
        return list(leases)

    def expire(self) -> int:
        """None: every exchange of every worker looks for leases that nobody prolongs."""
        return 0

    def complete(self, lease: Lease, completion: Completion) -> None:
        self._store(lease, completion)
        self._makers.note(completion, self._cookies)

    def _store(self, lease: Lease, completion: Completion) -> None:
        for session, cookies in completion.cookies.items():
            self._cookies.remember(session, cookies)
        self._prefetcher.hand_in(Complete(lease, completion))

    def release(self, lease: Lease) -> None:
        self._prefetcher.hand_in(ReleaseLease(lease))

    def bury(self, lease: Lease, reason: str) -> None:
        self._prefetcher.hand_in(Bury(lease, reason))

    def counts(self) -> TaskCounts:
        return self._prefetcher.counts

    def measure(self) -> dict[str, Any]:
        """What this worker has and may have, and how it gets on with Redis."""
        prefetcher = self._prefetcher
        return {
            "leases": prefetcher.held,
            "in_progress": prefetcher.in_progress,
            "outbox": prefetcher.outbox,
            **self._retrying_client.measure(),
            "capacity": self._limit.report(),
        }

    def _measure_load(self) -> tuple[int, float, float, bool]:
        """Tasks here, shares of processor and memory in use as far as they are measured, and whether it is paused."""
        capacity = self._limit.report()
        cpu, memory = (float((capacity.get(name) or {}).get("used") or 0.0) / 100 for name in ("cpu", "memory"))
        return self._prefetcher.held, cpu, memory, self._crawler.engine.paused

    def resume(self, target: ControlTarget) -> int:
        self._resuming += 1
        self._task_group.start(self._resume(target))
        return 0

    def rerank(self) -> None:
        self._cluster_state.rerank()

    def shared(self, key: str) -> SharedValue | None:
        return self._cluster_state.values.get(key)

    def cookies(self, session: int) -> bytes | None:
        return self._cookies.get(session)

    def weights(self) -> Mapping[str, tuple[int, float]]:
        return self._cluster_state.weights

    def rounds(self) -> Mapping[str, tuple[int, float]]:
        return self._cluster_state.rounds

    # The background

    async def _resume(self, target: ControlTarget) -> None:
        try:
            done = await self.send(self.calls.order("resume", target))
            while done.job:
                done = await self.send(self.calls.go_on(done.job))
            await self.look()
        finally:
            self._resuming -= 1
        self._prefetcher.wake()

    def _fail_for(self, error: BaseException) -> None:
        if not isinstance(error, BTError):
            logger.error("The frontier failed", exc_info=error, extra=self._extra)
            error = BTError(f"{type(error).__name__}: {error}")
        self._fail(error)

    def _prepare(self) -> bool:
        return self.on_storing()

    def _ready(self) -> None:
        self.on_ready()

    def _fail(self, error: BTError) -> None:
        """Nothing can be leased or stored any more: the next who asks is told why."""
        self.failure = self.failure or error
        self.on_ready()

    def _note(self, exchanged: Exchanged) -> None:
        check_counts(exchanged.counts, self.place)
        if exchanged.rewound:
            logger.warning(
                "Redis has lost what it had stored last: the tasks under way are done again", extra=self._extra
            )
            self.on_rewound()
        unconfirmed = self._prefetcher.unconfirmed_sessions() if exchanged.cookies else ()
        for session, cookies in exchanged.cookies.items():
            if session not in unconfirmed:
                self._cookies.remember(session, cookies)
        self._cluster_state.note(exchanged.revision)


def _do_nothing() -> None:
    """Until a crawl listens."""

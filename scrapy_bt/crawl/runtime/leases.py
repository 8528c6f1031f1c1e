"""Leases of a crawl: taken from the frontier, kept alive, and brought to an end whatever happens."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from typing import Any

from scrapy import Request
from scrapy.crawler import Crawler

from ...errors import BTError, FrontierDamaged, LeaseLost, NoRoom, TaskError
from ...frontier.completion import Completion, Finish
from ...frontier.dead_letters import note_dead_letters
from ...frontier.entries import Lease
from ...settings import BTSettings
from .alarms import EngineWakeup
from .feeds import Feeds
from .frontiers import CrawlFrontier, NotYet
from .limits import FailureLimit
from .pipeline_failures import PipelineFailures
from .priorities import Priorities
from .slots import DownloadSlots

logger = logging.getLogger(__name__)

_LOOK_AGAIN = 0.5
"""Seconds after which a crawl that waits for room looks for some."""

_REASONS: tuple[tuple[type[BTError], str], ...] = (
    (NoRoom, "no_room"),
    (FrontierDamaged, "damaged"),
    (BTError, "frontier_failed"),
)
"""The reason why a crawl ends, by its failure; the first row that fits counts."""

DEAD = "bt/dead"
"""Statistic: dead letters of this run."""


class _Answering:
    """Hands an exception on, which ends here; every visit has two of these, so it is no generator."""

    __slots__ = ("_fail", "_lease")

    def __init__(self, fail: Callable[[Lease, Exception], None], lease: Lease) -> None:
        self._fail, self._lease = fail, lease

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> bool:
        if not isinstance(error, Exception):
            return False
        self._fail(self._lease, error)
        return True


class Leases:
    """The leases that this process holds."""

    def __init__(self, crawler: Crawler, frontier: CrawlFrontier, priorities: Priorities | None) -> None:
        self._crawler, self._frontier, self._priorities = crawler, frontier, priorities
        seconds = BTSettings.read(crawler.settings).lease_seconds
        self.alarm = EngineWakeup(crawler, interval=max(seconds / 3, 0.1), on_beat=self._keep)
        frontier.on_ready = self.alarm.ring
        self._feeds = Feeds(crawler, outlasts=frontier.outlasts)
        frontier.on_storing = self._feeds.flush
        self.pipeline_failures = PipelineFailures(crawler)
        self.slots = frontier.slots = DownloadSlots(crawler)
        self._held: dict[int, Lease] = {}
        self._finishing: list[tuple[Request | None, Lease, Completion]] = []
        """Steps whose items are still in the pipelines."""
        self._aside: list[tuple[Lease, Completion]] = []
        """Steps that cannot be stored until there is room for their records."""
        self.failure: BTError | None = None
        """Why the frontier cannot be used any more."""
        self.reason = ""
        """For which the crawl ends then."""
        self._farewell: asyncio.Future[None] | None = None
        self._limit = FailureLimit(crawler)

    def take(self) -> Lease | None:
        """The lease of the next task; None if no task is ready yet, and then the alarm is set."""
        if self.failure is not None or not self._has_room():
            return None
        try:
            for lease in self._frontier.lease(1):
                self._held[lease.token] = lease
                self.slots.begin(lease)
                return lease
            times = [time for time in (self._frontier.next_due(), self.slots.next_opening()) if time is not None]
            self.alarm.set(min(times, default=None))
        except BTError as error:
            self.give_up(error)
        return None

    def answering_for(self, lease: Lease) -> _Answering:
        """Whatever goes wrong within, the lease comes to an end, and with it what waits for the task."""
        return _Answering(self._fail, lease)

    def _fail(self, lease: Lease, error: Exception) -> None:
        if isinstance(error, TaskError):
            self._bury(lease, str(error))
            return
        logger.error("Task %d failed", lease.entry.id, extra=self._extra, exc_info=error)
        self._bury(lease, f"{type(error).__name__}: {error}")

    def complete(self, lease: Lease, completion: Completion) -> None:
        """Hand in a step."""
        self._let_go(lease)
        try:
            self._frontier.complete(lease, completion)
        except NotYet:
            self._held[lease.token] = lease
            self._aside.append((lease, completion))
            self._look_again()
            return
        except LeaseLost as error:
            logger.info("%s", error, extra=self._extra)
            return
        except BTError as error:
            self.give_up(error)
            return
        if completion.dead is not None:
            self._crawler.stats.inc_value(DEAD)
        if isinstance(completion.next, Finish):
            self._limit.note(dead=completion.dead is not None)
        if self._priorities is not None and self._priorities.learn(completion):
            self._frontier.rerank()
        self.alarm.ring()

    def give_up(self, error: BTError) -> None:
        """End the crawl, as nothing that it does from now on would be kept."""
        if self.failure is None:
            self.failure = error
            logger.error("%s", error, extra=self._extra)
            self.reason = next(reason for kind, reason in _REASONS if isinstance(error, kind))
            closing = self._crawler.engine.close_spider_async(reason=self.reason)
            self._farewell = asyncio.ensure_future(closing)

    def complete_after(self, request: Request | None, lease: Lease, completion: Completion) -> None:
        """Hand in a step as soon as its items are through the pipelines: when the engine is done with *request*.

        If one of them could not be stored, the step is not done, and its task is ready again.
        """
        self._finishing.append((request, lease, completion))

    def complete_finished(self) -> None:
        """Hand in what `complete_after` has kept, as far as it is through."""
        if not self._finishing:
            return
        slot = self.alarm.slot
        in_progress = slot.inprogress if slot is not None else ()
        through = [each for each in self._finishing if each[0] not in in_progress]
        if through:
            self._finishing = [each for each in self._finishing if each[0] in in_progress]
            for request, lease, completion in through:
                if self.pipeline_failures.has_failed(request):
                    self.give_back(lease)
                else:
                    self.complete(lease, completion)

    def give_back(self, lease: Lease) -> None:
        """Let others, or the next run, take the step again."""
        self._let_go(lease)
        self._crawler.stats.inc_value("bt/given_back")
        try:
            self._frontier.release(lease)
        except BTError as error:
            self.give_up(error)

    async def close(self) -> None:
        """Hand in what is done; tasks under way are ready again, for others or for the next run."""
        self.alarm.close()
        self.complete_finished()
        await self._frontier.disconnect()
        note_dead_letters(self._crawler, self._frontier.counts().dead)

    def _has_room(self) -> bool:
        """While there is no room for records, nothing is begun; what could not be stored is tried again."""
        if self._aside:
            aside, self._aside = self._aside, []
            for lease, completion in aside:
                self.complete(lease, completion)
        if not self._feeds.is_full:
            return True
        failure = self._feeds.failure
        if failure is None:
            self._look_again()
        else:
            self.give_up(failure)
        return False

    def _look_again(self) -> None:
        self.alarm.set(time.time() + _LOOK_AGAIN)

    @property
    def _extra(self) -> dict[str, Any]:
        return {"spider": self._crawler.spider}

    def _let_go(self, lease: Lease) -> None:
        self._held.pop(lease.token, None)
        self.slots.end(lease)

    def _bury(self, lease: Lease, reason: str) -> None:
        self._let_go(lease)
        self._crawler.stats.inc_value(DEAD)
        logger.error("Task %d at %s is dead: %s", lease.entry.id, lease.entry.bucket.node, reason, extra=self._extra)
        try:
            self._frontier.bury(lease, reason)
            self._limit.note(dead=True)
        except LeaseLost:  # the step was handed in before something went wrong
            return
        except BTError as error:
            self.give_up(error)

    def _keep(self) -> None:
        """Prolong what is held, then let the frontier look for leases that nobody prolongs."""
        if self.failure is not None:
            return
        self._has_room()
        try:
            self._held.update((lease.token, lease) for lease in self._frontier.extend(self._held.values()))
            self._frontier.expire()
        except BTError as error:
            self.give_up(error)

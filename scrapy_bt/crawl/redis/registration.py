"""Registers a worker with a queue, and signs it off."""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from ...errors import FrontierLost
from ...frontier.listings import TaskCounts
from ...frontier.redis.call import Ordered, ScriptCall
from ...frontier.redis.calls import Calls
from ..runtime.frontiers import TEXTS_OF_A_RUN
from .options import QueueOptions
from .retrying_client import RetryingClient
from .tree_queue import KEPT

logger = logging.getLogger(__name__)


class WorkerRegistration:
    """Of one worker; *place* is what the log calls the queue, *lease_seconds* after which a silent worker is gone."""

    def __init__(
        self,
        retrying_client: RetryingClient,
        calls: Calls,
        options: QueueOptions,
        *,
        place: str,
        lease_seconds: float,
        extra: dict[str, Any],
    ) -> None:
        self._retrying_client, self._calls, self._options = retrying_client, calls, options
        self._place, self._lease_seconds, self._extra = place, lease_seconds, extra

    async def come(self, report: bytes) -> None:
        """Clear the queue, if that is wanted and nobody works on it, and be one of its workers."""
        if self._options.flush_on_start:
            await self._flush()
        await self._retrying_client.send(self._calls.register(report))

    async def go(self, counts: TaskCounts, summary: str, *, timeout: float) -> list[str]:
        """Tasks that are not done are ready again for others; the queue is cleared only if nobody needs it.

        *summary* is left to the others. Returns the summaries of all workers if this was the last one; else none.
        """
        persist = self._options.persist
        if summary:
            with suppress(FrontierLost):
                await self._retrying_client.send(self._calls.summarize(summary), timeout=timeout)
        if persist is None and await self._retrying_client.send(self._calls.recall(KEPT), timeout=timeout) is not None:
            persist = True
        # First of all: of two who go at once, each would leave it to the other to clear the queue.
        await self._repeat(lambda place: self._calls.leave(place=place), timeout)
        summaries: list[str] = []
        with suppress(FrontierLost):  # the other was quicker
            if summary and not await self._has_company(timeout):
                summaries = await self._retrying_client.send(self._calls.summaries(), timeout=timeout)
            if persist is False or (persist is None and counts.unfinished + counts.dead == 0):
                await self._repeat(lambda _: self._calls.conclude(), timeout)
            elif persist is None and not counts.unfinished:
                await self._repeat(lambda _: self._calls.settle(TEXTS_OF_A_RUN), timeout)

        return summaries

    async def _has_company(self, timeout: float | None = None) -> bool:
        workers = await self._retrying_client.send(self._calls.workers(), timeout=timeout)
        return any(worker.seconds_since < self._lease_seconds for worker in workers)

    async def _flush(self) -> None:
        if await self._has_company():
            logger.warning("SCHEDULER_FLUSH_ON_START: others work on %s, so it is kept", self._place, extra=self._extra)
        else:
            await self._repeat(lambda _: self._calls.purge())

    async def _repeat(self, build: Callable[[int], ScriptCall[Ordered]], timeout: float | None = None) -> None:
        """Send a call again until it is done, each time with the place where it goes on."""
        done = await self._retrying_client.send(build(0), timeout=timeout)
        while done.job:
            done = await self._retrying_client.send(build(done.job), timeout=timeout)

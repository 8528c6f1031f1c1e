"""What one crawl knows of its proxies: the list is read again now and then, and its knowledge shared or kept."""

from __future__ import annotations

import asyncio
import logging
import random
import time
from collections.abc import Callable, Collection
from math import inf
from typing import TYPE_CHECKING, Any

from scrapy.crawler import Crawler

from ...core.proxies.health import ProxyUse
from ...core.proxies.pool import ProxyChoice, ProxyPool
from ...errors import BTError
from ...frontier.redis.frontier import name_worker
from ..redis.connection import open_async_client, shown_url
from ..redis.rate_limiter import HostRateLimiter
from ..redis.retrying_client import RetryingClient
from ..runtime.task_group import TaskGroup
from .board import exchange, keys_of
from .health_file import health_path, load_record, save_record
from .options import ProxyOptions
from .sources import changes, read_source

if TYPE_CHECKING:
    from redis.asyncio import Redis

logger = logging.getLogger(__name__)

_BEAT, _LINGER = 1.0, 0.02
"""Seconds between two exchanges with other workers; a failure is told to them at once."""
_SAVE = 10.0
"""Seconds between two writings of the file."""
_FAREWELL = 5.0
"""At the end, Redis is waited for so many seconds."""


class ProxyPoolSync:
    """A pool, and what keeps it up to date. *on_failure* is told when that cannot go on."""

    def __init__(self, crawler: Crawler, options: ProxyOptions, *, on_failure: Callable[[BaseException], None]) -> None:
        self._crawler, self._options = crawler, options
        self.pool = ProxyPool(options.policy)
        self.changed = asyncio.Event()
        """Set when there may be a proxy where there was none."""
        self._task_group = TaskGroup(on_error=on_failure)
        self._outcomes: list[ProxyUse] = []
        self._has_failures = asyncio.Event()
        self._is_unsaved = False
        self._revision = 0
        self._limiters: dict[str, HostRateLimiter] = {}
        self._client: Redis | None = None
        self._file = None if options.is_shared else health_path(options.file)
        self._worker = name_worker()

    async def open(self) -> None:
        """Read the list, and what is known; raises `BTError`."""
        self.pool.fill(await read_source(self._options.source, self._crawler.settings))
        if self._options.is_shared:
            keys_of(self._options.name)
            settings = self._crawler.settings
            self._client = await open_async_client(settings)
            extra = {"spider": self._crawler.spider}
            self._retrying_client = RetryingClient(self._client, name=shown_url(settings), extra=extra)
            await self._exchange()
            self._task_group.start(self._share())
        else:
            load_record(self._file, self.pool.record)
            if self._file is not None:
                self._task_group.start(self._save())
        if changes(self._options.source):
            self._task_group.start(self._refresh())

    async def close(self) -> None:
        """Tell or keep what was learned last."""
        await self._task_group.end()
        if self._client is not None:
            try:
                await self._exchange(timeout=_FAREWELL)
            except BTError as error:
                logger.warning("What was learned of proxies last is lost: %s", error, extra=self._extra)
            await self._client.aclose()
        elif self._file is not None and self._is_unsaved:
            await self._save_now()

    def choose(self, site: str, *, session: str, without: Collection[str]) -> ProxyChoice:
        return self.pool.choose(
            site,
            now=time.time(),
            draw=random.random(),  # noqa: S311  # nobody guards anything by it
            session=session,
            without=without,
        )

    def has_other(self, site: str, tried: Collection[str]) -> bool:
        return self.pool.has_other(site, tried, now=time.time())

    def note(self, outcome: ProxyUse) -> None:
        """What became of a use."""
        self.pool.note(outcome, now=time.time())
        self._is_unsaved = True
        if self._client is not None:
            self._outcomes.append(outcome)
            if not outcome.is_success:
                self._has_failures.set()

    async def wait_for_turn(self, choice: ProxyChoice) -> None:
        """Until the delay after the proxy's last use is over, with whichever worker that was."""
        if choice.proxy is None or not self._options.policy.delay:
            return
        if self._client is None:
            await asyncio.sleep(choice.wait)
            return
        limiter = self._limiters.get(choice.proxy.label)
        if limiter is None:
            limiter = self._limiters[choice.proxy.label] = HostRateLimiter(
                f"proxy {self._options.name} {choice.proxy.label}",
                self._retrying_client,
                worker=self._worker,
                delay=self._options.policy.delay,
                most=0,
                lasts=_BEAT,
                start=self._task_group.start,
            )
        await limiter.give(await limiter.take())

    async def _share(self) -> None:
        while True:
            await wait(self._has_failures, _BEAT)
            await asyncio.sleep(_LINGER)
            self._has_failures.clear()
            await self._exchange()

    async def _exchange(self, timeout: float | None = None) -> None:
        outcomes, self._outcomes = self._outcomes, []
        moves = dict(self.pool.moves)
        self.pool.moves.clear()
        call = exchange(
            self._options.name,
            revision=self._revision,
            policy=self._options.policy,
            outcomes=outcomes,
            moves=moves,
            clock=time.time,
        )
        changed = await self._retrying_client.send(call, timeout=timeout)
        self._revision = changed.revision
        for label, site, health in changed.healths:
            self.pool.record.set(label, site, health)
        for session, label in changed.moves.items():
            self.pool.move(session, label)
        if changed.healths:
            self._tell()

    async def _refresh(self) -> None:
        while True:
            # An empty list is looked at more often: requests wait for it.
            await asyncio.sleep(self._options.refresh if len(self.pool) else min(self._options.refresh, _BEAT))
            try:
                proxies = await read_source(self._options.source, self._crawler.settings)
            except BTError as error:
                logger.warning("The list of proxies stays as it was: %s", error, extra=self._extra)
                continue
            self.pool.fill(proxies)
            self._tell()

    async def _save(self) -> None:
        while True:
            await asyncio.sleep(_SAVE)
            if self._is_unsaved:
                await self._save_now()

    async def _save_now(self) -> None:
        assert self._file is not None, "only then it is called"
        self._is_unsaved = False
        items = self.pool.record.items()
        await asyncio.get_running_loop().run_in_executor(None, save_record, self._file, items)

    def _tell(self) -> None:
        self.changed.set()
        self.changed = asyncio.Event()

    @property
    def _extra(self) -> dict[str, Any]:
        return {"spider": self._crawler.spider}


async def wait(event: asyncio.Event, seconds: float) -> None:
    """Until an event, or so long."""
    try:
        await asyncio.wait_for(event.wait(), None if seconds == inf else max(0.0, seconds))
    except asyncio.TimeoutError:
        return

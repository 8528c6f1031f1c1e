"""Politeness over all workers: a delay between two requests to a host, and so many at once, whoever sends them."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from scrapy import Request, signals
from scrapy.crawler import Crawler
from scrapy.exceptions import NotConfigured
from scrapy.http import Response

from ...errors import BTError
from ...frontier.redis.frontier import name_worker
from ...frontier.redis.rate_limiter import PERMIT_CHANNEL
from ...settings import BTSettings
from ..runtime.faults import refuse_opening, tell_fault
from ..runtime.task_group import TaskGroup
from .connection import open_async_client, shown_url
from .notifications import hear
from .rate_limiter import HostRateLimiter
from .retrying_client import RetryingClient

if TYPE_CHECKING:
    from redis.asyncio import Redis
    from typing_extensions import Self

logger = logging.getLogger(__name__)

_PERMIT = "bt_permit"
"""Key of `Request.meta`: the host and the permit of a request that is under way."""

_MOST_IDLE = 1000
"""This worker keeps account of so many hosts that have no requests."""


class ClusterPoliteness:
    """Downloader middleware: each request waits for a permit of its host, by `BT_CLUSTER_DELAY` and `…_CONCURRENCY`.

    A host is what Scrapy's download slot is: `Request.meta["download_slot"]`, or the host of the URL.
    """

    def __init__(self, crawler: Crawler) -> None:
        settings = crawler.settings
        self._crawler, self._settings = crawler, settings
        self._delay = self._lasts = 0.0
        self._most = 0
        self._worker = name_worker()
        self._hosts: dict[str, HostRateLimiter] = {}
        self._task_group = TaskGroup(on_error=self._fail)
        self._has_failed = False
        self._farewell: asyncio.Future[None] | None = None
        self._client: Redis | None = None

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        with suppress(BTError):  # told when the spider is opened
            bt = BTSettings.read(crawler.settings)
            if not bt.cluster_delay and not bt.cluster_concurrency:
                raise NotConfigured
        middleware = cls(crawler)
        crawler.signals.connect(middleware.open, signals.spider_opened)
        crawler.signals.connect(middleware.close, signals.spider_closed)
        return middleware

    async def open(self) -> None:
        """Handler of `spider_opened`; a crawl that cannot be polite ends before its first request."""
        try:
            bt = BTSettings.read(self._settings)
            self._delay, self._most, self._lasts = bt.cluster_delay, bt.cluster_concurrency, bt.lease_seconds
            self._client = await open_async_client(self._settings)
        except BTError as error:
            refuse_opening(self._crawler, error, logger)
            return
        extra = {"spider": self._crawler.spider}
        self._retrying_client = RetryingClient(self._client, name=shown_url(self._settings), extra=extra)
        if self._most:
            self._task_group.start(self._keep())
            self._task_group.start(hear(self._client, PERMIT_CHANNEL, self._note_free_place))

    async def close(self) -> None:
        await self._task_group.end()
        if self._client is not None:
            await self._client.aclose()

    async def process_request(self, request: Request) -> None:
        host = request.meta.get("download_slot") or urlsplit(request.url).hostname or ""
        if host and not self._has_failed:
            request.meta[_PERMIT] = host, await self._limiter(host).take()

    def process_response(self, request: Request, response: Response) -> Response:
        self._give(request)
        return response

    def process_exception(self, request: Request, exception: Exception) -> None:  # noqa: ARG002 - as Scrapy calls it
        self._give(request)

    def _give(self, request: Request) -> None:
        host, permit = request.meta.pop(_PERMIT, (None, ""))
        if host is not None:
            self._task_group.start(self._give_and_tell(host, permit))

    async def _give_and_tell(self, host: str, permit: str) -> None:
        if await self._hosts[host].give(permit) and self._client is not None:
            await self._client.publish(PERMIT_CHANNEL, host)

    def _limiter(self, host: str) -> HostRateLimiter:
        limiter = self._hosts.get(host)
        if limiter is None:
            if len(self._hosts) > _MOST_IDLE:
                self._hosts = {name: known for name, known in self._hosts.items() if not known.is_idle}
            limiter = self._hosts[host] = HostRateLimiter(
                host,
                self._retrying_client,
                worker=self._worker,
                delay=self._delay,
                most=self._most,
                lasts=self._lasts,
                start=self._task_group.start,
            )
        return limiter

    async def _keep(self) -> None:
        while True:
            await asyncio.sleep(self._lasts / 3)
            for limiter in list(self._hosts.values()):
                await limiter.keep()

    def _note_free_place(self, host: bytes | None) -> None:
        """A place has become free at a host; without a connection hosts are asked now and then."""
        limiter = self._hosts.get(host.decode()) if host is not None else None
        if limiter is not None:
            limiter.tell()

    def _fail(self, error: BaseException) -> None:
        """Without permits nothing may be sent: the crawl ends, and what waits for one is told."""
        if self._has_failed:
            return
        self._has_failed = True
        fault = error if isinstance(error, BTError) else BTError(f"the rate limiter of hosts failed: {error!r}")
        tell_fault(self._crawler, fault, logger)
        for limiter in self._hosts.values():
            limiter.fail(error)
        closing = self._crawler.engine.close_spider_async(reason="politeness_failed")
        self._farewell = asyncio.ensure_future(closing)

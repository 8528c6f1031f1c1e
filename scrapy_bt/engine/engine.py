"""The engine: one task for each request, from the scheduler to its last item."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Any

from scrapy import signals
from scrapy.core.engine import ExecutionEngine
from scrapy.http import Request, Response
from scrapy.utils.defer import ensure_awaitable
from scrapy.utils.log import logformatter_adapter
from twisted.python.failure import Failure

from .downloader import LeanDownloader
from .lines import is_told
from .scraper import LeanScraper

if TYPE_CHECKING:
    from collections.abc import Awaitable

logger = logging.getLogger("scrapy.core.engine")


class LeanEngine(ExecutionEngine):
    """Overrides what happens to a request; how a crawl starts, goes idle, pauses and ends is Scrapy's."""

    scraper: LeanScraper

    def _start_scheduled_request(self) -> bool:
        slot = self._slot
        assert slot is not None
        request = slot.scheduler.next_request()
        if request is None:
            self.signals.send_catch_log(signals.scheduler_empty)
            return False
        slot.add_request(request)
        task = asyncio.get_running_loop().create_task(self._handle(request, self._begin(request)))
        # The loop knows its tasks only weakly.
        self._tasks[request] = task
        return True

    @property
    def _tasks(self) -> dict[Request, asyncio.Task[None]]:
        tasks: dict[Request, asyncio.Task[None]] = self.__dict__.setdefault("_lean_tasks", {})
        return tasks

    def _begin(self, request: Request) -> Awaitable[Response | Request]:
        """Hand a request to the downloader, which knows of it from now on."""
        if isinstance(self.downloader, LeanDownloader):
            self.downloader.active.add(request)
            return self.downloader.fetch_active(request)
        try:
            own = (self.spider,) if self._downloader_fetch_needs_spider else ()
            return ensure_awaitable(self.downloader.fetch(request, *own))
        except Exception as error:  # noqa: BLE001  # it is told as any failure of a download
            return _fail(error)

    async def _handle(self, request: Request, answer: Awaitable[Response | Request]) -> None:
        slot = self._slot
        assert slot is not None
        try:
            result: Any
            try:
                result = await self._receive(request, answer)
            except (Exception, asyncio.CancelledError):  # noqa: BLE001  # whatever it is, the errback is told
                result = Failure()
            if isinstance(result, Request):
                self.crawl(result)
            else:
                await self.scraper.scrape(result, request)
        except Exception:
            logger.info("Error while handling downloader output", exc_info=True, extra={"spider": self.spider})
        finally:
            self._tasks.pop(request, None)
            slot.remove_request(request)
            slot.nextcall.schedule()

    async def _receive(self, request: Request, answer: Awaitable[Response | Request]) -> Response | Request:
        slot, spider = self._slot, self.spider
        assert slot is not None
        assert spider is not None
        try:
            result = await answer
            if isinstance(result, Response):
                if result.request is None:
                    result.request = request
                if is_told(logger, self.logformatter):
                    line = self.logformatter.crawled(result.request, result, spider)
                    if line is not None:
                        logger.log(*logformatter_adapter(line), extra={"spider": spider})
                self.signals.send_catch_log(
                    signal=signals.response_received, response=result, request=result.request, spider=spider
                )
            elif not isinstance(result, Request):
                raise TypeError(f"Incorrect type: expected Response or Request, got {type(result)}: {result!r}")
            return result
        finally:
            slot.nextcall.schedule()

    async def download_async(self, request: Request) -> Response:
        if self.spider is None:
            raise RuntimeError(f"No open spider to crawl: {request}")
        while True:
            slot = self._slot
            assert slot is not None
            slot.add_request(request)
            try:
                result = await self._receive(request, self._begin(request))
            finally:
                slot.remove_request(request)
            if not isinstance(result, Request):
                return result
            request = result


async def _fail(error: Exception) -> Response:
    raise error

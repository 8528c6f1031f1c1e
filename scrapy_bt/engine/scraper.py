"""The scraper: callbacks, their output and items in the task of their request."""

from __future__ import annotations

import asyncio
import inspect
import logging
import warnings
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from scrapy.core.scraper import Scraper
from scrapy.exceptions import ScrapyDeprecationWarning
from scrapy.http import Request, Response
from scrapy.utils.defer import aiter_errback, ensure_awaitable, iter_errback
from scrapy.utils.misc import arg_to_iter, is_generator_with_return_value, warn_on_generator_with_return_value
from twisted.internet.defer import Deferred
from twisted.python.failure import Failure

from .items import Items
from .spidermiddlewares import LeanSpiderMiddlewares, PlainOutput

if TYPE_CHECKING:
    from collections.abc import Iterable

    from scrapy import Spider

logger = logging.getLogger("scrapy.core.scraper")

_TURNS_OF_START = 4
"""Turns of the loop from the end of a download to the next request of a `start()` that waits for it."""


class LeanScraper(Scraper):
    """Failures, and whatever is not plain, take Scrapy's own way."""

    async def scrape(self, result: Response | Failure, request: Request) -> None:
        """Process what was downloaded for a request, to its last item."""
        slot = self.slot
        if slot is None:
            raise RuntimeError("Scraper slot not assigned")
        slot.add_response_request(result, request)
        slot.next_response_request_deferred()
        try:
            await self._scrape(result, request)
        except Exception:
            logger.exception(
                "Scraper bug processing %(request)s", {"request": request}, extra={"spider": self.crawler.spider}
            )
        finally:
            slot.finish_response(result, request)
            self._check_if_closing()

    async def _scrape(self, result: Response | Failure, request: Request) -> None:
        if not isinstance(result, Response) or not isinstance(self.spidermw, LeanSpiderMiddlewares):
            await super()._scrape(result, request)
            return
        try:
            output = await self.spidermw.scrape(self.call_spider_async, result, request)
        except Exception:  # noqa: BLE001  # the spider's, which are told
            self.handle_spider_error(Failure(), request, result)
        else:
            await self.handle_spider_output_async(output, request, result)

    async def call_spider_async(
        self, result: Response | Failure, request: Request
    ) -> Iterable[Any] | AsyncIterator[Any]:
        if not isinstance(result, Response):
            return await super().call_spider_async(result, request)
        # Others have their turn before each callback; `start()`, which has to be woken, comes before it.
        for _ in range(_TURNS_OF_START if self.crawler.engine._start is not None else 1):
            await asyncio.sleep(0)
        spider = self.crawler.spider
        assert spider is not None
        if result.request is None:
            result.request = request
        callback = result.request.callback or spider._parse
        self._check_callback(spider, callback)
        output = callback(result, **result.request.cb_kwargs)
        while inspect.iscoroutine(output):
            output = await output
        if inspect.isasyncgen(output):
            return output
        if isinstance(output, Deferred):
            warnings.warn(
                f"{callback} returned a Deferred. Returning Deferreds from spider callbacks is deprecated.",
                ScrapyDeprecationWarning,
                stacklevel=2,
            )
        if output is not None and inspect.isawaitable(output):
            output = await ensure_awaitable(output)
        return arg_to_iter(output)

    def _check_callback(self, spider: Spider, callback: Any) -> None:
        """Warn of a generator that returns a value, which Scrapy looks for at every call; here until it has none."""
        code = getattr(callback, "__code__", None)
        checked: set[Any] = self.__dict__.setdefault("_checked", set())
        if code in checked:
            return
        warn_on_generator_with_return_value(spider, callback)
        with suppress(IndentationError):
            if code is not None and not is_generator_with_return_value(callback):
                checked.add(code)

    async def handle_spider_output_async(
        self, result: Iterable[Any] | AsyncIterator[Any], request: Request, response: Response | Failure
    ) -> None:
        items = Items(self, response)
        chains = [result]
        while chains:
            chain = chains.pop(0)
            if isinstance(chain, AsyncIterator):
                async for output in aiter_errback(chain, self.handle_spider_error, request, response):
                    if self._take(output, items):
                        await items.make_room()
                continue
            for output in iter_errback(chain, self.handle_spider_error, request, response):
                if self._take(output, items):
                    await items.make_room()
            if isinstance(chain, PlainOutput):
                chains += chain.recovered
        await items.finish()

    def _take(self, output: Any, items: Items) -> bool:
        """Schedule a request or begin with an item; whether others should have their turn before the next."""
        if isinstance(output, Request):
            try:
                self.crawler.engine.crawl(request=output)
            except Exception:
                logger.exception(
                    "Error while scheduling %(request)s", {"request": output}, extra={"spider": self.crawler.spider}
                )
        elif output is not None:
            items.begin(output)
        return items.count()

"""Items of one response: through the pipelines at once, and in tasks only where a pipeline takes its time."""

from __future__ import annotations

import asyncio
import inspect
import logging
from typing import TYPE_CHECKING, Any

from scrapy import signals
from scrapy.exceptions import DropItem
from scrapy.pipelines import ItemPipelineManager
from scrapy.utils.defer import ensure_awaitable
from scrapy.utils.log import logformatter_adapter
from scrapy.utils.python import global_object_name
from twisted.python.failure import Failure

from .lines import is_told
from .signals import send_now

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Coroutine

    from scrapy.http import Response

    from .scraper import LeanScraper

logger = logging.getLogger("scrapy.core.scraper")


class Items:
    """At most `CONCURRENT_ITEMS` of them wait in pipelines together."""

    def __init__(self, scraper: LeanScraper, response: Response | Failure) -> None:
        self._scraper, self._response = scraper, response
        self._pending: set[asyncio.Future[None]] = set()
        self._limit = max(1, scraper.concurrent_items)
        self._outputs = 0

    def count(self) -> bool:
        """Note an output of the spider; whether it is time to let others have their turn."""
        self._outputs += 1
        return len(self._pending) >= self._limit or not self._outputs % (2 * self._limit)

    async def make_room(self) -> None:
        await asyncio.sleep(0)
        self._pending = {task for task in self._pending if not task.done()}
        if len(self._pending) >= self._limit:
            _, self._pending = await asyncio.wait(self._pending, return_when=asyncio.FIRST_COMPLETED)

    async def finish(self) -> None:
        if self._pending:
            await asyncio.wait(self._pending)

    def begin(self, item: Any) -> None:
        """Process an item as far as nothing has to be waited for; the rest becomes a task."""
        rest = self._process(item)
        if rest is not None:
            self._pending.add(asyncio.ensure_future(rest))

    def _process(self, item: Any) -> Coroutine[Any, Any, None] | None:
        scraper = self._scraper
        assert scraper.slot is not None
        if type(scraper.itemproc) is not ItemPipelineManager or not scraper._itemproc_has_async["process_item"]:
            return scraper.start_itemproc_async(item, response=self._response)
        scraper.slot.itemproc_size += 1
        pipelines = list(scraper.itemproc.methods["process_item"])
        output = item
        try:
            for number, method in enumerate(pipelines, 1):
                assert method is not None
                output = self._call(method, output)
                if inspect.isawaitable(output):
                    return self._go_on(item, output, pipelines[number - 1], pipelines[number:])
        except Exception as error:  # noqa: BLE001  # whatever a pipeline raises is told
            told = self._tell_fault(item, error)
        else:
            told = self._tell_scraped(output)
        if not isinstance(told, list):
            return self._end(told)
        scraper.slot.itemproc_size -= 1
        return None

    async def _go_on(self, item: Any, output: Any, method: Any, others: list[Any]) -> None:
        try:
            output = await ensure_awaitable(output, _warn=global_object_name(method))
            for other in others:
                output = await ensure_awaitable(self._call(other, output), _warn=global_object_name(other))
        except Exception as error:  # noqa: BLE001  # as above
            told = self._tell_fault(item, error)
        except BaseException:
            self._scraper.slot.itemproc_size -= 1  # type: ignore[union-attr]
            raise
        else:
            told = self._tell_scraped(output)
        await self._end(told)

    async def _end(self, told: Any) -> None:
        try:
            if not isinstance(told, list):
                await told
        finally:
            self._scraper.slot.itemproc_size -= 1  # type: ignore[union-attr]

    def _call(self, method: Callable[..., Any], item: Any) -> Any:
        itemproc = self._scraper.itemproc
        if method in itemproc._mw_methods_requiring_spider:
            return method(item, itemproc._spider)
        return method(item)

    def _tell_fault(self, item: Any, error: Exception) -> Awaitable[Any] | list[Any]:
        """Of the exception that is handled now."""
        scraper, spider = self._scraper, self._scraper.crawler.spider
        assert spider is not None
        if isinstance(error, DropItem):
            self._log(scraper.logformatter.dropped(item, error, self._response, spider), item)
            what = {"signal": signals.item_dropped, "exception": error}
        else:
            self._log(scraper.logformatter.item_error(item, error, self._response, spider), item, exc_info=True)
            what = {"signal": signals.item_error, "failure": Failure()}
        return send_now(scraper.signals, item=item, response=self._response, spider=spider, **what)

    def _tell_scraped(self, item: Any) -> Awaitable[Any] | list[Any]:
        scraper, spider = self._scraper, self._scraper.crawler.spider
        assert spider is not None
        if is_told(logger, scraper.logformatter):
            self._log(scraper.logformatter.scraped(item, self._response, spider), item)
        return send_now(scraper.signals, signal=signals.item_scraped, item=item, response=self._response, spider=spider)

    def _log(self, line: Any, item: Any, **how: Any) -> None:
        if line is not None:
            extra = {"spider": self._scraper.crawler.spider, "item": item}
            logger.log(*logformatter_adapter(line), extra=extra, **how)

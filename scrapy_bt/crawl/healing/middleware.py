"""Knows which page an ordinary spider's callback is reading."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Iterator
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from scrapy.crawler import Crawler
from scrapy.exceptions import NotConfigured
from scrapy.http import Response, TextResponse

from ..spiders import TreeSpider
from .looks import Look
from .selectors import CURRENT
from .watching import Healing

if TYPE_CHECKING:
    from typing_extensions import Self


class ObservedCallbacks:
    """A spider middleware; each page is looked at from its callback's first line to its last."""

    def __init__(self, healing: Healing) -> None:
        self._healing = healing
        self._looks: WeakKeyDictionary[Response, Look] = WeakKeyDictionary()

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        healing = crawler.get_extension(Healing)
        if healing is None or issubclass(crawler.spidercls, TreeSpider):
            raise NotConfigured
        return cls(healing)

    def process_spider_input(self, response: Response) -> None:
        """The callback is called next."""
        look = self._healing.look_at(response) if isinstance(response, TextResponse) else None
        if look is not None:
            self._looks[response] = look
        CURRENT.set(look)

    def process_spider_exception(self, response: Response, exception: Exception) -> None:  # noqa: ARG002 - Scrapy's
        """A callback that gives up has looked at the page, too."""
        CURRENT.set(None)
        self._healing.take_in(self._looks.get(response))

    def process_spider_output(self, response: Response, result: Iterable[Any]) -> Iterator[Any]:
        """Each step of a generator is its page's."""
        look = self._looks.get(response)
        steps = iter(result)
        try:
            while True:
                CURRENT.set(look)
                try:
                    one = next(steps)
                except StopIteration:
                    return
                CURRENT.set(None)
                yield one
        finally:
            CURRENT.set(None)
            self._healing.take_in(look)

    async def process_spider_output_async(self, response: Response, result: AsyncIterator[Any]) -> AsyncIterator[Any]:
        """The same for what comes asynchronously."""
        look = self._looks.get(response)
        steps = aiter(result)
        try:
            while True:
                CURRENT.set(look)
                try:
                    one = await anext(steps)
                except StopAsyncIteration:
                    return
                CURRENT.set(None)
                yield one
        finally:
            CURRENT.set(None)
            self._healing.take_in(look)

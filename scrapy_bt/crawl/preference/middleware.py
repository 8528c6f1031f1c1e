"""Ranks what ordinary spiders ask for by what the links promise."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Iterator
from typing import TYPE_CHECKING, Any

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.exceptions import NotConfigured
from scrapy.http import Response

from ..treespiders import RunsTree
from .preferring import Preferring

if TYPE_CHECKING:
    from typing_extensions import Self


class PreferredLinks:
    """A spider middleware: what promises more is queued with a higher priority, what promises less with a lower one.

    A request that waits in memory already goes forward when another page promises more of its URL.
    """

    def __init__(self, preferring: Preferring) -> None:
        self._preferring = preferring

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        preferring = crawler.get_extension(Preferring)
        if preferring is None or issubclass(crawler.spidercls, RunsTree):
            raise NotConfigured
        return cls(preferring)

    def process_spider_input(self, response: Response) -> None:
        """The page is judged before its callback reads it."""
        self._preferring.read(response)

    def process_spider_output(self, response: Response, result: Iterable[Any]) -> Iterator[Any]:
        """Requests get their priority, items pass."""
        try:
            for one in result:
                yield self._ranked(one, response)
        finally:
            self._preferring.forget_links(response.url)

    async def process_spider_output_async(self, response: Response, result: AsyncIterator[Any]) -> AsyncIterator[Any]:
        """The same for what comes asynchronously."""
        try:
            async for one in result:
                yield self._ranked(one, response)
        finally:
            self._preferring.forget_links(response.url)

    def _ranked(self, one: Any, response: Response) -> Any:
        if isinstance(one, Request):
            self._preferring.rank(one, response.url)
        return one

"""Ranks what ordinary spiders ask for by what the links promise."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Iterator
from inspect import isasyncgenfunction, iscoroutinefunction
from typing import TYPE_CHECKING, Any

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.exceptions import NotConfigured
from scrapy.http import Response

from ..treespiders import RunsTree
from .preferring import Preferring

if TYPE_CHECKING:
    from typing_extensions import Self


_MOST_HELD = 1000
"""Requests of a page."""


class PreferredLinks:
    """A spider middleware: what promises more is queued with a higher priority, what promises less with a lower one.

    A request that waits in memory already goes forward when another page promises more of its URL. What a page asks for
    is passed on together, the best first: whoever has room would else take the first links of a long list, whatever
    comes behind. An asynchronous callback may wait for what it has asked for, and is not waited for.
    """

    def __init__(self, preferring: Preferring, crawler: Crawler) -> None:
        self._preferring, self._crawler = preferring, crawler

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        preferring = crawler.get_extension(Preferring)
        if preferring is None or issubclass(crawler.spidercls, RunsTree):
            raise NotConfigured
        return cls(preferring, crawler)

    def process_spider_input(self, response: Response) -> None:
        """The page is judged before its callback reads it."""
        self._preferring.read(response)

    def process_spider_output(self, response: Response, result: Iterable[Any]) -> Iterator[Any]:
        """Requests get their priority, items pass."""
        held = _HeldRequests(1 if self._is_asynchronous(response) else _MOST_HELD)
        try:
            for one in result:
                yield from held.take(self._ranked(one, response))
        except Exception:
            yield from held.let_go()
            raise
        finally:
            self._preferring.forget_links(response.url)
        yield from held.let_go()

    async def process_spider_output_async(self, response: Response, result: AsyncIterator[Any]) -> AsyncIterator[Any]:
        """The same for what comes asynchronously, which in Scrapy from 2.13 on is all."""
        held = _HeldRequests(1 if self._is_asynchronous(response) else _MOST_HELD)
        try:
            async for one in result:
                for ranked in held.take(self._ranked(one, response)):
                    yield ranked
        except Exception:
            for ranked in held.let_go():
                yield ranked
            raise
        finally:
            self._preferring.forget_links(response.url)
        for ranked in held.let_go():
            yield ranked

    def _is_asynchronous(self, response: Response) -> bool:
        """Whether the callback of a page says of itself that it waits."""
        given = None if response.request is None else response.request.callback
        callback = given or getattr(self._crawler.spider, "parse", None)
        return iscoroutinefunction(callback) or isasyncgenfunction(callback)

    def _ranked(self, one: Any, response: Response) -> Any:
        if isinstance(one, Request):
            self._preferring.rank(one, response.url)
        return one


class _HeldRequests:
    """Those that a page has given, at most *most*; what else it gives passes."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._held: list[Request] = []

    def take(self, one: Any) -> list[Any]:
        """What is passed on now."""
        if not isinstance(one, Request):
            return [one]
        self._held.append(one)
        return self.let_go() if len(self._held) >= self._most else []

    def let_go(self) -> list[Request]:
        """All of them, by their priorities, of equal ones in their order."""
        held, self._held = self._held, []
        return sorted(held, key=lambda request: -request.priority)

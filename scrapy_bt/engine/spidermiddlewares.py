"""The chain of spider middlewares: plain generators where callback and middlewares are plain."""

from __future__ import annotations

from collections import deque
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from typing import Any, NamedTuple

from scrapy import Request
from scrapy.core.spidermw import SpiderMiddlewareManager
from scrapy.http import Response
from scrapy.spidermiddlewares.base import BaseSpiderMiddleware
from scrapy.spidermiddlewares.depth import DepthMiddleware
from scrapy.utils.asyncgen import as_async_generator
from scrapy.utils.defer import _process_pending_io

from .equivalents import find_equivalent
from .unwrapping import unwrap


class RequestPass(NamedTuple):
    """What a middleware of Scrapy's own does to requests, one by one; items it leaves as they are."""

    next: int
    """Index of the first middleware that is asked about an exception of this one."""
    begin: Callable[[Response], None] | None
    """Called before the first output."""
    process: Callable[[Request, Response], Request | None]


Link = Callable[[Response, Iterable[Any], "PlainOutput"], Iterator[Any]]
"""Passes output through one middleware or several."""


class PlainOutput(Iterator[Any]):
    """What a callback gave, passed through the middlewares; *recovered*, when it is at its end: what takes its place.

    A middleware that handles an exception may give further output, which has passed the rest of them.
    """

    def __init__(self) -> None:
        self.chain: Iterator[Any] = iter(())
        self.recovered: list[AsyncIterator[Any]] = []

    def __next__(self) -> Any:
        return next(self.chain)


class LeanSpiderMiddlewares(SpiderMiddlewareManager):
    """Middlewares that are asynchronous, or somebody's own, take Scrapy's way, all of them together."""

    async def scrape(
        self, scrape_func: Any, response: Response, request: Request
    ) -> Iterator[Any] | AsyncIterator[Any]:
        """Call the callback by *scrape_func*, as `scrape_response_async` does; the output may be a `PlainOutput`."""
        try:
            output = await self._process_spider_input(scrape_func, response, request)
            if not isinstance(output, AsyncIterator):
                links = self._find_links()
                if links is not None:
                    return self._pass_plainly(response, output, links)
                output = as_async_generator(output)
            return await self._process_callback_output(response, output)
        except Exception as error:  # noqa: BLE001  # which are handled is the middlewares' choice
            await _process_pending_io()
            return self._process_spider_exception(response, error)

    def _pass_plainly(self, response: Response, given: Iterable[Any], links: list[Link]) -> PlainOutput:
        output = PlainOutput()
        chain = self._watch(response, given, 0, output)
        for link in links:
            chain = link(response, chain, output)
        output.chain = chain
        return output

    def _find_links(self) -> list[Link] | None:
        """What output passes through, made anew when the middlewares are others.

        None: not each of them is Scrapy's own, which does the same in both of its ways.
        """
        methods = self.methods["process_spider_output"]
        known: tuple[deque[Any], list[Link] | None] | None = self.__dict__.get("_links")
        if known is None or known[0] != methods:
            known = self.__dict__["_links"] = deque(methods), self._make_links(methods)
        return known[1]

    def _make_links(self, methods: deque[Any]) -> list[Link] | None:
        links: list[Link] = []
        steps: list[RequestPass] = []
        for index, method in enumerate(methods, 1):
            if method is None:
                continue
            if not getattr(method, "__module__", "").startswith("scrapy."):
                return None
            step = _find_step(method.__self__, index)
            if step is None:
                links.append(self._link_to(method, index))
                steps = []
                continue
            if not steps:
                links.append(self._link_steps(steps))
            steps.append(step)
        return links

    def _link_to(self, method: Any, index: int) -> Link:
        plain = unwrap(method.__self__.process_spider_output)

        def link(response: Response, given: Iterable[Any], output: PlainOutput) -> Iterator[Any]:
            return self._watch(response, plain(response=response, result=given), index, output)

        return link

    def _link_steps(self, steps: list[RequestPass]) -> Link:
        def link(response: Response, given: Iterable[Any], output: PlainOutput) -> Iterator[Any]:
            return self._walk(response, given, steps, output)

        return link

    def _walk(
        self, response: Response, given: Iterable[Any], steps: list[RequestPass], output: PlainOutput
    ) -> Iterator[Any]:
        """Pass output through several middlewares, in one generator instead of two for each."""
        index = 0
        try:
            for step in reversed(steps):
                index = step.next
                if step.begin is not None:
                    step.begin(response)
            for each in given:
                passed = each
                if isinstance(passed, Request):
                    for step in steps:
                        index = step.next
                        passed = step.process(passed, response)
                        if passed is None:
                            break
                if passed is not None:
                    yield passed
        except Exception as error:  # noqa: BLE001  # which are handled is the middlewares' choice
            self._recover(response, error, index, output)

    def _watch(self, response: Response, given: Iterable[Any], index: int, output: PlainOutput) -> Iterator[Any]:
        """Pass on; an exception goes to the middlewares from *index* on."""
        try:
            yield from given
        except Exception as error:  # noqa: BLE001  # which are handled is the middlewares' choice
            self._recover(response, error, index, output)

    def _recover(self, response: Response, error: Exception, index: int, output: PlainOutput) -> None:
        """Let the middlewares from *index* on give what takes its place."""
        if getattr(error, "_spidermw_unhandled", False):
            raise error
        output.recovered.append(self._process_spider_exception(response, error, index))


_SCRAPYS: Any = BaseSpiderMiddleware
_REPLACEABLE = frozenset(name for name in (*vars(DepthMiddleware), *vars(BaseSpiderMiddleware)) if "process" in name)


def _find_step(owner: Any, index: int) -> RequestPass | None:
    """What a middleware does; None if it may do more than that, or somebody has replaced a method of it."""
    kind = type(owner)
    if not isinstance(owner, BaseSpiderMiddleware) or vars(owner).keys() & _REPLACEABLE:
        return None
    if any(getattr(kind, name) is not getattr(_SCRAPYS, name) for name in ("_get_processed", "get_processed_item")):
        return None
    process = find_equivalent(owner.get_processed_request)
    if isinstance(owner, DepthMiddleware):
        return RequestPass(index, owner._init_depth, process) if kind is DepthMiddleware else None
    return RequestPass(index, None, process) if kind.process_spider_output is _SCRAPYS.process_spider_output else None

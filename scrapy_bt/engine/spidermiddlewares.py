"""The chain of spider middlewares: plain generators where callback and middlewares are plain."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Iterator
from typing import TYPE_CHECKING, Any

from scrapy.core.spidermw import SpiderMiddlewareManager
from scrapy.utils.asyncgen import as_async_generator
from scrapy.utils.defer import _process_pending_io

from .unwrapping import unwrap

if TYPE_CHECKING:
    from scrapy.http import Request, Response


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
                if self._is_plain():
                    return self._pass_plainly(response, output)
                output = as_async_generator(output)
            return await self._process_callback_output(response, output)
        except Exception as error:  # noqa: BLE001  # which are handled is the middlewares' choice
            await _process_pending_io()
            return self._process_spider_exception(response, error)

    def _is_plain(self) -> bool:
        """Whether each middleware for output is Scrapy's own, which does the same in both of its ways."""
        return all(
            method is None or getattr(method, "__module__", "").startswith("scrapy.")
            for method in self.methods["process_spider_output"]
        )

    def _pass_plainly(self, response: Response, given: Iterable[Any]) -> PlainOutput:
        output = PlainOutput()
        chain = self._watch(response, given, 0, output)
        for index, method in enumerate(self.methods["process_spider_output"], 1):
            if method is not None:
                plain = unwrap(method.__self__.process_spider_output)  # type: ignore[attr-defined]
                passed = plain(response=response, result=chain)
                chain = self._watch(response, passed, index, output)
        output.chain = chain
        return output

    def _watch(self, response: Response, given: Iterable[Any], index: int, output: PlainOutput) -> Iterator[Any]:
        """Pass on; an exception goes to the middlewares from *index* on."""
        try:
            yield from given
        except Exception as error:
            if getattr(error, "_spidermw_unhandled", False):
                raise
            output.recovered.append(self._process_spider_exception(response, error, index))

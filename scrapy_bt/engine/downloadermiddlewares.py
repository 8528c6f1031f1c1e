"""The chain of downloader middlewares: a method that answers at once is called, one that takes its time is awaited."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Any

from scrapy.core.downloader.middleware import DownloaderMiddlewareManager
from scrapy.exceptions import _InvalidOutput
from scrapy.http import Request, Response
from scrapy.utils.defer import ensure_awaitable
from scrapy.utils.python import global_object_name

from .equivalents import find_equivalent
from .unwrapping import unwrap

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine


class LeanDownloaderMiddlewares(DownloaderMiddlewareManager):
    """Scrapy makes a coroutine of every answer; exceptions take Scrapy's own way here."""

    def _chain(self, name: str) -> list[tuple[Any, bool]]:
        """The methods of a name, and whether each wants the spider; made anew when the middlewares are others."""
        chains: dict[str, tuple[deque[Any], list[tuple[Any, bool]]]] = self.__dict__.setdefault("_chains", {})
        methods = self.methods[name]
        known = chains.get(name)
        if known is None or known[0] != methods:
            of_old = self._mw_methods_requiring_spider
            chain = [
                (method, True) if method in of_old else (unwrap(find_equivalent(method)), False) for method in methods
            ]
            known = chains[name] = deque(methods), chain
        return known[1]

    async def _process_request(
        self, request: Request, download_func: Callable[[Request], Coroutine[Any, Any, Response]]
    ) -> Response | Request:
        for method, wants_spider in self._chain("process_request"):
            answer = method(request=request, spider=self._spider) if wants_spider else method(request=request)
            if answer is None:
                continue
            if not isinstance(answer, (Response, Request)):
                answer = await ensure_awaitable(answer, _warn=global_object_name(method))
                if answer is not None and not isinstance(answer, (Response, Request)):
                    raise _InvalidOutput(
                        f"Middleware {method.__qualname__} must return None, Response or "
                        f"Request, got {answer.__class__.__name__}"
                    )
            if answer:
                return answer
        return await download_func(request)

    async def _process_response(self, response: Response | Request, request: Request) -> Response | Request:
        if response is None:
            raise TypeError("Received None in process_response")
        if isinstance(response, Request):
            return response
        for method, wants_spider in self._chain("process_response"):
            if wants_spider:
                answer = method(request=request, response=response, spider=self._spider)
            else:
                answer = method(request=request, response=response)
            if not isinstance(answer, (Response, Request)):
                answer = await ensure_awaitable(answer, _warn=global_object_name(method))
                if not isinstance(answer, (Response, Request)):
                    raise _InvalidOutput(
                        f"Middleware {method.__qualname__} must return Response or Request, got {type(answer)}"
                    )
            if isinstance(answer, Request):
                return answer
            response = answer
        return response

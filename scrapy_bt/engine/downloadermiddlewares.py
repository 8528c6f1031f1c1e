"""The chain of downloader middlewares: a method that answers at once is called, one that takes its time is awaited."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scrapy.core.downloader.middleware import DownloaderMiddlewareManager
from scrapy.exceptions import _InvalidOutput
from scrapy.http import Request, Response
from scrapy.utils.defer import ensure_awaitable
from scrapy.utils.python import global_object_name

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine


class LeanDownloaderMiddlewares(DownloaderMiddlewareManager):
    """Scrapy makes a coroutine of every answer; exceptions take Scrapy's own way here."""

    async def _process_request(
        self, request: Request, download_func: Callable[[Request], Coroutine[Any, Any, Response]]
    ) -> Response | Request:
        of_old = self._mw_methods_requiring_spider
        for method in self.methods["process_request"]:
            assert method is not None
            if of_old and method in of_old:
                answer = method(request=request, spider=self._spider)
            else:
                answer = method(request=request)
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
        of_old = self._mw_methods_requiring_spider
        for method in self.methods["process_response"]:
            assert method is not None
            if of_old and method in of_old:
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

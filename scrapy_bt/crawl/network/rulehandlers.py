"""Download handlers for the requests of rules: connections of their own, to addresses that were checked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from scrapy import Request, signals
from scrapy.crawler import Crawler
from scrapy.exceptions import NotConfigured
from scrapy.http import Response
from scrapy.utils.httpobj import urlparse_cached
from scrapy.utils.misc import build_from_crawler, load_object
from scrapy.utils.python import global_object_name

from ...core.rules.hosts import host_of, is_address
from .pinning import lead_pinned, look_up, pinned

CHECKED = "bt_checked"
"""Key of `Request.meta`: its name is to be looked up and checked before it is connected to."""

_PINNED = (
    "scrapy.core.downloader.handlers.http11.HTTP11DownloadHandler",
    "scrapy_bt.crawl.network.aiohttphandler.AiohttpHandler",
    "scrapy_bt.engine.http.handler.LeanDownloadHandler",
)
"""Handlers that connect to the addresses that are pinned, and can be made twice."""


class RuleHandlers:
    """A crawl's download handlers; requests of rules get handlers of their own, whose connections no others have made.

    *check*: raises where a request may not be sent to these addresses.
    """

    def __init__(self, crawler: Crawler, handlers: Any, *, check: Callable[[Request, Sequence[str]], None]) -> None:
        self._crawler, self._handlers, self._check = crawler, handlers, check
        self._apart: dict[str, Any] = {}
        crawler.signals.connect(self._close, signals.engine_stopped)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._handlers, name)

    async def download_request_async(self, request: Request) -> Response:
        """As Scrapy's."""
        host = host_of(request.url)
        if CHECKED not in request.meta or is_address(host):
            return await self._send(request)
        if "proxy" in request.meta:  # the proxy looks the name up for itself
            self._check(request, await look_up(host))
            return await self._send(request)
        async with pinned(host, lambda addresses: self._check(request, addresses)):
            handler = self._handler_for(urlparse_cached(request).scheme)
            return await (self._send(request) if handler is None else handler.download_request(request))

    async def _send(self, request: Request) -> Response:
        response: Response = await self._handlers.download_request_async(request)
        return response

    def _handler_for(self, scheme: str) -> Any:
        """The handler of rules alone; None where it is one that the project has brought along."""
        if scheme not in self._apart:
            path = self._crawler.settings.getwithbase("DOWNLOAD_HANDLERS").get(scheme)
            kind: Any = None if path is None else load_object(path)
            is_known = kind is not None and global_object_name(kind) in _PINNED
            try:
                self._apart[scheme] = self._make(kind) if is_known else None
            except NotConfigured:  # the crawl has none either, and says why
                self._apart[scheme] = None
        return self._apart[scheme]

    def _make(self, kind: Any) -> Any:
        handler = build_from_crawler(kind, self._crawler)
        if hasattr(handler, "lead_names"):
            handler.lead_names(lead_pinned)
        return handler

    async def _close(self) -> None:
        for handler in self._apart.values():
            if handler is not None:
                await handler.close()

"""The download handler: Scrapy's interface and exceptions, its limits, signals and settings."""

from __future__ import annotations

import asyncio
import logging
import ssl
from time import monotonic
from typing import TYPE_CHECKING

from scrapy.exceptions import DownloadFailedError, DownloadTimeoutError, NotConfigured, ResponseDataLossError
from scrapy.utils._download_handlers import get_dataloss_msg, normalize_bind_address
from scrapy.utils.asyncio import is_asyncio_available
from scrapy.utils.ssl import _log_sslobj_debug_info, _make_ssl_context

from .connections import NoResponseError
from .deadlines import Deadlines
from .dns import DNSCache
from .exchange import BodyLimits, HTTPExchange, Received
from .mending import BrokenResponseError
from .opening import Opener
from .pool import ConnectionPool
from .responses import make_response
from .routes import Route, find_route
from .writing import write_request

if TYPE_CHECKING:
    from collections.abc import Callable

    from scrapy import Request
    from scrapy.crawler import Crawler
    from scrapy.http import Response
    from typing_extensions import Self

    from ...resolving import LookUp
    from .connections import Connection

logger = logging.getLogger(__name__)

_IDEMPOTENT = frozenset(("GET", "HEAD", "OPTIONS", "TRACE", "PUT", "DELETE"))
"""Methods that may be sent again where nobody knows whether they arrived (RFC 9110, 9.2.2)."""
_TIMEOUT = 10.0
"""Seconds for a request that says nothing, as Scrapy's handlers have it; a middleware of Scrapy's says it for all."""
_LEGACY_SERVER = 0x4
"""`ssl.OP_LEGACY_SERVER_CONNECT`, which Python names since 3.12: servers that renegotiate as before 2009."""


class LeanDownloadHandler:
    """HTTP/1.1 without a task or Deferred of its own for a request that has a connection."""

    lazy = True

    def __init__(self, crawler: Crawler) -> None:
        if not is_asyncio_available():
            raise NotConfigured(f"{type(self).__name__} needs asyncio's reactor, or none")
        settings = crawler.settings
        self.crawler = crawler
        self._limits = BodyLimits(settings.getint("DOWNLOAD_MAXSIZE"), settings.getint("DOWNLOAD_WARNSIZE"))
        self._fails_on_loss = settings.getbool("DOWNLOAD_FAIL_ON_DATALOSS")
        self._is_loss_told = False
        self._tells_tls = settings.getbool("DOWNLOADER_CLIENT_TLS_VERBOSE_LOGGING")
        self._bind_address = normalize_bind_address(settings.get("DOWNLOAD_BIND_ADDRESS"))
        tls = _make_ssl_context(settings)
        tls.set_alpn_protocols(["http/1.1"])
        tls.options |= ssl.Options(_LEGACY_SERVER)
        self._opener = Opener(tls=tls, look_up=DNSCache(settings).look_up)
        self._pool = ConnectionPool()
        self._deadlines = Deadlines()

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        return cls(crawler)

    async def download_request(self, request: Request) -> Response:
        """The response; raises Scrapy's exceptions of downloads, and `ValueError` for what cannot be sent."""
        begun = monotonic()
        timeout: float = request.meta.get("download_timeout") or _TIMEOUT
        route = find_route(request, bind_address=self._bind_address)
        data = write_request(request, is_proxied=bool(request.meta.get("proxy")) and route.tunnel is None)
        try:
            received = await self._exchange(request, route, data, begun, timeout)
        except asyncio.TimeoutError:
            raise DownloadTimeoutError(f"Getting {request.url} took longer than {timeout} seconds.") from None
        except (BrokenResponseError, NoResponseError) as error:
            raise DownloadFailedError(f"{request.url}: {error}") from error
        return self._respond(request, received)

    def lead_names(self, by: Callable[[LookUp], LookUp]) -> None:
        """Let *by* wrap the look-up of names."""
        self._opener.look_up = by(self._opener.look_up)

    async def close(self) -> None:
        """End all connections."""
        self._deadlines.close()
        await self._pool.close()

    async def _exchange(self, request: Request, route: Route, data: bytes, begun: float, timeout: float) -> Received:
        """Send on a connection that waits, or on a new one; also where the server has just ended the former."""
        connection = self._pool.take(route)
        if connection is not None:
            exchange = self._make_exchange(request, begun)
            try:
                return await self._send(exchange, connection, data, begun + timeout)
            except NoResponseError:
                if exchange.has_begun or request.method not in _IDEMPOTENT:
                    raise
        rest = max(0.0, begun + timeout - monotonic())
        connection = await asyncio.wait_for(self._open(route), rest)
        return await self._send(self._make_exchange(request, begun), connection, data, begun + timeout)

    def _make_exchange(self, request: Request, begun: float) -> HTTPExchange:
        limits, meta = self._limits, request.meta
        if "download_maxsize" in meta or "download_warnsize" in meta:
            limits = BodyLimits(
                meta.get("download_maxsize", limits.largest), meta.get("download_warnsize", limits.warned)
            )
        return HTTPExchange(request, limits, self.crawler, begun=begun, keep=self._pool.keep)

    async def _send(self, exchange: HTTPExchange, connection: Connection, data: bytes, end: float) -> Received:
        self._deadlines.set(exchange, end)
        try:
            exchange.begin(connection, data)
            received = await exchange.received
        except asyncio.CancelledError:
            exchange.give_up()
            raise
        finally:
            self._deadlines.forget(exchange)
        return received

    async def _open(self, route: Route) -> Connection:
        connection = await self._opener.open(route, self._pool.forget)
        self._pool.add(connection)
        return connection

    def _respond(self, request: Request, received: Received) -> Response:
        connection = received.connection
        if self._tells_tls and connection.tls is not None:
            _log_sslobj_debug_info(connection.tls)
        flags = ["partial"] if received.is_open_ended else None
        if received.loss is not None:
            if request.meta.get("download_fail_on_dataloss", self._fails_on_loss):
                self._tell_loss(request)
                raise ResponseDataLossError(received.loss)
            flags = ["dataloss"]
        return make_response(request.url.partition("#")[0], received, flags)

    def _tell_loss(self, request: Request) -> None:
        if not self._is_loss_told:
            self._is_loss_told = True
            logger.warning(get_dataloss_msg(request.url))

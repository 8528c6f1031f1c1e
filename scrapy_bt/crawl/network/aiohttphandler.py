"""Scrapy's own handler for aiohttp, put right where it changes what a request says."""

from __future__ import annotations

import socket
from typing import TYPE_CHECKING, Any

import yarl
from aiohttp.abc import AbstractResolver, ResolveResult
from scrapy.core.downloader.handlers._aiohttp import AiohttpDownloadHandler

from .pinning import pinned_addresses

if TYPE_CHECKING:
    from collections.abc import Awaitable

    import aiohttp
    from scrapy.crawler import Crawler

# aiohttp refuses header lines over 8 KB. Sites with long policies or cookies send more; browsers take up to 256 KB.
LONGEST_HEADER_LINE = 64 * 1024


class ExactSession:
    """An aiohttp session that sends what a request says and nothing else."""

    def __init__(self, session: aiohttp.ClientSession) -> None:
        self._session = session

    def request(
        self, method: str, url: str | yarl.URL, *, data: bytes, **options: Any
    ) -> Awaitable[aiohttp.ClientResponse]:
        """Send a request whose URL and headers reach the server as they are.

        Scrapy has escaped the URL already. yarl would do it once more and change it (`/a//b/../c`, `%7E`, `%2F`), which
        breaks signed URLs. An empty body is none, or a GET would carry `Content-Length: 0`.
        """
        return self._session.request(
            method,
            yarl.URL(str(url), encoded=True),
            data=data or None,
            max_line_size=LONGEST_HEADER_LINE,
            max_field_size=LONGEST_HEADER_LINE,
            **options,
        )

    async def close(self) -> None:
        await self._session.close()


class PinnedNames(AbstractResolver):
    """The resolver of a session, but for the names that are pinned."""

    def __init__(self, resolver: AbstractResolver) -> None:
        self._resolver = resolver

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_INET
    ) -> list[ResolveResult]:
        """As aiohttp's; raises `OSError`."""
        pinned = pinned_addresses(host)
        if pinned is None:
            return await self._resolver.resolve(host, port, family)
        if not pinned:
            raise OSError(f"no address was found for {host}")
        return [
            ResolveResult(
                hostname=host,
                host=address,
                port=port,
                family=socket.AF_INET6 if ":" in address else socket.AF_INET,
                proto=0,
                flags=socket.AI_NUMERICHOST | socket.AI_NUMERICSERV,
            )
            for address in pinned
        ]

    async def close(self) -> None:
        await self._resolver.close()


class _NoLimit:
    """An attribute that is 0, which means no limit to aiohttp, whatever it is set to."""

    def __get__(self, handler: object, owner: type) -> int:
        return 0

    def __set__(self, handler: object, value: int) -> None: ...


class AiohttpHandler(AiohttpDownloadHandler):
    """Scrapy's own aiohttp handler on an exact session, with as many connections as requests are sent at a time."""

    # How many that are is for the downloader's slots to say (DOWNLOAD_SLOTS, CONCURRENT_REQUESTS_PER_DOMAIN). A second
    # limit here knows no slots, and lets requests wait where it looks like a slow answer.
    _pool_size_total = _pool_size_per_host = _NoLimit()

    # Scrapy calls its handler experimental and says so in every log; what it gets wrong is put right above.
    experimental = False

    # aiohttp wants a running event loop, which `scrapy shell` has only once it downloads.
    lazy = True

    def __init__(self, crawler: Crawler) -> None:
        super().__init__(crawler)
        connector: Any = self._session.connector
        connector._resolver = PinnedNames(connector._resolver)  # noqa: SLF001  # Scrapy makes the connector
        self._session = ExactSession(self._session)  # type: ignore[assignment]

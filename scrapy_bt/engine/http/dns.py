"""The addresses of names, as Scrapy looks them up: by the reactor's resolver, which has Scrapy's cache and limit."""

from __future__ import annotations

import asyncio
import ipaddress
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from scrapy.exceptions import CannotResolveHostError
from scrapy.utils.datatypes import LocalCache
from scrapy.utils.reactor import is_reactor_installed
from twisted.internet.interfaces import IAddress, IHostResolution, IResolutionReceiver
from zope.interface import implementer  # type: ignore[import-untyped]  # it has no types

if TYPE_CHECKING:
    from scrapy.settings import BaseSettings

LookUp = Callable[[str], Awaitable[Sequence[str]]]
"""Gives the addresses of a name; none: it leads nowhere."""


class DNSCache:
    """Looks names up; where there is no reactor, or its resolver knows IPv4 alone, the system is asked."""

    def __init__(self, settings: BaseSettings) -> None:
        size = settings.getint("DNSCACHE_SIZE") if settings.getbool("DNSCACHE_ENABLED") else 0
        self._known: LocalCache[str, Sequence[str]] = LocalCache(size)
        self._longest = settings.getfloat("DNS_TIMEOUT")

    async def look_up(self, host: str) -> Sequence[str]:
        """The addresses of a name."""
        with suppress(ValueError):
            return [str(ipaddress.ip_address(host))]
        return await _ask_reactor(host, self._longest) or await self._ask_system(host)

    async def _ask_system(self, host: str) -> Sequence[str]:
        if host in self._known:
            return self._known[host]
        try:
            asked = asyncio.get_running_loop().getaddrinfo(host, None)
            found = await asyncio.wait_for(asked, self._longest)
        except (OSError, UnicodeError, asyncio.TimeoutError):
            return []
        addresses = list(dict.fromkeys(str(address[0]) for *_, address in found))
        self._known[host] = addresses
        return addresses


async def find_addresses(host: str, look_up: LookUp) -> Sequence[str]:
    """The addresses of a name; raises `CannotResolveHostError` if there are none."""
    addresses = await look_up(host)
    if not addresses:
        raise CannotResolveHostError(f"{host} leads to no address")
    return addresses


async def _ask_reactor(host: str, longest: float) -> list[str]:
    if not is_reactor_installed():
        return []
    from twisted.internet import reactor  # noqa: PLC0415  # Scrapy installs it when the crawl begins

    answers = _Answers()
    resolver: Any = reactor.nameResolver
    resolver.resolveHostName(answers, host)
    try:
        return await asyncio.wait_for(answers.done, longest)
    except asyncio.TimeoutError:
        return []


@implementer(IResolutionReceiver)
class _Answers:
    """Gathers the addresses of a name."""

    def __init__(self) -> None:
        self._found: list[str] = []
        self.done: asyncio.Future[list[str]] = asyncio.get_running_loop().create_future()

    def resolutionBegan(self, resolution: IHostResolution) -> None:  # noqa: N802  # Twisted's name
        """It begins."""

    def addressResolved(self, address: IAddress) -> None:  # noqa: N802
        """One address is known."""
        self._found.append(str(getattr(address, "host", "")))

    def resolutionComplete(self) -> None:  # noqa: N802
        """All are known."""
        if not self.done.done():
            self.done.set_result(self._found)

"""The addresses of names, as Scrapy looks them up: by the reactor's resolver, which has Scrapy's cache and limit."""

from __future__ import annotations

import ipaddress
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from scrapy.exceptions import CannotResolveHostError
from scrapy.utils.datatypes import LocalCache
from scrapy.utils.reactor import is_reactor_installed

from ...resolving import LookUp, ask_resolver, ask_system

if TYPE_CHECKING:
    from scrapy.settings import BaseSettings


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
        if addresses := await ask_system(host, self._longest):
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

    return await ask_resolver(reactor.nameResolver, host, longest)

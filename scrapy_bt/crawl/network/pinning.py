"""Names whose addresses were checked: while a request to one is under way, whoever connects gets these addresses.

A name may lead elsewhere the next time that it is looked up (DNS rebinding). So it is looked up once, by the resolver
that connections ask, and those of Twisted, of aiohttp and of the lean client are told what was found then.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from scrapy.utils.reactor import is_reactor_installed
from twisted.internet.address import IPv4Address, IPv6Address
from twisted.internet.interfaces import IAddress, IHostnameResolver, IHostResolution
from zope.interface import implementer  # type: ignore[import-untyped]  # it has no types

from ...resolving import LookUp, ask_resolver, ask_system

_LONGEST_LOOKUP = 30.0
"""Seconds after which a name counts as unknown."""


@dataclass
class _Pin:
    addresses: tuple[str, ...]
    requests: int = 0
    """How many are under way."""


_pins: dict[str, _Pin] = {}
"""By name; of the process, since it has one resolver."""


@asynccontextmanager
async def pinned(host: str, check: Callable[[Sequence[str]], None]) -> AsyncIterator[None]:
    """Within the block a name leads to the addresses that *check* has seen; it raises where they may not be visited."""
    name = _plain(host)
    if name not in _pins:
        addresses = await look_up(host)
        check(addresses)
        _pins.setdefault(name, _Pin(tuple(addresses)))
    pin = _pins[name]
    pin.requests += 1
    try:
        yield
    finally:
        pin.requests -= 1
        if not pin.requests:
            del _pins[name]


def pinned_addresses(host: str) -> tuple[str, ...] | None:
    """Where a name has to lead; None if nothing was said about it."""
    pin = _pins.get(_plain(host)) if _pins else None
    return None if pin is None else pin.addresses


def lead_pinned(otherwise: LookUp) -> LookUp:
    """A look-up that knows the names that are pinned, and asks *otherwise* for the rest."""

    async def look_up_pinned(host: str) -> Sequence[str]:
        pinned = pinned_addresses(host)
        return await otherwise(host) if pinned is None else pinned

    return look_up_pinned


async def look_up(host: str) -> list[str]:
    """The addresses of a name; empty where it leads nowhere."""
    return await _ask_reactor(host) or await ask_system(host, _LONGEST_LOOKUP)


def _plain(host: str) -> str:
    """A name as it is pinned: Twisted asks for `bücher.test`, where aiohttp asks for `xn--bcher-kva.test`."""
    return ".".join(map(_decode, host.lower().rstrip(".").split(".")))


def _decode(label: str) -> str:
    if not label.startswith("xn--"):
        return label
    try:
        return label[4:].encode("ascii").decode("punycode")
    except UnicodeError:
        return label


async def _ask_reactor(host: str) -> list[str]:
    if not is_reactor_installed():
        return []
    from twisted.internet import reactor  # noqa: PLC0415  # Scrapy installs it when the crawl begins

    if not isinstance(reactor.nameResolver, PinnedResolver):
        reactor.installNameResolver(PinnedResolver(reactor.nameResolver))
    return await ask_resolver(reactor.nameResolver, host, _LONGEST_LOOKUP)


@implementer(IHostnameResolver)
class PinnedResolver:
    """The resolver of the reactor, but for the names that are pinned."""

    def __init__(self, resolver: Any) -> None:
        self._resolver = resolver

    def resolveHostName(  # noqa: N802  # Twisted's name
        self,
        resolutionReceiver: Any,  # noqa: N803
        hostName: str,  # noqa: N803
        portNumber: int = 0,  # noqa: N803
        addressTypes: Sequence[type[IAddress]] | None = None,  # noqa: N803
        transportSemantics: Any = "TCP",  # noqa: N803
    ) -> Any:
        """As Twisted's interface says."""
        pinned = pinned_addresses(hostName)
        if pinned is None:
            return self._resolver.resolveHostName(
                resolutionReceiver, hostName, portNumber, addressTypes, transportSemantics
            )
        resolution = _Resolution(hostName)
        resolutionReceiver.resolutionBegan(resolution)
        for text in pinned:
            kind: Any = IPv6Address if ":" in text else IPv4Address
            if addressTypes is None or kind in addressTypes:
                resolutionReceiver.addressResolved(kind(transportSemantics, text, portNumber))
        resolutionReceiver.resolutionComplete()
        return resolution


@implementer(IHostResolution)
class _Resolution:
    def __init__(self, name: str) -> None:
        self.name = name

    def cancel(self) -> None:
        """It is complete already."""

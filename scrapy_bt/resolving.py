"""The addresses of names, by the resolver of the reactor, which has Scrapy's cache and limit, and by the system's."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from twisted.internet.interfaces import IAddress, IHostResolution, IResolutionReceiver
from zope.interface import implementer  # type: ignore[import-untyped]  # it has no types

LookUp = Callable[[str], Awaitable[Sequence[str]]]
"""Gives the addresses of a name; None if it leads nowhere."""


async def ask_resolver(resolver: Any, host: str, longest: float) -> list[str]:
    """What the resolver of a reactor says within *longest* seconds."""
    answers = _HostAddresses()
    resolver.resolveHostName(answers, host)
    try:
        return await asyncio.wait_for(answers.done, longest)
    except asyncio.TimeoutError:
        return []


async def ask_system(host: str, longest: float) -> list[str]:
    """Where Scrapy runs without a reactor, or its resolver knows only addresses of IPv4."""
    try:
        asked = asyncio.get_running_loop().getaddrinfo(host, None)
        found = await asyncio.wait_for(asked, longest)
    except (OSError, UnicodeError, asyncio.TimeoutError):
        return []
    return list(dict.fromkeys(str(address[0]) for *_, address in found))


@implementer(IResolutionReceiver)
class _HostAddresses:
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

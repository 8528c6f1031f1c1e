"""A connection to a server: what is sent on it, and whose answer comes back."""

from __future__ import annotations

import asyncio
import ipaddress
import ssl
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable

    from .routes import Route

IPAddress = ipaddress.IPv4Address | ipaddress.IPv6Address


class PendingRequest(Protocol):
    """A request that waits for its response on a connection."""

    def data_came(self, data: bytes) -> None: ...

    def connection_ended(self, error: Exception | None) -> None: ...


class NoResponseError(Exception):
    """A connection ended before anything came."""


class Connection(asyncio.Protocol):
    """One exchange at a time; *on_lost* is called when it is over, whoever ended it."""

    def __init__(self, route: Route, on_lost: Callable[[Connection], None]) -> None:
        self.route = route
        self.exchanges = 0
        self.idle_until = 0.0
        self.ip_address: IPAddress | None = None
        self.certificate: bytes | None = None
        """In DER, where it is secure."""
        self.tls: ssl.SSLObject | None = None
        self._on_lost = on_lost
        self._exchange: PendingRequest | None = None
        self.transport: asyncio.Transport | None = None
        """None before it is made and after it is lost."""
        self.is_over = False

    @property
    def is_usable(self) -> bool:
        """Nobody has ended it, and all that was sent has left."""
        transport = self.transport
        return (
            not self.is_over
            and transport is not None
            and not transport.is_closing()
            and not transport.get_write_buffer_size()
        )

    def send(self, data: bytes, exchange: PendingRequest) -> None:
        """Begin an exchange; raises `NoResponseError` where it is over already."""
        if self.is_over or self.transport is None:
            raise NoResponseError("the connection ended at once")
        self._exchange = exchange
        self.exchanges += 1
        self.transport.write(data)

    def release(self) -> None:
        """End an exchange; the next may begin."""
        self._exchange = None

    def close(self) -> None:
        """End it at once, whatever is under way; nobody is told."""
        self._exchange = None
        if self.transport is not None:
            self.transport.abort()

    # As asyncio calls them.

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        peer = transport.get_extra_info("peername")
        if peer:
            self.ip_address = ipaddress.ip_address(peer[0].partition("%")[0])
        self.tls = transport.get_extra_info("ssl_object")
        if self.tls is not None:
            self.certificate = self.tls.getpeercert(binary_form=True)

    def data_received(self, data: bytes) -> None:
        if self._exchange is None:  # nobody has asked
            self.close()
        else:
            self._exchange.data_came(data)

    def eof_received(self) -> None:
        self._end(None)

    def connection_lost(self, exc: Exception | None) -> None:
        self._end(exc)
        self.transport = None
        self._on_lost(self)

    def _end(self, error: Exception | None) -> None:
        self.is_over = True
        exchange, self._exchange = self._exchange, None
        if exchange is not None:
            exchange.connection_ended(error)

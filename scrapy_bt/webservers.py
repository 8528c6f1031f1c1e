"""What the web servers of this package have in common, the console and the rule server.

How long a connection may take to say what it wants is bounded, so that none is held for nothing.
"""

from __future__ import annotations

import asyncio
import re
from typing import TYPE_CHECKING, Any

import uvicorn
from uvicorn.protocols.http.auto import AutoHTTPProtocol

if TYPE_CHECKING:
    from uvicorn.protocols.http.h11_impl import H11Protocol as HTTPProtocol
else:
    HTTPProtocol = AutoHTTPProtocol

LOOPBACK = ("127.0.0.1", "::1", "localhost")
"""Hosts that only this machine reaches."""

CLEAR_TEXT = (
    "passwords would pass in clear text to {}: give --certificate FILE and --certificate-key FILE, or --behind-proxy"
    " where a proxy in front speaks https"
)
"""Why a server does not begin; a host belongs in it."""

_SECONDS = 20.0
_BEARER = re.compile(r"Bearer ([\x21-\x7e]{1,200})")


def bearer_token(header: str) -> str | None:
    """The token of an `Authorization` header (RFC 6750), of 200 signs at most; None if it has none."""
    match = _BEARER.fullmatch(header)
    return None if match is None else match[1]


class TimelyLoop(asyncio.SelectorEventLoop):
    """A loop whose servers hang up on who does not end the handshake of TLS in time."""

    handshake_seconds = _SECONDS

    async def create_server(self, *arguments: Any, ssl: Any = None, **options: Any) -> asyncio.Server:
        if ssl is not None:
            options.setdefault("ssl_handshake_timeout", self.handshake_seconds)
        return await super().create_server(*arguments, ssl=ssl, **options)


LOOP = f"{TimelyLoop.__module__}:{TimelyLoop.__qualname__}"
"""As uvicorn takes it."""


class TimelyProtocol(HTTPProtocol):
    """HTTP as uvicorn speaks it; whoever does not end the head of a request in time is hung up on.

    A request that runs takes as long as it takes, and what is idle between two is uvicorn's to close.
    """

    head_seconds = _SECONDS
    cycle: Any
    """The request that was last begun; none before the first."""

    _deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        super().connection_made(transport)
        self._begin()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.cycle is not None and not self.cycle.response_complete:
            self._end()
        elif self._deadline is None:
            self._begin()

    def connection_lost(self, exc: Exception | None) -> None:
        self._end()
        super().connection_lost(exc)

    def _begin(self) -> None:
        self._deadline = self.loop.call_later(self.head_seconds, self.transport.close)

    def _end(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None


def server_configuration(
    application: Any, *, end_seconds: int, certificate: str, certificate_key: str
) -> uvicorn.Config:
    """For a server that hangs up on the slow, says nothing of itself, and ends requests within *end_seconds*."""
    return uvicorn.Config(
        application,
        http=TimelyProtocol,
        loop=LOOP,
        log_config=None,
        access_log=False,
        lifespan="on",
        server_header=False,
        date_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=end_seconds,
        ssl_certfile=certificate or None,
        ssl_keyfile=certificate_key or None,
    )

"""Connections that wait for their next request."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from contextlib import suppress
from time import monotonic
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .connections import Connection
    from .routes import Route

MOST_IDLE = 256
"""Connections; the longest idle goes first."""
LONGEST_IDLE = 60.0
"""Seconds, if the server does not say less. Apache's own is 5, that of nginx 75."""


class ConnectionPool:
    """Keeps idle connections by route, and knows of all that are open."""

    def __init__(self, *, most_idle: int = MOST_IDLE) -> None:
        self._most_idle = most_idle
        self._idle: OrderedDict[Connection, None] = OrderedDict()
        """The longest idle first."""
        self._by_route: dict[Route, list[Connection]] = {}
        self._open: set[Connection] = set()
        self._sweep: asyncio.TimerHandle | None = None
        self._emptied: asyncio.Event | None = None

    def __len__(self) -> int:
        return len(self._open)

    def add(self, connection: Connection) -> None:
        """Add an open connection; one that has ended meanwhile is left out."""
        if not connection.is_over:
            self._open.add(connection)

    def forget(self, connection: Connection) -> None:
        """Forget a connection that has ended."""
        self._open.discard(connection)
        self._drop(connection)
        if not self._open and self._emptied is not None:
            self._emptied.set()

    def take(self, route: Route) -> Connection | None:
        """The idle connection that was used last."""
        waiting = self._by_route.get(route)
        now = monotonic()
        while waiting:
            connection = waiting[-1]
            self._drop(connection)
            if connection.is_usable and now < connection.idle_until:
                return connection
            connection.close()
        return None

    def keep(self, connection: Connection, seconds: float | None = None) -> None:
        """Keep a connection for its next exchange; *seconds*: how long the server keeps it."""
        if not connection.is_usable:
            connection.close()
            return
        # The server's clock began earlier than ours.
        longest = LONGEST_IDLE if seconds is None else min(LONGEST_IDLE, max(0.0, seconds - 1))
        connection.idle_until = monotonic() + longest
        self._idle[connection] = None
        self._by_route.setdefault(connection.route, []).append(connection)
        if len(self._idle) > self._most_idle:
            self._close_idle(next(iter(self._idle)))
        if self._sweep is None:
            self._sweep = asyncio.get_running_loop().call_later(LONGEST_IDLE / 2, self._close_old)

    async def close(self, *, seconds: float = 1.0) -> None:
        """End all of them; after *seconds* nobody waits for their ends any more."""
        if self._sweep is not None:
            self._sweep.cancel()
            self._sweep = None
        if not self._open:
            return
        self._emptied = asyncio.Event()
        for connection in list(self._open):
            connection.close()
        with suppress(asyncio.TimeoutError):
            await asyncio.wait_for(self._emptied.wait(), seconds)

    def _close_old(self) -> None:
        self._sweep = None
        now = monotonic()
        for connection in [one for one in self._idle if one.idle_until <= now]:
            self._close_idle(connection)
        if self._idle:
            self._sweep = asyncio.get_running_loop().call_later(LONGEST_IDLE / 2, self._close_old)

    def _close_idle(self, connection: Connection) -> None:
        self._drop(connection)
        connection.close()

    def _drop(self, connection: Connection) -> None:
        """Take one out of those that are idle."""
        if connection not in self._idle:
            return
        del self._idle[connection]
        waiting = self._by_route[connection.route]
        waiting.remove(connection)
        if not waiting:
            del self._by_route[connection.route]

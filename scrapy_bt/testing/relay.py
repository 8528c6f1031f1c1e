"""The process of a delay proxy: it forwards data late, and takes its orders as lines of JSON from its input."""

from __future__ import annotations

import asyncio
import selectors
import socket
import struct
from collections import deque
from functools import partial

from .orders import take_orders
from .ports import HOST

MOST_WAITING = 1024
"""Connections that may wait to be accepted."""

_AT_ONCE = struct.pack("ii", 1, 0)
"""SO_LINGER: what is not sent yet is dropped at a close."""


class RelayEnd(asyncio.Protocol):
    """One end of a connection: what it receives is due at the other end some time later."""

    def __init__(self, relay: Relay, *, is_client: bool) -> None:
        self._relay = relay
        self.is_client = is_client
        self.late: deque[tuple[float, bytes]] = deque()
        self.transport: asyncio.Transport | None = None
        self.other: RelayEnd | None = None
        self.is_over = False
        """All of its data has been handed over."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        if self.is_client:
            # Nothing is read before the server's side is there.
            transport.pause_reading()
            self._relay.welcome(self)
        elif self.other is None or self.other.is_gone:
            self.abort()
        else:
            self.other.resume_writing_to_me()

    def data_received(self, data: bytes) -> None:
        if not self.is_client and self._relay.loses_reply():
            return
        self._send_later(data)

    def eof_received(self) -> bool:
        self._send_later(b"")
        return True

    def connection_lost(self, error: Exception | None) -> None:
        self._relay.forget(self)
        self.transport = None
        # An end in order comes late, as data does; one that breaks off takes nothing along.
        if error is not None:
            self.abort()

    def pause_writing(self) -> None:
        if self.other is not None and self.other.transport is not None:
            self.other.transport.pause_reading()

    def resume_writing(self) -> None:
        if self.other is not None:
            self.other.resume_writing_to_me()

    def resume_writing_to_me(self) -> None:
        """The other end takes data: what comes here may be read."""
        if self.transport is not None:
            self.transport.resume_reading()

    @property
    def is_gone(self) -> bool:
        return self.transport is None

    def abort(self) -> None:
        """Break off both ends at once: reset, not an end in order."""
        for way in (self, self.other):
            if way is not None:
                way.late.clear()
                if way.transport is not None:
                    way.transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _AT_ONCE)
                    way.transport.abort()

    def _send_later(self, data: bytes) -> None:
        """Empty: the end of the data."""
        loop = asyncio.get_running_loop()
        delay = self._relay.delays["there" if self.is_client else "back"]
        if delay or self.late:
            # Never before what was sent earlier, under a longer delay.
            due = max(loop.time() + delay, self.late[-1][0] if self.late else 0.0)
            self.late.append((due, data))
            loop.call_at(due, self._forward)
        else:
            self._complete_step(data)

    def _forward(self) -> None:
        now = asyncio.get_running_loop().time()
        while self.late and self.late[0][0] <= now:
            self._complete_step(self.late.popleft()[1])

    def _complete_step(self, data: bytes) -> None:
        other = self.other
        if other is None or other.transport is None or other.transport.is_closing():
            return
        if data:
            other.transport.write(data)
            return
        other.transport.write_eof()
        self.is_over = True
        if other.is_over:
            for transport in (self.transport, other.transport):
                if transport is not None:
                    transport.close()


class Relay:
    """All connections of a proxy, and its state: listening, or cut."""

    def __init__(self) -> None:
        self.delays = {"there": 0.0, "back": 0.0}
        self._port = 0
        self._target = 0
        self._server: asyncio.Server | None = None
        self._ways: set[RelayEnd] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._flapping: asyncio.Task[None] | None = None
        self._cuts_at_reply = False
        self._counts = {"accepted": 0, "cut": 0}

    async def do_listen(self, port: int, target: int) -> bool:
        """False: the port is taken."""
        self._port, self._target = port, target
        try:
            await self._open()
        except OSError:
            return False
        return True

    async def do_delay(self, there: float, back: float) -> bool:
        self.delays = {"there": there, "back": back}
        return True

    async def do_cut(self, *, at_reply: bool) -> bool:
        self._end_flapping()
        if at_reply:
            self._cuts_at_reply = True
        else:
            self._cut()
        return True

    async def do_mend(self) -> bool:
        self._end_flapping()
        self._cuts_at_reply = False
        await self._open()
        return True

    async def do_flap(self, times: int, down: float, up: float) -> bool:
        self._end_flapping()
        self._flapping = asyncio.create_task(self._flap(times, down, up))
        return True

    async def do_counts(self) -> dict[str, int]:
        return {"open": sum(way.is_client for way in self._ways), **self._counts}

    def welcome(self, client: RelayEnd) -> None:
        """A client has come: connect to the server for it."""
        self._ways.add(client)
        self._counts["accepted"] += 1
        task = asyncio.create_task(self._connect(client))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def forget(self, way: RelayEnd) -> None:
        """A connection has ended."""
        self._ways.discard(way)

    def loses_reply(self) -> bool:
        """Tell whether what the server sends now is lost, since everything is cut at this moment."""
        loses, self._cuts_at_reply = self._cuts_at_reply, False
        if loses:
            self._cut()
        return loses

    async def _connect(self, client: RelayEnd) -> None:
        server = RelayEnd(self, is_client=False)
        client.other, server.other = server, client
        try:
            await asyncio.get_running_loop().create_connection(lambda: server, HOST, self._target)
        except OSError:
            client.abort()
        else:
            self._ways.add(server)
            if client.is_gone:
                server.abort()

    async def _open(self) -> None:
        if self._server is None:
            loop = asyncio.get_running_loop()
            self._server = await loop.create_server(
                partial(RelayEnd, self, is_client=True), HOST, self._port, backlog=MOST_WAITING
            )

    def _cut(self) -> None:
        self._counts["cut"] += 1
        if self._server is not None:
            self._server.close()
            self._server = None
        for way in tuple(self._ways):
            way.abort()

    async def _flap(self, times: int, down: float, up: float) -> None:
        for _ in range(times):
            self._cut()
            await asyncio.sleep(down)
            await self._open()
            await asyncio.sleep(up)

    def _end_flapping(self) -> None:
        if self._flapping is not None:
            self._flapping.cancel()
            self._flapping = None


def main() -> None:
    """Run until the input ends."""
    # epoll wakes at whole milliseconds, which is too coarse for a round trip of one.
    loop = asyncio.SelectorEventLoop(selectors.SelectSelector())
    try:
        loop.run_until_complete(take_orders(Relay()))
    finally:
        loop.close()


if __name__ == "__main__":
    main()

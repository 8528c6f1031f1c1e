"""A server that says what a test has written down, byte by byte, whatever it is asked."""

from __future__ import annotations

import asyncio
import re
import ssl
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

_LENGTH = re.compile(rb"\r\nContent-Length: *([0-9]+)", re.IGNORECASE)

END = b"\0end"
"""In a script: the connection ends, in good order."""
RESET = b"\0reset"
"""It is torn down."""
HANG = b"\0hang"
"""Nothing happens any more."""


@dataclass
class Server:
    """What it was asked, and by how many connections."""

    port: int = 0
    scheme: str = "http"
    requests: list[bytes] = field(default_factory=list)
    connections: int = 0

    def url(self, path: str = "/", *, host: str = "127.0.0.1") -> str:
        return f"{self.scheme}://{host}:{self.port}{path}"


def answer(body: bytes = b"ok", *headers: bytes, status: bytes = b"200 OK") -> bytes:
    """A response with its length."""
    return b"\r\n".join([b"HTTP/1.1 " + status, *headers, b"Content-Length: %d" % len(body), b"", body])


@asynccontextmanager
async def scripted(
    *scripts: bytes | Sequence[bytes], tls: ssl.SSLContext | None = None, host: str = "127.0.0.1", greeting: bytes = b""
) -> AsyncIterator[Server]:
    """A server that answers its requests with these, in their order, and the last one again and again.

    *greeting*: what it says before it was asked anything.
    """
    server = Server(scheme="https" if tls else "http")
    left = list(scripts)
    tasks: set[asyncio.Task[None]] = set()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        server.connections += 1
        task = asyncio.current_task()
        assert task is not None
        tasks.add(task)
        writer.write(greeting)
        try:
            while await _answer(reader, writer):
                pass
        except (ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError, ssl.SSLError):
            pass
        finally:
            tasks.discard(task)
            writer.close()

    async def _answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        head = await reader.readuntil(b"\r\n\r\n")
        length = _LENGTH.search(head)
        server.requests.append(head + (await reader.readexactly(int(length[1])) if length else b""))
        script = left.pop(0) if len(left) > 1 else left[0]
        for part in [script] if isinstance(script, bytes) else script:
            if part == HANG:
                await asyncio.Event().wait()
            if part == RESET:
                writer.transport.abort()
            if part in (END, RESET):
                return False
            writer.write(part)
            await writer.drain()
            await asyncio.sleep(0)
        return True

    listening = await asyncio.start_server(serve, host, 0, ssl=tls, limit=1 << 22)
    server.port = listening.sockets[0].getsockname()[1]
    try:
        yield server
    finally:
        listening.close()
        left_over = list(tasks)
        for task in left_over:
            task.cancel()
        await asyncio.gather(*left_over, return_exceptions=True)

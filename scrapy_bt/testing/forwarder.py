"""The process of practice proxies: HTTP proxies on loopback that take their orders as lines of JSON from its input."""

from __future__ import annotations

import asyncio
from base64 import b64decode
from dataclasses import dataclass, field
from functools import partial
from typing import Any
from urllib.parse import urlsplit

from .orders import take_orders
from .ports import HOST

_LONGEST_HEAD = 65_536
_REASONS = {200: "OK", 403: "Forbidden", 407: "Proxy Authentication Required", 429: "Too Many Requests"}


@dataclass
class Manner:
    """How one proxy behaves, and what it has done."""

    login: str = ""
    """`user:password` that it asks for."""
    status: int = 0
    """It answers everything with this status; 0: it forwards."""
    delay: float = 0.0
    """Seconds before it does anything."""
    down: bool = False
    """It hangs up."""
    asked: int = 0
    sites: dict[str, int] = field(default_factory=dict)
    """Requests by host and port."""
    sessions: list[str] = field(default_factory=list)
    """Values of the header `X-Session`, as they came."""


async def attend(manner: Manner, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Serve one connection of a client: one request, or a tunnel."""
    try:
        head = await reader.readuntil(b"\r\n\r\n")
        await _answer(manner, head, reader, writer)
    except (OSError, EOFError, ValueError, asyncio.LimitOverrunError):
        pass  # the client or the site has gone
    finally:
        writer.close()


async def _answer(manner: Manner, head: bytes, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    first, *lines = head.decode("latin-1").split("\r\n")
    method, target, _ = first.split(" ", 2)
    headers = {name.strip().lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
    manner.asked += 1
    parts = urlsplit(f"//{target}" if method == "CONNECT" else target)
    host, port = parts.hostname or "", parts.port or (443 if method == "CONNECT" else 80)
    manner.sites[f"{host}:{port}"] = manner.sites.get(f"{host}:{port}", 0) + 1
    manner.sessions += [headers["x-session"]] if "x-session" in headers else []
    await asyncio.sleep(manner.delay)
    if manner.down:
        return
    given = b64decode(headers.get("proxy-authorization", "").removeprefix("Basic ")).decode("latin-1")
    status = 407 if manner.login and given != manner.login else manner.status
    if status:
        body = f"answered by the proxy: {status}\n".encode()
        reason = _REASONS.get(status, "Said So")
        writer.write(b"HTTP/1.1 %d %s\r\nContent-Length: %d\r\n" % (status, reason.encode(), len(body)))
        writer.write(b"Connection: close\r\n\r\n" + body)
        await writer.drain()
        return
    from_site, to_site = await asyncio.open_connection(host, port)
    try:
        if method == "CONNECT":
            writer.write(b"HTTP/1.1 200 Connection established\r\n\r\n")
        else:
            path = f"{parts.path or '/'}{'?' + parts.query if parts.query else ''}"
            kept = [line for line in lines if line and not line.lower().startswith(("proxy-", "connection:"))]
            to_site.write(
                "\r\n".join([f"{method} {path} HTTP/1.1", *kept, "Connection: close", "", ""]).encode("latin-1")
            )
        await asyncio.wait(
            [asyncio.create_task(_pipe(reader, to_site)), asyncio.create_task(_pipe(from_site, writer))],
            return_when=asyncio.FIRST_COMPLETED if method == "CONNECT" else asyncio.ALL_COMPLETED,
            timeout=None if method == "CONNECT" else 60,
        )
    finally:
        to_site.close()


async def _pipe(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    try:
        while data := await reader.read(65_536):
            writer.write(data)
            await writer.drain()
        if writer.can_write_eof():
            writer.write_eof()
    except OSError:
        return


class Forwarder:
    """All proxies of the process, by the numbers in which they were asked for."""

    def __init__(self) -> None:
        self._manners: list[Manner] = []
        self._servers: list[asyncio.Server] = []

    async def do_listen(self, port: int, login: str) -> bool:
        """False: the port is taken."""
        manner = Manner(login=login)
        try:
            server = await asyncio.start_server(partial(attend, manner), HOST, port, limit=_LONGEST_HEAD)
        except OSError:
            return False
        self._servers.append(server)
        self._manners.append(manner)
        return True

    async def do_set(self, number: int, values: dict[str, Any]) -> bool:
        for name, value in values.items():
            setattr(self._manners[number], name, value)
        return True

    async def do_counts(self) -> list[dict[str, Any]]:
        return [{"asked": each.asked, "sites": each.sites, "sessions": each.sessions} for each in self._manners]


if __name__ == "__main__":
    asyncio.run(take_orders(Forwarder()))

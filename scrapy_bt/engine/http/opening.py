"""How connections are opened: names, addresses, a way through a proxy, TLS."""

from __future__ import annotations

import asyncio
import socket
import ssl
import sys
from typing import TYPE_CHECKING

from aiohappyeyeballs import start_connection
from scrapy.exceptions import DownloadConnectionRefusedError, DownloadFailedError

from .connections import Connection, NoResponseError
from .dns import find_addresses
from .mending import BrokenResponseError
from .reading import ResponseHead, ResponseReader

if TYPE_CHECKING:
    from collections.abc import Callable

    from ...resolving import LookUp
    from .routes import Address, Route

_NEXT_ADDRESS = 0.25
"""Seconds after which the next address of a name is tried beside the first (RFC 8305)."""
_TLS_IN_TLS = sys.version_info >= (3, 11)


class Opener:
    """Opens connections; *tls*: Scrapy's settings of TLS; *look_up* may be replaced by one that knows more."""

    def __init__(self, *, tls: ssl.SSLContext, look_up: LookUp) -> None:
        self._tls = tls
        self.look_up = look_up

    async def open(self, route: Route, on_lost: Callable[[Connection], None]) -> Connection:
        """A connection on a route; raises Scrapy's exceptions of downloads."""
        try:
            if route.tunnel is None:
                return await self._open(route, Connection(route, on_lost))
            return await self._open_through(route, route.tunnel, on_lost)
        except (ssl.SSLError, ssl.CertificateError) as error:
            raise DownloadFailedError(f"TLS with {route.host}: {error}") from error
        except OSError as error:
            raise DownloadConnectionRefusedError(f"{route.host}:{route.port}: {error}") from error
        except (BrokenResponseError, NoResponseError) as error:
            raise DownloadFailedError(str(error)) from error

    async def _open(self, route: Route, protocol: Connection) -> Connection:
        loop = asyncio.get_running_loop()
        addresses = await find_addresses(route.host, self.look_up)
        connected = await start_connection(
            [_describe(address, route.port) for address in addresses],
            local_addr_infos=[_describe(*route.bind_address)] if route.bind_address else None,
            happy_eyeballs_delay=_NEXT_ADDRESS,
            loop=loop,
        )
        try:
            await loop.create_connection(
                lambda: protocol,
                sock=connected,
                ssl=self._tls if route.is_secure else None,
                server_hostname=route.host if route.is_secure else None,
            )
        except BaseException:
            connected.close()
            raise
        return protocol

    async def _open_through(self, route: Route, proxy: Route, on_lost: Callable[[Connection], None]) -> Connection:
        """Ask a proxy for a way to the server, and speak TLS on it."""
        if proxy.is_secure and not _TLS_IN_TLS:
            raise DownloadFailedError("https through a proxy of https needs Python 3.11")
        hop = await self._open(proxy, Connection(proxy, lambda _: None))
        try:
            await _ask_for_tunnel(hop, route)
            if hop.transport is None:
                raise NoResponseError(f"the way through {proxy.host} ended")
            connection = Connection(route, on_lost)
            transport = await asyncio.get_running_loop().start_tls(
                hop.transport, connection, self._tls, server_hostname=route.host
            )
            if transport is None:
                raise NoResponseError(f"TLS with {route.host} ended at once")
            connection.connection_made(transport)
        except BaseException:
            hop.close()
            raise
        return connection


def _describe(host: str, port: int) -> tuple[int, int, int, str, Address | tuple[str, int, int, int]]:
    """An address as `socket.getaddrinfo` gives it."""
    if ":" in host:
        return socket.AF_INET6, socket.SOCK_STREAM, socket.IPPROTO_TCP, "", (host, port, 0, 0)
    return socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP, "", (host, port)


async def _ask_for_tunnel(hop: Connection, route: Route) -> None:
    host = f"[{route.host}]" if ":" in route.host else route.host
    target = f"{host}:{route.port}".encode("ascii")
    fields = [b"CONNECT %b HTTP/1.1" % target, b"Host: " + target]
    if route.authorization is not None:
        fields.append(b"Proxy-Authorization: " + route.authorization)
    answer = _TunnelAnswer()
    hop.send(b"\r\n".join([*fields, b"", b""]), answer)
    head = await answer.head
    hop.release()
    if not 200 <= head.status < 300:
        raise DownloadFailedError(f"the proxy {hop.route.host}:{hop.route.port} answered CONNECT with {head.status}")


class _TunnelAnswer:
    """What a proxy says to CONNECT: a head, after which the server's bytes begin."""

    def __init__(self) -> None:
        self.head: asyncio.Future[ResponseHead] = asyncio.get_running_loop().create_future()
        self._reader = ResponseReader(self, method="HEAD")

    def data_came(self, data: bytes) -> None:
        try:
            self._reader.feed(data)
        except BrokenResponseError as error:
            self._fail(error)
        if self._reader.has_surplus:
            self._fail(BrokenResponseError("the proxy speaks where the server should"))
        elif self._reader.is_complete and self._reader.head is not None and not self.head.done():
            self.head.set_result(self._reader.head)
            self._reader.forget()

    def connection_ended(self, error: Exception | None) -> None:
        self._fail(NoResponseError(f"the proxy ended the connection: {error or 'without a word'}"))

    def head_came(self, head: ResponseHead) -> None:
        """It is read when nothing comes with it."""

    def body_came(self, data: bytes) -> None:
        """Nothing to do: the answer has no body."""

    def _fail(self, error: Exception) -> None:
        self._reader.forget()
        if not self.head.done():
            self.head.set_exception(error)

"""Many hosts on this machine, 127.1.x.y each, in one process: pages that cost nothing, slow ones, and a dead host."""

from __future__ import annotations

import argparse
import asyncio
import re
import subprocess
import sys
from types import TracebackType
from typing import TYPE_CHECKING

from benchmarks.rounds import ROOT

if TYPE_CHECKING:
    from typing_extensions import Self

SLOW_SECONDS = 0.5
"""That a slow page takes."""

_PATH = re.compile(rb"GET /(\w+)/([\d/]*)")


def name_host(number: int) -> str:
    """Its address."""
    return f"127.1.{number // 250}.{number % 250 + 1}"


class HostsSite:
    """Serves as long as the `with` block; `url` is the address of the page that links to all others."""

    def __enter__(self) -> Self:
        command = [sys.executable, "-m", "benchmarks.hosts_site"]
        self._process = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert self._process.stdout is not None
        self._port = self._process.stdout.readline().strip()
        if not self._port:
            raise SystemExit("the hosts did not start")
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._process.kill()
        self._process.wait()
        for stream in (self._process.stdin, self._process.stdout):
            assert stream is not None
            stream.close()

    def index(self, *, hosts: int, pages: int, slow: int = 0, dead: int = 0) -> str:
        """The URL of a page with links to *pages* pages of each host, host by host: first the dead, then the slow."""
        return f"http://127.0.0.1:{self._port}/index/{hosts}/{pages}/{slow}/{dead}"


def write_index(port: int, numbers: list[int]) -> bytes:
    """The page with all links."""
    hosts, pages, slow, dead = numbers
    kinds = ["dead"] * dead + ["slow"] * slow
    kinds += ["page"] * (hosts - len(kinds))
    return b"".join(
        f'<a href="http://{name_host(host)}:{port}/{kind}/{page}">a page</a>\n'.encode()
        for host, kind in enumerate(kinds)
        for page in range(pages)
    )


class Host(asyncio.Protocol):
    """One connection."""

    def __init__(self, port: int) -> None:
        self._port, self._rest = port, b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        if not str(transport.get_extra_info("peername")[0]).startswith("127."):
            transport.abort()

    def data_received(self, data: bytes) -> None:
        *heads, self._rest = (self._rest + data).split(b"\r\n\r\n")
        for head in heads:
            found = _PATH.match(head)
            kind, numbers = (found[1], found[2]) if found else (b"", b"")
            if kind == b"index":
                self._answer(write_index(self._port, [int(number) for number in numbers.split(b"/")]))
            elif kind == b"slow":
                asyncio.get_running_loop().call_later(SLOW_SECONDS, self._answer, b"<h1>late</h1>")
            elif kind == b"page":
                self._answer(b"<h1>page</h1>")

    def _answer(self, body: bytes) -> None:
        head = f"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: {len(body)}\r\n\r\n"
        if not self._transport.is_closing():
            self._transport.write(head.encode() + body)


async def serve() -> None:
    """Print the port, and serve until the input ends."""
    loop = asyncio.get_running_loop()
    port = 0
    # All of 127.0.0.0/8 at once; whoever comes from elsewhere is sent away.
    server = await loop.create_server(lambda: Host(port), "0.0.0.0", 0, backlog=1024)
    port = server.sockets[0].getsockname()[1]
    print(port, flush=True)
    ended = asyncio.Event()
    loop.add_reader(sys.stdin, ended.set)
    await ended.wait()
    server.close()


if __name__ == "__main__":
    argparse.ArgumentParser(description=__doc__).parse_args()
    asyncio.run(serve())

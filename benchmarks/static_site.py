"""A site that costs next to nothing: ready-made pages of two shapes, in a process of its own.

The list shape is an index, lists of a hundred links, and details; the graph shape is pages with ten links each, most of
which lead to pages that are known already.
"""

from __future__ import annotations

import argparse
import asyncio
import ssl
import subprocess
import sys
from pathlib import Path
from random import Random
from types import TracebackType
from typing import TYPE_CHECKING

from benchmarks.rounds import ROOT

if TYPE_CHECKING:
    from typing_extensions import Self

DETAILS_PER_LIST = 100
LINKS = 10
"""Of each page of the graph."""

_FILLER = "A sentence that says nothing, as long as those of real shops. "
_FIELDS = (
    '<h1>Product {n}</h1><p class="price">{n}.90</p><p class="sku">SKU-{n:06}</p><p class="description">{text}</p>'
)


class StaticSite:
    """Serves *details* detail pages with their lists, and a graph of *graph* pages, as long as the `with` block.

    *size*: bytes by which each detail is longer; *certificate*: of TLS, with its key.

    It ends with this process in any case.
    """

    def __init__(self, *, details: int, graph: int, size: int = 0, certificate: Path | None = None) -> None:
        self._arguments = (str(details), str(graph), str(size), *([str(certificate)] if certificate else []))
        self._scheme = "https" if certificate else "http"
        self.details = [f"/detail/{number}" for number in range(details)]
        self.list_pages = details + _count_lists(details) + 1
        """Pages of the list shape, the index included."""
        self.graph_pages = graph
        self.url = ""

    def __enter__(self) -> Self:
        command = [sys.executable, "-m", "benchmarks.static_site", *self._arguments]
        self._process = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert self._process.stdout is not None
        port = self._process.stdout.readline().strip()
        if not port:
            raise SystemExit("the static site did not start")
        self.url = f"{self._scheme}://127.0.0.1:{port}"
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._process.kill()
        self._process.wait()
        for stream in (self._process.stdin, self._process.stdout):
            assert stream is not None
            stream.close()


class Pages(asyncio.Protocol):
    """One connection: answers whatever requests have arrived, each from the table."""

    def __init__(self, answers: dict[bytes, bytes]) -> None:
        self._answers = answers
        self._rest = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        # GET requests have no body: each ends with its head.
        *heads, self._rest = (self._rest + data).split(b"\r\n\r\n")
        missing = self._answers[b""]
        self._transport.write(b"".join(self._answers.get(head.split(b" ", 2)[1], missing) for head in heads))


def make_answers(details: int, graph: int, size: int) -> dict[bytes, bytes]:
    """Complete answers by path; the one of "" is that for all other paths."""
    lists = range(_count_lists(details))
    pages = {"/": _page([f"/list/{number}" for number in lists], "", "list")}
    for number in lists:
        there = range(number * DETAILS_PER_LIST, min(details, (number + 1) * DETAILS_PER_LIST))
        pages[f"/list/{number}"] = _page([f"/detail/{detail}" for detail in there], "", "item")
    pages.update(
        (f"/detail/{number}", _page([], _product(number) + _FILLER * (size // len(_FILLER)), ""))
        for number in range(details)
    )
    chance = Random(1)
    for number in range(graph):
        # The first two make sure that every page is reached; the others lead anywhere.
        there_too = [2 * number + 1, 2 * number + 2, *(chance.randrange(graph) for _ in range(LINKS - 2))]
        links = [f"/graph/{other % graph}" for other in there_too]
        pages[f"/graph/{number}"] = _page(links, _product(number), "next")
    answers = {path.encode(): _answer("200 OK", page) for path, page in pages.items()}
    return {**answers, b"": _answer("404 Not Found", "")}


def _count_lists(details: int) -> int:
    return -(-details // DETAILS_PER_LIST)


def _product(number: int) -> str:
    # 2 to 10 KB, as pages of shops have.
    return _FIELDS.format(n=number, text=_FILLER * (30 + 130 * (number * 7919 % 101) // 100))


def _page(paths: list[str], body: str, kind: str) -> str:
    links = "".join(f'<li><a class="{kind}" href="{path}">Number {path}</a></li>' for path in paths)
    return f"<html><head><title>Shop</title></head><body><ul>{links}</ul>{body}</body></html>"


def _answer(status: str, page: str) -> bytes:
    body = page.encode()
    head = f"HTTP/1.1 {status}\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: {len(body)}\r\n\r\n"
    return head.encode() + body


async def serve(details: int, graph: int, size: int, certificate: str | None) -> None:
    """Print the port, and serve until the input ends."""
    answers = make_answers(details, graph, size)
    tls = None
    if certificate is not None:
        tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        tls.load_cert_chain(certificate)
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: Pages(answers), "127.0.0.1", 0, backlog=256, ssl=tls)
    print(server.sockets[0].getsockname()[1], flush=True)
    ended = asyncio.Event()
    loop.add_reader(sys.stdin, ended.set)
    await ended.wait()
    server.close()


def main() -> None:
    """Serve the site that the command line describes."""
    parser = argparse.ArgumentParser()
    parser.add_argument("details", type=int)
    parser.add_argument("graph", type=int)
    parser.add_argument("size", type=int)
    parser.add_argument("certificate", nargs="?")
    options = parser.parse_args()
    asyncio.run(serve(options.details, options.graph, options.size, options.certificate))


if __name__ == "__main__":
    main()

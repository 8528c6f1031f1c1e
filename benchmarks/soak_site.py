"""The list shape of any size, made at each request: a site for crawls whose pages would not fit into memory."""

from __future__ import annotations

import argparse
import asyncio
import subprocess
import sys
from types import TracebackType
from typing import TYPE_CHECKING

from benchmarks.rounds import ROOT
from benchmarks.static_site import DETAILS_PER_LIST, Pages

if TYPE_CHECKING:
    from typing_extensions import Self

_FILLER = "A sentence that says nothing, as long as those of real shops. " * 25
_DETAIL = (
    '<html><body><h1>Product {n}</h1><p class="price">{n}.90</p><p class="sku">SKU-{n:08}</p>'
    f'<p class="description">{_FILLER}</p></body></html>'
)


class Made(dict[bytes, bytes]):
    """Answers by path, none of which is kept."""

    def __init__(self, details: int) -> None:
        super().__init__({b"": _answer("404 Not Found", "")})
        self._details = details

    def get(self, path: bytes, missing: bytes = b"") -> bytes:  # type: ignore[override]  # of a dict: any default
        kind, _, number = path.decode("ascii", "replace").lstrip("/").partition("/")
        if not kind:
            return _answer("200 OK", _links("list", range(-(-self._details // DETAILS_PER_LIST))))
        if not number.isdigit() or int(number) >= self._details:
            return missing
        if kind == "detail":
            return _answer("200 OK", _DETAIL.format(n=int(number)))
        begin = int(number) * DETAILS_PER_LIST
        return _answer("200 OK", _links("item", range(begin, min(self._details, begin + DETAILS_PER_LIST))))


class SoakSite:
    """Serves an index, lists of a hundred links, and *details* pages, as long as the `with` block."""

    def __init__(self, *, details: int) -> None:
        self._details = details
        self.url = ""

    def __enter__(self) -> Self:
        command = [sys.executable, "-m", "benchmarks.soak_site", str(self._details)]
        self._process = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert self._process.stdout is not None
        self.url = f"http://127.0.0.1:{self._process.stdout.readline().strip()}"
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._process.kill()
        self._process.communicate()


def _links(kind: str, numbers: range) -> str:
    target = "list" if kind == "list" else "detail"
    links = "".join(f'<li><a class="{kind}" href="/{target}/{number}">Number {number}</a></li>' for number in numbers)
    return f"<html><body><ul>{links}</ul></body></html>"


def _answer(status: str, page: str) -> bytes:
    body = page.encode()
    head = f"HTTP/1.1 {status}\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: {len(body)}\r\n\r\n"
    return head.encode() + body


async def serve(details: int) -> None:
    """Print the port, and serve until the input ends."""
    answers = Made(details)
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: Pages(answers), "127.0.0.1", 0, backlog=256)
    print(server.sockets[0].getsockname()[1], flush=True)
    ended = asyncio.Event()
    loop.add_reader(sys.stdin, ended.set)
    await ended.wait()
    server.close()


def main() -> None:
    """Serve the site that the command line describes."""
    parser = argparse.ArgumentParser()
    parser.add_argument("details", type=int)
    asyncio.run(serve(parser.parse_args().details))


if __name__ == "__main__":
    main()

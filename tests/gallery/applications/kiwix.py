"""Kiwix, a reader of encyclopedias in C++, as Debian packages it: articles that a search finds.

Its pages share an entry with the one before, so only what they lead to is compared.
"""

from __future__ import annotations

import contextlib
import os
import struct
import subprocess
import zlib
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, free_port, served, unpacked, with_dependencies
from ..workflow import Exhibit, Row, Workflow, follow, read_two

THINGS = ("windmill", "footbridge", "quarry")
ARTICLES = 210
_NEEDED = r"kiwix|zim|lib(kiwix|zim|xapian|microhttpd|pugixml|icu72|curl3|mustache|gumbo|ctpp|magic)"
_WORDS = "--name=walks --title=Walks --description=Walks --language=eng --creator=Walker --publisher=Walker"


@contextlib.contextmanager
def kiwix(folder: Path) -> Iterator[Application]:
    """Articles about three things, in one archive."""
    root = unpacked("kiwix", *with_dependencies(_NEEDED, "kiwix-tools", "zim-tools"))
    libraries = {"LD_LIBRARY_PATH": ":".join(sorted({str(each.parent) for each in root.rglob("*.so*")}))}
    pages = folder / "pages"
    pages.mkdir()
    links = "".join(f"<li><a href='a{n}.html'>a{n}</a></li>" for n in range(12))
    (pages / "index.html").write_text(f"<html><head><title>Walks</title></head><body><ul>{links}</ul></body></html>")
    (pages / "picture.png").write_bytes(_white_square(48))
    for number in range(ARTICLES):
        (pages / f"a{number}.html").write_text(
            f"<html><head><title>{title(number)}</title></head><body><h1>{title(number)}</h1>"
            f"<p class=told>{body(number)}</p><p>It is {number * 7 % 50} miles from here.</p></body></html>"
        )
    made = [
        root / "usr/bin/zimwriterfs",
        "-w",
        "index.html",
        "-I",
        "picture.png",
        *_WORDS.split(),
        "pages",
        "walks.zim",
    ]
    subprocess.run(made, check=True, capture_output=True, cwd=folder, env={**os.environ, **libraries})
    url = f"http://127.0.0.1:{free_port(folder)}"
    serve = [root / "usr/bin/kiwix-serve", "--address", "127.0.0.1", "--port", url.rpartition(":")[2], "walks.zim"]
    with served(serve, url, folder, libraries):
        yield Application(url, "", "", folder)


def _white_square(side: int) -> bytes:
    """A picture as PNG."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    lines = (b"\0" + b"\xff" * side) * side
    head = struct.pack(">IIBBBBB", side, side, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(lines)) + chunk(b"IEND", b"")


def title(number: int) -> str:
    return f"Of the {THINGS[number % 3]} {number}"


def body(number: int) -> str:
    return f"Walker {number * 5 % 31} saw this {THINGS[number % 3]} and told of part {number}."


async def _ask(page: Page, thing: str) -> None:
    await follow(page, "a[href*='/walks'] >> nth=0")
    await page.fill("#kiwixsearchbox", thing)
    async with page.expect_navigation():
        await page.press("#kiwixsearchbox", "Enter")


async def articles(page: Page, _: Application, thing: str) -> None:
    await _ask(page, thing)
    await follow(page, ".footer a:text-is('2')")
    await read_two(page, ".results li > a", 2, 4)


def told(_: Application, thing: str) -> Sequence[Row]:
    return [(title(n), body(n)) for n in range(ARTICLES) if THINGS[n % 3] == thing]


_INPUTS = ({"thing": "windmill"}, {"thing": "quarry"})

EXHIBIT = Exhibit(
    "kiwix",
    "a reader in C++",
    kiwix,
    (Workflow("articles", articles, _INPUTS, {"thing": "footbridge"}, told),),
)

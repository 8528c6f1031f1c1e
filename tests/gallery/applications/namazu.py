"""Namazu, a search engine in C by CGI, as Debian packages it: hits as terms of a list, numbered pages, an order."""

from __future__ import annotations

import contextlib
import os
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, unpacked, with_dependencies
from ..cgi import served_by_cgi
from ..workflow import Exhibit, Row, Workflow, follow

THINGS = ("windmill", "footbridge", "quarry")
PAGES = 111
_NEEDED = r"lib(nmz|text-kakasi|file-mmagic|pcre2|nettle|xxhash|crypt|lua)\d*\S*|namazu2\S*"


@contextlib.contextmanager
def namazu(folder: Path) -> Iterator[Application]:
    """An index of pages about three things."""
    root = unpacked("namazu", *with_dependencies(_NEEDED, "namazu2", "namazu2-index-tools", "lighttpd"))
    written, index = folder / "written", folder / "index"
    written.mkdir()
    index.mkdir()
    for number in range(PAGES):
        text = f"<html><head><title>{title(number)}</title></head><body><p>{body(number)}</p></body></html>"
        (written / f"part{number}.html").write_text(text)
        os.utime(written / f"part{number}.html", (1_600_000_000 + number * 86400,) * 2)
    share = root / "usr/share/namazu"
    libraries = ":".join(sorted({str(each.parent) for each in root.rglob("*.so*")}))
    own = {"LD_LIBRARY_PATH": libraries, "pkgdatadir": str(share), "LC_ALL": "C"}
    own["PERL5LIB"] = ":".join(map(str, (root / "usr/share/perl5", share / "pl", *root.glob("usr/lib/*/perl5/*"))))
    make = ["perl", root / "usr/bin/mknmz", "-O", index, "--replace", f"s#{written}#http://walks.example#", written]
    subprocess.run(make, check=True, capture_output=True, env={**os.environ, **own}, cwd=folder)
    place = folder / "cgi"
    place.mkdir()
    (place / ".namazurc").write_text(f"Index {index}\nTemplate {index}\nLang en\n")
    program = place / "namazu.cgi"
    program.write_text(
        f'#!/bin/sh\ncd {place}\nNAMAZURC={place}/.namazurc exec {root}/usr/lib/cgi-bin/namazu.cgi "$@"\n'
    )
    program.chmod(0o755)
    with served_by_cgi(root, folder, "/cgi-bin/namazu", {"/cgi-bin/namazu": program}, {"LC_ALL": "C"}) as app:
        yield app


def title(number: int) -> str:
    return f"Of the {THINGS[number % 3]}, part {number}"


def body(number: int) -> str:
    return f"The {THINGS[number % 3]} was seen by {number} walkers."


async def search(page: Page, _: Application, word: str) -> None:
    await page.fill("input[name=query] >> nth=0", word)
    await follow(page, "input[type=submit] >> nth=0")
    for number in range(2, 9):
        onward = f"a[href*='whence']:text-is('[{number}]')"
        if not await page.locator(onward).count():
            break
        await follow(page, f"{onward} >> nth=0")


async def ordered(page: Page, _: Application, word: str) -> None:
    await page.fill("input[name=query] >> nth=0", word)
    await page.select_option("select[name=max]", "10")
    await page.select_option("select[name=sort]", "date:early")
    await follow(page, "input[type=submit] >> nth=0")


def found(_: Application, word: str) -> Sequence[Row]:
    return [(title(n),) for n in range(PAGES) if THINGS[n % 3] == word]


def oldest(app: Application, word: str) -> Sequence[Row]:
    return found(app, word)[:10]


_WORDS = ({"word": "windmill"}, {"word": "quarry"})

EXHIBIT = Exhibit(
    "namazu",
    "a search engine in C by CGI",
    namazu,
    (
        Workflow("search", search, _WORDS, {"word": "footbridge"}, found, "/cgi-bin/namazu"),
        Workflow("ordered", ordered, _WORDS, {"word": "footbridge"}, oldest, "/cgi-bin/namazu"),
    ),
)

"""The server of buku's bookmarks from PyPI: Flask-Admin, a search that leads on by a redirect, tags with counts."""

from __future__ import annotations

import contextlib
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, free_port, installed, served
from ..workflow import Exhibit, Row, Workflow, follow, turn

THINGS = ("windmill", "footbridge", "quarry")
COLOURS = ("amber", "crimson", "indigo", "olive", "teal")
BOOKMARKS = 105
_FILL = """
import sys
from buku import BukuDb

path, count, things, colours = sys.argv[1], int(sys.argv[2]), sys.argv[3].split(), sys.argv[4].split()
kept = BukuDb(dbfile=path)
for n in range(count):
    thing, colour = things[n % len(things)], colours[n % len(colours)]
    kept.add_rec(f"https://places.test/{thing}/{n}", f"Guide {n} to the {thing}", f",{colour},place,",
        f"How {thing} {n} is reached on foot", fetch=False)
kept.close()
"""
_SERVE = """
import sys
import flasgger
flasgger.Swagger = lambda *given, **named: None  # the package lacks the pages that tell of its API
from bukuserver.server import create_app
create_app(sys.argv[1]).run("127.0.0.1", int(sys.argv[2]), threaded=True)
"""


@contextlib.contextmanager
def buku(folder: Path) -> Iterator[Application]:
    """Bookmarks of three kinds of places with tags of five colours."""
    programs = installed("buku", "buku[server]==5.0", "flasgger")
    kept = folder / "bookmarks.db"
    fill = [programs / "python", "-c", _FILL, kept, str(BOOKMARKS), " ".join(THINGS), " ".join(COLOURS)]
    subprocess.run(fill, check=True, capture_output=True)
    url = f"http://127.0.0.1:{free_port(folder)}"
    own = {"BUKUSERVER_DISABLE_FAVICON": "true", "BUKUSERVER_SECRET_KEY": "for tests"}
    serve = [programs / "python", "-c", _SERVE, kept, url.rpartition(":")[2]]
    with served(serve, url, folder, own):
        yield Application(url, "", "", folder)


async def search(page: Page, _: Application, word: str) -> None:
    await page.fill("main input[name=keyword]", word)
    await follow(page, "main button[type=submit]")
    await turn(page, _NEXT)


async def open_tag(page: Page, _: Application, tag: str) -> None:
    await follow(page, "main a:has-text('Tags')")
    await follow(page, f"table a:has-text('{tag}')")
    await turn(page, _NEXT)


_NEXT = ".pagination li:not(.disabled) > a[title='next page'], .pagination li:not(.disabled) > a:text-is('>')"


def _row(number: int) -> Row:
    thing = THINGS[number % 3]
    return f"Guide {number} to the {thing}", f"How {thing} {number} is reached on foot"


def found(_: Application, word: str) -> Sequence[Row]:
    return [_row(number) for number in range(BOOKMARKS) if THINGS[number % 3] == word]


def tagged(_: Application, tag: str) -> Sequence[Row]:
    return [_row(number) for number in range(BOOKMARKS) if COLOURS[number % len(COLOURS)] == tag]


EXHIBIT = Exhibit(
    "buku",
    "bookmarks",
    buku,
    (
        Workflow("search", search, ({"word": "windmill"}, {"word": "quarry"}), {"word": "footbridge"}, found),
        Workflow("tag", open_tag, ({"tag": "amber"}, {"tag": "olive"}), {"tag": "teal"}, tagged),
    ),
)

"""Beets from PyPI: a library of music; a page of JavaScript with addresses behind a hash, over an API in JSON."""

from __future__ import annotations

import contextlib
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, free_port, installed, served
from ..workflow import Exhibit, Row, Workflow

MAKERS = ("Harbour", "Orchard", "Quarry")
SONGS = 66
_FILL = """
import sys
from beets.library import Item, Library
makers, songs = sys.argv[3:], int(sys.argv[2])
library = Library(sys.argv[1], "/")
for number in range(songs):
    maker = makers[number % len(makers)]
    library.add(Item(path=f"/music/{number}.mp3".encode(), title=f"Song {number} of the {maker.lower()}",
                     artist=f"{maker} Band", album=f"Record {number % 5}", track=number, length=60.0 + number))
"""


@contextlib.contextmanager
def beets(folder: Path) -> Iterator[Application]:
    """Songs of three bands."""
    programs = installed("beets", "beets[web]>=2")
    (folder / "config.yaml").write_text("directory: /\nlibrary: library.db\nplugins: web\n")
    fill = [programs / "python", "-c", _FILL, "library.db", str(SONGS), *MAKERS]
    subprocess.run(fill, check=True, cwd=folder, capture_output=True)
    url = f"http://127.0.0.1:{free_port(folder)}"
    serve = [programs / "beet", "-c", "config.yaml", "-l", "library.db", "web", "127.0.0.1", url.rpartition(":")[2]]
    with served(serve, url, folder, {"BEETSDIR": str(folder)}):
        yield Application(url, "", "", folder)


async def search(page: Page, _: Application, word: str) -> None:
    await page.fill("#query", word)
    async with page.expect_response("**/item/query/*"):
        await page.press("#query", "Enter")
    await page.wait_for_selector("#results li")


def songs(_: Application, word: str) -> Sequence[Row]:
    numbers = [number for number in range(SONGS) if MAKERS[number % 3] == word]
    return [(f"Song {number} of the {word.lower()}", f"{word} Band", f"Record {number % 5}") for number in numbers]


EXHIBIT = Exhibit(
    "beets",
    "addresses behind a hash, over JSON",
    beets,
    (Workflow("search", search, ({"word": "Harbour"}, {"word": "Orchard"}), {"word": "Quarry"}, songs),),
)

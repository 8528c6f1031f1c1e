"""Mercurial's web server from PyPI: changes that load as one scrolls, a search, folders of files."""

from __future__ import annotations

import contextlib
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, free_port, installed, served
from ..workflow import Exhibit, Row, Workflow, follow

FOLDERS = ("engine", "garden", "kitchen")
CHANGES = 90


@contextlib.contextmanager
def mercurial(folder: Path) -> Iterator[Application]:
    """A repository with a change for each file."""
    program = installed("mercurial", "mercurial>=6") / "hg"
    work = folder / "work"

    def run(*words: str) -> None:
        subprocess.run([program, "--cwd", str(work), *words], check=True, capture_output=True)

    subprocess.run([program, "init", str(work)], check=True, capture_output=True)
    for number in range(CHANGES):
        place = FOLDERS[number % len(FOLDERS)]
        (work / place).mkdir(exist_ok=True)
        (work / place / f"part{number:02}.txt").write_text(f"Part {number} of the {place}\n")
        when = f"{1700000000 + number * 3600} 0"
        run("commit", "-q", "-A", "-u", "reader", "-d", when, "-m", f"Add part {number} of the {place}")
    url = f"http://127.0.0.1:{free_port(folder)}"
    serve = [program, "--cwd", work, "serve", "-a", "127.0.0.1", "-p", url.rpartition(":")[2]]
    with served(serve, url, folder):
        yield Application(url, "", "", folder)


async def search(page: Page, _: Application, word: str) -> None:
    await page.fill("#search1", word)
    async with page.expect_navigation():
        await page.press("#search1", "Enter")


async def list_folder(page: Page, _: Application, place: str) -> None:
    await follow(page, "a >> text=browse")
    await follow(page, f"td.name a >> text={place}")


def newest_changes(_: Application, word: str) -> Sequence[Row]:
    numbers = [number for number in reversed(range(CHANGES)) if FOLDERS[number % 3] == word]
    return [("reader", f"Add part {number} of the {word}") for number in numbers[:10]]


def files(_: Application, place: str) -> Sequence[Row]:
    return [(f"part{number:02}.txt",) for number in range(CHANGES) if FOLDERS[number % 3] == place]


EXHIBIT = Exhibit(
    "mercurial",
    "a repository of code",
    mercurial,
    (
        Workflow("search", search, ({"word": "engine"}, {"word": "garden"}), {"word": "kitchen"}, newest_changes),
        Workflow("folder", list_folder, ({"place": "engine"}, {"place": "garden"}), {"place": "kitchen"}, files),
    ),
)

"""An Otter Wiki from PyPI: a wiki kept in Git, a search by a form that is posted with a token, an index of pages."""

from __future__ import annotations

import contextlib
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, free_port, installed, served
from ..workflow import Exhibit, Row, Workflow, follow

THINGS = ("windmill", "footbridge", "quarry")
PAGES = 75
_SETTINGS = """
REPOSITORY = "{folder}/pages"
SECRET_KEY = "only for tests, and long enough"
SQLALCHEMY_DATABASE_URI = "sqlite:///{folder}/wiki.sqlite"
"""


@contextlib.contextmanager
def otterwiki(folder: Path) -> Iterator[Application]:
    """A wiki with pages about three things, each of which was changed by one of its editors."""
    programs = installed("otterwiki", "otterwiki>=2.26")
    pages = folder / "pages"
    pages.mkdir()
    for number in range(PAGES):
        thing = THINGS[number % 3]
        told = f"# Survey {number}\n\nHere stands what was found about the {thing} numbered {number}.\n"
        (pages / f"survey {number}.md").write_text(told)
    (pages / "home.md").write_text("# Home\n\nWelcome.\n")
    git = ["git", "-c", "user.name=Reader", "-c", "user.email=reader@example.test"]
    for words in (["init", "-q"], ["add", "."], ["commit", "-q", "-m", "All surveys"]):
        subprocess.run([*git, *words], check=True, cwd=pages)
    (folder / "settings.cfg").write_text(_SETTINGS.format(folder=folder))
    own = {"OTTERWIKI_SETTINGS": str(folder / "settings.cfg"), "FLASK_APP": "otterwiki.server"}
    url = f"http://127.0.0.1:{free_port(folder)}"
    # Two of its threads that read from Git at once wait for each other for ever.
    serve = [programs / "python", "-m", "flask", "run", "--without-threads", "--port", url.rpartition(":")[2]]
    with served(serve, url, folder, own):
        yield Application(url, "", "", folder)


async def search(page: Page, _: Application, word: str) -> None:
    field = page.locator("form[action='/-/search'] input[name=query] >> visible=true").first
    await field.fill(word)
    async with page.expect_navigation():
        await field.press("Enter")


async def search_and_open(page: Page, app: Application, word: str) -> None:
    for number in (1, 4):
        await search(page, app, word)
        await follow(page, f"h2.content-title a >> nth={number}")


def found(_: Application, word: str) -> Sequence[Row]:
    """The lines in which the word stands, which the wiki shows with a sign in front."""
    return [(title, f"[..]{told}") for title, told in pages_about(word)]


def opened(_: Application, word: str) -> Sequence[Row]:
    return pages_about(word)


def pages_about(word: str) -> list[tuple[str, str]]:
    return [
        (f"Survey {number}", f"Here stands what was found about the {word} numbered {number}.")
        for number in range(PAGES)
        if THINGS[number % 3] == word
    ]


_INPUTS = ({"word": "windmill"}, {"word": "quarry"})

EXHIBIT = Exhibit(
    "otterwiki",
    "a wiki in Git",
    otterwiki,
    (
        Workflow("search", search, _INPUTS, {"word": "footbridge"}, found),
        Workflow("details", search_and_open, _INPUTS, {"word": "footbridge"}, opened),
    ),
)

"""Pelican from PyPI: a blog of static pages, with tags and authors on pages of their own."""

from __future__ import annotations

import contextlib
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, free_port, installed, served
from ..workflow import Exhibit, Row, Workflow, read_two, turn

THINGS = ("windmill", "footbridge", "quarry")
WRITERS = ("ada", "berta", "cora", "dora")
POSTS = 96
_SETTINGS = """
AUTHOR, SITENAME, SITEURL, TIMEZONE, DEFAULT_LANG, PATH = "ada", "Walks", "", "UTC", "en", "content"
FEED_ALL_ATOM = CATEGORY_FEED_ATOM = TRANSLATION_FEED_ATOM = AUTHOR_FEED_ATOM = AUTHOR_FEED_RSS = None
PAGINATED_TEMPLATES = {"index": None, "tag": 7, "category": None, "author": 7}
DEFAULT_PAGINATION, RELATIVE_URLS, THEME = 7, False, "notmyidea"
"""


@contextlib.contextmanager
def pelican(folder: Path) -> Iterator[Application]:
    """Posts about three things by four writers."""
    program = installed("pelican", "pelican[markdown]") / "pelican"
    (folder / "content").mkdir()
    (folder / "settings.py").write_text(_SETTINGS)
    for number in range(POSTS):
        thing = THINGS[number % 3]
        told = f"Title: {title(number)}\nDate: 2025-{number // 28 + 1:02}-{number % 28 + 1:02} 09:00\n"
        told += f"Author: {WRITERS[number % 4]}\nTags: {thing}, hills\nSlug: walk-{number}\nCategory: {thing}s\n"
        (folder / "content" / f"{number}.md").write_text(f"{told}Summary: {summary(number)}\n\n{text(number)}\n")
    subprocess.run([program, "-s", "settings.py"], check=True, capture_output=True, cwd=folder)
    url = f"http://127.0.0.1:{free_port(folder)}"
    serve = [sys.executable, "-m", "http.server", url.rpartition(":")[2], "--bind", "127.0.0.1", "-d", "output"]
    with served(serve, url, folder):
        yield Application(url, "", "", folder)


def title(number: int) -> str:
    return f"Walk {number} to the {THINGS[number % 3]}"


def summary(number: int) -> str:
    return f"On day {number} we went {number * 37 % 1000} metres."


def text(number: int) -> str:
    return f"There was a bench at {THINGS[number % 3]} {number}, and {number * 7} sheep."


async def tag(page: Page, app: Application, tag: str) -> None:
    await page.goto(f"{app.url}/tag/{tag}")
    await turn(page, "nav li:has-text('Page') + li a")


async def writer(page: Page, app: Application, writer: str) -> None:
    await page.goto(f"{app.url}/author/{writer}")
    await read_two(page, "h1 a[rel=bookmark], h2 a[rel=bookmark]", 1, 3)


def tagged(_: Application, tag: str) -> Sequence[Row]:
    return [(title(n), WRITERS[n % 4]) for n in range(POSTS) if f"{THINGS[n % 3]}.html" == tag]


def written(_: Application, writer: str) -> Sequence[Row]:
    newest = [n for n in reversed(range(POSTS)) if f"{WRITERS[n % 4]}.html" == writer]
    return [(title(n), text(n)) for n in newest[:7]]


EXHIBIT = Exhibit(
    "pelican",
    "a blog of static pages",
    pelican,
    (
        Workflow("tag", tag, ({"tag": "windmill.html"}, {"tag": "quarry.html"}), {"tag": "footbridge.html"}, tagged),
        Workflow(
            "writer", writer, ({"writer": "ada.html"}, {"writer": "cora.html"}), {"writer": "berta.html"}, written
        ),
    ),
)

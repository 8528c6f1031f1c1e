"""A blog that MkDocs has made with its theme Material, from PyPI: entries of a category, on pages by number."""

from __future__ import annotations

import contextlib
import subprocess
import sys
from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, free_port, installed, served
from ..workflow import Exhibit, Row, Workflow, follow, read_two, turn

THINGS = ("windmill", "footbridge", "quarry")
POSTS = 84
_ASKED = """
site_name: Walks
theme: {name: material, font: false}
plugins:
  - blog: {pagination_per_page: 8, categories_toc: true, archive: false}
"""


@contextlib.contextmanager
def mkdocs(folder: Path) -> Iterator[Application]:
    """Walks to three things, which are its categories."""
    program = installed("mkdocs", "mkdocs-material==9.5.49", "mkdocs==1.6.1") / "mkdocs"
    (folder / "docs/blog/posts").mkdir(parents=True, exist_ok=True)
    (folder / "mkdocs.yml").write_text(_ASKED)
    (folder / "docs/index.md").write_text("# Walks\n\nWhere we have been.\n")
    (folder / "docs/blog/index.md").write_text("# Blog\n")
    for number in range(POSTS):
        (folder / f"docs/blog/posts/walk-{number}.md").write_text(
            f"---\ndate: {_day(number)}\ncategories: [{_category(number)}]\n---\n\n# {_title(number)}\n\n"
            f"{_told(number)}\n\n<!-- more -->\n\n{_more(number)}\n"
        )
    subprocess.run([program, "build", "-q"], check=True, capture_output=True, cwd=folder)
    url = f"http://127.0.0.1:{free_port(folder)}"
    serve = [sys.executable, "-m", "http.server", url.rpartition(":")[2], "--bind", "127.0.0.1", "-d", "site"]
    with served(serve, url, folder):
        yield Application(url, "", "", folder)


def _day(number: int) -> date:
    return date(2023, 1, 5) + timedelta(number * 4)


def _category(number: int) -> str:
    return THINGS[number % 3].title()


def _title(number: int) -> str:
    return f"Walk {number} to the {THINGS[number % 3]}"


def _told(number: int) -> str:
    return f"It was {number * 3 + 4} miles long."


def _more(number: int) -> str:
    return f"We have met walker {number}, who had been there {number + 2} times."


async def _category_of(page: Page, category: str) -> None:
    await follow(page, f"article a[href$='category/{category}/'] >> nth=0")


async def listed(page: Page, _: Application, category: str) -> None:
    await _category_of(page, category)
    await turn(page, "nav.md-pagination .md-pagination__current + a")


async def read(page: Page, _: Application, category: str) -> None:
    await _category_of(page, category)
    await follow(page, "article.md-post h2 a >> nth=3")
    await page.go_back()
    await turn(page, "nav.md-pagination .md-pagination__current + a", 1)
    await read_two(page, "article.md-post h2 a", 1, 4)


def _of(category: str) -> list[int]:
    return [number for number in range(POSTS) if THINGS[number % 3] == category]


def teasers(_: Application, category: str) -> Sequence[Row]:
    return [(_title(number), _told(number)) for number in _of(category)]


def whole(_: Application, category: str) -> Sequence[Row]:
    return [(_title(number), _more(number)) for number in _of(category)]


_TWO = ({"category": "windmill"}, {"category": "quarry"})
EXHIBIT = Exhibit(
    "mkdocs",
    "a blog in a documentation",
    mkdocs,
    (
        Workflow("listed", listed, _TWO, {"category": "footbridge"}, teasers, home="/blog/"),
        Workflow("read", read, _TWO, {"category": "footbridge"}, whole, home="/blog/"),
    ),
)

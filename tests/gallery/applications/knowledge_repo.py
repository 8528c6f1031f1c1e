"""Knowledge Repo from PyPI, notes that analysts share: cards that a script opens, tags, and pages in steps of ten."""

from __future__ import annotations

import contextlib
import os
import urllib.request
from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from pathlib import Path

from playwright.async_api import Page

from tests.waiting import wait_until

from ..application import Application, free_port, installed, served
from ..workflow import Exhibit, Row, Workflow, follow

TOPICS = ("Harvest", "Ferry", "Fjärd")
WRITERS = ("ada_byron", "josé_núñez", "lu_yan", "zoë_brandt")
TAGS = ("weather", "trade", "people", "prices", "maps")
NOTES = 156
_CARD = "#feed-posts .feed-post"
_ONWARD = "a.pagination-stepper:not(.disabled):has(.glyphicon-chevron-right)"


@contextlib.contextmanager
def knowledge_repo(folder: Path) -> Iterator[Application]:
    """Notes on three topics, by four people, each with two tags; every seventh has but one."""
    programs = installed("knowledge_repo", "knowledge-repo==0.9.3", "ldap3", "nbformat", "nbconvert", "traitlets")
    notes = folder / "notes"
    for number in range(NOTES):
        place = notes / f"{topic(number).lower()}" / f"note{number}.kp"
        place.mkdir(parents=True)
        (place / "knowledge.md").write_text(_page(number), "utf-8")
        (place / "REVISION").write_text("1")
        (place / "UUID").write_text(f"00000000-0000-4000-8000-{number:012}")
    (notes / ".knowledge_repo_config.yml").write_text("{}\n")
    url = f"http://127.0.0.1:{free_port(folder)}"
    run: list[str | Path] = [programs / "knowledge_repo", "--repo", notes, "--noupdate", "runserver"]
    run += ["--port", url.rpartition(":")[2], "--dburi", f"sqlite:///{folder / 'notes.sqlite'}"]
    own = {"PATH": f"{programs}:{os.environ['PATH']}", "PYTHONWARNINGS": "ignore"}
    with served(run, f"{url}/ping", folder, own):
        wait_until(lambda: _indexed(url), pause=1)
        yield Application(url, "", "", folder)


def _indexed(url: str) -> bool:
    with urllib.request.urlopen(f"{url}/feed?start={NOTES - 1}") as answer:
        return b"data-url=" in answer.read()


def _page(number: int) -> str:
    head = {
        "title": title(number),
        "authors": f"\n- {writer(number)}",
        "tags": "".join(f"\n- {tag}" for tag in tags(number)),
        "created_at": f"{_day(number)} 00:00:00",
        "updated_at": f"{_day(number) + timedelta(days=3)} 00:00:00",
        "tldr": summary(number),
    }
    said = "".join(f"{name}: {value}\n" for name, value in head.items())
    return f"---\n{said}---\n\n## Method\n\n{method(number)}\n"


def topic(number: int) -> str:
    return TOPICS[number % 3]


def writer(number: int) -> str:
    return WRITERS[number // 3 % 4]


def title(number: int) -> str:
    return f"{topic(number)} counts of week {number * 11 % NOTES + 1}"


def tags(number: int) -> list[str]:
    return sorted({TAGS[number % 5], *([TAGS[(number + 2) % 5]] if number % 7 != 6 else [])})


def summary(number: int) -> str:
    return f"Rose by {number * 17 % 89 + 1} of {number + 310}"


def method(number: int) -> str:
    return f"Counted by hand at {number * 5 % 61 + 2} places"


def _day(number: int) -> date:
    return date(2025, 3, 1) + timedelta(days=number * 2)


async def _all(page: Page) -> None:
    while await page.locator(_ONWARD).count():
        await follow(page, _ONWARD)


async def search(page: Page, app: Application, word: str) -> None:
    await page.type("#searchbar", word, delay=60)
    await follow(page, ".searchbar [type=submit]")
    await _all(page)


async def tagged(page: Page, app: Application, tag: str) -> None:
    await follow(page, ".btn-table")
    await follow(page, f"td a[href*='tag_pages']:text-is('{tag}') >> nth=0")
    await _all(page)


async def notes_by(page: Page, app: Application, writer: str) -> None:
    await follow(page, f".feed-dates a[href*='authors=']:has-text('{writer}') >> nth=0")
    await follow(page, f"{_CARD} .feed-title >> nth=1")
    await page.go_back()
    await follow(page, _ONWARD)
    await follow(page, f"{_CARD} .feed-title >> nth=4")


def found(_: Application, word: str) -> Sequence[Row]:
    own = [n for n in range(NOTES) if topic(n) == word]
    return [(title(n), writer(n), summary(n)) for n in own]


def under(_: Application, tag: str) -> Sequence[Row]:
    own = [n for n in range(NOTES) if tag in tags(n)]
    return [(title(n).title(), writer(n)) for n in own]


def written(_: Application, writer: str) -> Sequence[Row]:
    own = [n for n in range(NOTES) if WRITERS[n // 3 % 4] == writer]
    return [(title(n), f"{_day(n):%B %d, %Y}", method(n)) for n in own]


EXHIBIT = Exhibit(
    "knowledge_repo",
    "notes that analysts share",
    knowledge_repo,
    (
        Workflow("search", search, ({"word": "Harvest"}, {"word": "Fjärd"}), {"word": "Ferry"}, found),
        Workflow("tagged", tagged, ({"tag": "weather"}, {"tag": "prices"}), {"tag": "maps"}, under),
        Workflow("notes", notes_by, ({"writer": "ada_byron"}, {"writer": "zoë_brandt"}), {"writer": "lu_yan"}, written),
    ),
)

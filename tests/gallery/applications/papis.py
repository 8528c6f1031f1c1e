"""Papis from PyPI: a library of documents in folders, which its own small server shows."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, free_port, installed, served
from ..workflow import Exhibit, Row, Workflow, follow, read_two

THINGS = ("windmill", "footbridge", "quarry")
WRITERS = ("Ada Able", "Berta Bold", "Cora Calm", "Dora Dear")
TAGS = ("stone", "water", "wind")
JOURNALS = ("Letters on Roads", "The Builder")
DOCUMENTS = 96


@contextlib.contextmanager
def papis(folder: Path) -> Iterator[Application]:
    """Documents about three things."""
    program = installed("papis", "papis>=0.14") / "papis"
    for number in range(DOCUMENTS):
        place = folder / "library" / f"document-{number:03}"
        place.mkdir(parents=True)
        (place / "info.yaml").write_text(
            f"author: {WRITERS[number % 4]}\ntitle: On the {THINGS[number % 3]}, part {number}\n"
            f"year: {1950 + number % 60}\njournal: {JOURNALS[number % 2]}\ntags: [{TAGS[number // 3 % 3]}]\n"
            f"ref: part{number}\ntype: article\n"
            f"papis_id: '{number:032x}'\nfiles: []\n"
        )
    settings = folder / "settings"
    (settings / "papis").mkdir(parents=True)
    (settings / "papis" / "config").write_text(
        f"[settings]\ndefault-library = papers\ndatabase-backend = papis\n\n[papers]\ndir = {folder / 'library'}\n"
    )
    url = f"http://127.0.0.1:{free_port(folder)}"
    environment = {"XDG_CONFIG_HOME": str(settings), "XDG_CACHE_HOME": str(folder / "cache"), "HOME": str(folder)}
    with served([program, "serve", "--address", "127.0.0.1", "-p", url.rpartition(":")[2]], url, folder, environment):
        yield Application(url, "", "", folder)


async def search(page: Page, _: Application, word: str) -> None:
    await page.fill("input[name=q]", word)
    async with page.expect_navigation():
        await page.press("input[name=q]", "Enter")


async def tagged(page: Page, _: Application, tag: str) -> None:
    await follow(page, "a[href$='/tags']")
    await follow(page, f"a.papis-tag:text-is('{tag}')")


async def details(page: Page, app: Application, word: str) -> None:
    await search(page, app, word)
    await read_two(page, "#pub_table a.bg-success", 1, 4)


def _row(number: int) -> Row:
    return (
        f"On the {THINGS[number % 3]}, part {number}",
        WRITERS[number % 4],
        str(1950 + number % 60),
        f"part{number}",
    )


def found(_: Application, word: str) -> Sequence[Row]:
    return [_row(number) for number in range(DOCUMENTS) if THINGS[number % 3] == word]


def with_tag(_: Application, tag: str) -> Sequence[Row]:
    return [_row(number) for number in range(DOCUMENTS) if TAGS[number // 3 % 3] == tag]


def read(_: Application, word: str) -> Sequence[Row]:
    return [
        (*_row(number)[:2], JOURNALS[number % 2], str(1950 + number % 60))
        for number in range(DOCUMENTS)
        if THINGS[number % 3] == word
    ]


_TWO = ({"word": "windmill"}, {"word": "quarry"})
_OTHER = {"word": "footbridge"}

EXHIBIT = Exhibit(
    "papis",
    "a library of documents",
    papis,
    (
        Workflow("search", search, _TWO, _OTHER, found, "/library"),
        Workflow("tagged", tagged, ({"tag": "stone"}, {"tag": "wind"}), {"tag": "water"}, with_tag, "/library"),
        Workflow("details", details, _TWO, _OTHER, read, "/library"),
    ),
)

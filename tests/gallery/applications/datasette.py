"""Datasette from PyPI: tables of a database with filters, pages by a token, and a page for each row."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, free_port, installed, served
from ..workflow import Exhibit, Row, Workflow, follow, read_two, turn

FAMILIES = ("rose", "grass", "fern", "palm")
PLANTS = 520


@contextlib.contextmanager
def datasette(folder: Path) -> Iterator[Application]:
    """A database of plants."""
    with contextlib.closing(sqlite3.connect(folder / "garden.db")) as database, database:
        database.execute("CREATE TABLE plants (id INTEGER PRIMARY KEY, name TEXT, family TEXT, height INTEGER)")
        rows = [(f"Plant {n:03}", FAMILIES[n % 4], 10 + n * 7 % 120) for n in range(PLANTS)]
        database.executemany("INSERT INTO plants (name, family, height) VALUES (?, ?, ?)", rows)
    url = f"http://127.0.0.1:{free_port(folder)}"
    program = installed("datasette", "datasette>=0.64,<1", "setuptools<81") / "datasette"
    with served([program, "serve", "garden.db", "--port", url.rpartition(":")[2]], url, folder):
        yield Application(url, "", "", folder)


async def filter_plants(page: Page, _: Application, family: str) -> None:
    await follow(page, "a >> text=plants")
    await page.select_option("select[name=_filter_column]", "family")
    await page.fill("input[name=_filter_value]", family)
    await follow(page, ".filters input[type=submit]")
    await turn(page, "a >> text=Next page")


async def open_plants(page: Page, _: Application, family: str) -> None:
    await page.select_option("select[name=_filter_column]", "family")
    await page.fill("input[name=_filter_value]", family)
    await follow(page, ".filters input[type=submit]")
    await read_two(page, "td.type-pk a", 2, 5)


def found_plants(app: Application, family: str) -> Sequence[Row]:
    with contextlib.closing(sqlite3.connect(app.folder / "garden.db")) as database:
        found = database.execute("SELECT name, height FROM plants WHERE family = ? ORDER BY id", [family]).fetchall()
    return [(name, str(height)) for name, height in found]


def first_plants(app: Application, family: str) -> Sequence[Row]:
    return found_plants(app, family)[:100]


EXHIBIT = Exhibit(
    "datasette",
    "a database as tables",
    datasette,
    (
        Workflow(
            "filter",
            filter_plants,
            ({"family": "rose"}, {"family": "fern"}),
            {"family": "palm"},
            found_plants,
            "/garden",
        ),
        Workflow(
            "details",
            open_plants,
            ({"family": "rose"}, {"family": "fern"}),
            {"family": "grass"},
            first_plants,
            "/garden/plants",
        ),
    ),
)

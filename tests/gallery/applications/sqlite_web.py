"""sqlite-web from PyPI: a browser of databases; tables over pages, and queries by a form."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, free_port, installed, served
from ..workflow import Exhibit, Row, Workflow, follow, turn

COLUMNS = ("id", "name", "region", "size")
TABLES = {"rivers": 130, "hills": 180, "lakes": 160}


@contextlib.contextmanager
def sqlite_web(folder: Path) -> Iterator[Application]:
    """A database with three tables."""
    with contextlib.closing(sqlite3.connect(folder / "land.db")) as database, database:
        for table, count in TABLES.items():
            database.execute(f"CREATE TABLE {table} (id INTEGER PRIMARY KEY, name TEXT, region TEXT, size INTEGER)")
            rows = [(f"{table} no {n}", ("north", "south", "west")[n % 3], n * 13 % 400) for n in range(count)]
            database.executemany(f"INSERT INTO {table} (name, region, size) VALUES (?, ?, ?)", rows)
    url = f"http://127.0.0.1:{free_port(folder)}"
    program = installed("sqlite_web", "sqlite-web>=0.6") / "sqlite_web"
    with served([program, "land.db", "-x", "-p", url.rpartition(":")[2]], url, folder):
        yield Application(url, "", "", folder)


async def read_table(page: Page, _: Application, table: str) -> None:
    await follow(page, f"#sidebar a[href='/{table}/']")
    await follow(page, f"a.nav-link[href='/{table}/content/']")
    await turn(page, "a.page-link >> text=›")


async def ask(page: Page, _: Application, question: str) -> None:
    await follow(page, "#sidebar a[href='/hills/']")
    await follow(page, "a.nav-link[href='/hills/query/']")
    await page.evaluate("text => document.querySelector('.CodeMirror')?.CodeMirror.setValue(text)", question)
    await page.locator("textarea[name=sql]").evaluate("(field, text) => { field.value = text }", question)
    await follow(page, "form:has(textarea[name=sql]) button[type=submit] >> nth=0")


async def sort_table(page: Page, _: Application, table: str, column: str) -> None:
    await follow(page, f"#sidebar a[href='/{table}/']")
    await follow(page, f"a.nav-link[href='/{table}/content/']")
    await follow(page, f"th a[href*='ordering={COLUMNS.index(column) + 1}']")


def rows_of_table(app: Application, table: str) -> Sequence[Row]:
    return answers(app, f"SELECT name, region, size FROM {table}")


def first_sorted(app: Application, table: str, column: str) -> Sequence[Row]:
    """The first page, fifty rows, by the column of a heading."""
    return answers(app, f"SELECT name, region, size FROM {table} ORDER BY {column}, id LIMIT 50")


def answers(app: Application, question: str) -> Sequence[Row]:
    with contextlib.closing(sqlite3.connect(app.folder / "land.db")) as database:
        return [tuple(map(str, row)) for row in database.execute(question)]


_NORTH, _SOUTH, _WEST = (
    f"select name, size from hills where region = '{region}' and size < 200" for region in ("north", "south", "west")
)


EXHIBIT = Exhibit(
    "sqlite_web",
    "a browser of databases",
    sqlite_web,
    (
        Workflow("table", read_table, ({"table": "rivers"}, {"table": "hills"}), {"table": "lakes"}, rows_of_table),
        Workflow("query", ask, ({"question": _NORTH}, {"question": _SOUTH}), {"question": _WEST}, answers),
        Workflow(
            "sorted",
            sort_table,
            ({"table": "rivers", "column": "name"}, {"table": "hills", "column": "size"}),
            {"table": "lakes", "column": "size"},
            first_sorted,
        ),
    ),
)

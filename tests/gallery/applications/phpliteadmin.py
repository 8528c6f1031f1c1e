"""phpLiteAdmin, tables of SQLite in PHP, as Debian packages it: behind a password, pages behind forms with arrows."""

from __future__ import annotations

import contextlib
import shutil
import sqlite3
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, NotInstallableError, free_port, served, unpacked, with_dependencies
from ..workflow import Exhibit, Row, Workflow, follow, turn

THINGS = ("windmill", "footbridge", "quarry")
PLACES = ("north", "south", "east")
ROWS = 540


@contextlib.contextmanager
def phpliteadmin(folder: Path) -> Iterator[Application]:
    """A database with a table for each thing."""
    if shutil.which("php") is None:
        raise NotInstallableError("there is no php: apt install php-cli")
    root = unpacked(
        "phpliteadmin", *with_dependencies(r"php8\.\d-sqlite3|libjs-codemirror|libsqlite3-0", "phpliteadmin")
    )
    shutil.copytree(root / "usr/share/phpliteadmin", folder / "www", ignore=shutil.ignore_patterns("*.config.php"))
    secret = "quiet & please"
    (folder / "data").mkdir()
    (folder / "www/phpliteadmin.config.php").write_text(
        f"<?php $password = '{secret}'; $directory = '{folder / 'data'}'; $subdirectories = false; $theme = '';\n"
        "$language = 'en'; $rowsNum = 30; $charsNum = 300; $maxSavedQueries = 10; $custom_functions = array();\n"
        "$cookie_name = 'walks'; $debug = false; $allowed_extensions = array('db'); $hexblobs = false;\n"
    )
    with contextlib.closing(sqlite3.connect(folder / "data/walks.db")) as database:
        for thing in THINGS:
            database.execute(f"CREATE TABLE {thing} (number INTEGER PRIMARY KEY, title TEXT, place TEXT)")
        for number in range(ROWS):
            row = (number, title(number), place(number))
            database.execute(f"INSERT INTO {THINGS[number % 3]} VALUES (?, ?, ?)", row)
        database.commit()
    extensions = next(root.rglob("sqlite3.so")).parent
    php = ["php", "-d", f"extension={extensions}/sqlite3.so", "-d", "display_errors=0"]
    url = f"http://127.0.0.1:{free_port(folder)}"
    serve = [*php, "-S", url.removeprefix("http://"), "-t", folder / "www"]
    libraries = {str(each.parent) for each in root.rglob("libsqlite3.so.0")}
    with served(serve, f"{url}/phpliteadmin.php", folder, {"LD_LIBRARY_PATH": ":".join(libraries)}):
        yield Application(url, "", secret, folder)


def title(number: int) -> str:
    return f"Of the {THINGS[number % 3]}, part {number}"


def place(number: int) -> str:
    return PLACES[number // 3 % 3]


async def _log_in(page: Page, app: Application) -> None:
    await page.fill("input[name=password]", app.secret)
    await follow(page, "input[type=submit]")


async def table(page: Page, app: Application, thing: str) -> None:
    await _log_in(page, app)
    await follow(page, f"a:text-is('{thing}') >> nth=0")
    await turn(page, "input[type=submit][value='→']")


async def search(page: Page, app: Application, word: str) -> None:
    await _log_in(page, app)
    await follow(page, f"a:text-is('{THINGS[0]}') >> nth=0")
    await follow(page, "a:text-is('Search')")
    await page.fill("#field_2_value", word)
    await follow(page, "input[type=submit][value='Search']")
    await turn(page, "input[type=submit][value='→']")


def of_table(_: Application, thing: str) -> Sequence[Row]:
    return [(str(n), title(n), place(n)) for n in range(ROWS) if THINGS[n % 3] == thing]


def found(_: Application, word: str) -> Sequence[Row]:
    return [(str(n), title(n), place(n)) for n in range(0, ROWS, 3) if word == place(n)]


_HOME = "/phpliteadmin.php"

EXHIBIT = Exhibit(
    "phpliteadmin",
    "tables in PHP",
    phpliteadmin,
    (
        Workflow(
            "table", table, ({"thing": "windmill"}, {"thing": "quarry"}), {"thing": "footbridge"}, of_table, _HOME
        ),
        Workflow("search", search, ({"word": "north"}, {"word": "south"}), {"word": "east"}, found, _HOME),
    ),
)

"""Adminer from Debian, in PHP, with SQLite: tables that are searched by many fields, sorted, and turned over."""

from __future__ import annotations

import contextlib
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, NotInstallableError, free_port, served, unpacked
from ..workflow import Exhibit, Row, Workflow, follow

THINGS = ("windmill", "footbridge", "quarry")
PLACES = 390
_INDEX = """<?php
function adminer_object() {
    include_once "PROGRAM/plugins/plugin.php";
    include_once "PROGRAM/plugins/login-password-less.php";
    return new AdminerPlugin(array(new AdminerLoginPasswordLess(password_hash("SECRET", PASSWORD_DEFAULT))));
}
include "PROGRAM/adminer.php";
"""


@contextlib.contextmanager
def adminer(folder: Path) -> Iterator[Application]:
    """A database with places, which who knows its password may look at."""
    if shutil.which("php") is None:
        raise NotInstallableError("there is no PHP: apt install php-cli")
    ask = ["php", "-r", "echo PHP_MAJOR_VERSION.'.'.PHP_MINOR_VERSION;"]
    version = subprocess.run(ask, check=True, capture_output=True, text=True).stdout
    root = unpacked("adminer", "adminer", f"php{version}-sqlite3")
    secret = "quiet & please"
    served_from = folder / "served"
    served_from.mkdir()
    index = _INDEX.replace("PROGRAM", f"{root}/usr/share/adminer").replace("SECRET", secret)
    (served_from / "index.php").write_text(index)
    with contextlib.closing(sqlite3.connect(folder / "places.sqlite")) as database, database:
        database.execute("CREATE TABLE places (number INTEGER PRIMARY KEY, title TEXT, keeper TEXT)")
        database.execute("CREATE TABLE keepers (name TEXT PRIMARY KEY, since INTEGER)")
        database.executemany("INSERT INTO places VALUES (?, ?, ?)", [_place(number) for number in range(PLACES)])
        database.executemany("INSERT INTO keepers VALUES (?, ?)", [(f"Keeper {n}", 1900 + n) for n in range(11)])
    url = f"http://127.0.0.1:{free_port(folder)}"
    php = ["php", "-d", "display_errors=0", "-d", f"session.save_path={folder}"]
    php += [word for path in root.glob("usr/lib/php/*/*.so") for word in ("-d", f"extension={path}")]
    workers = {"PHP_CLI_SERVER_WORKERS": "4"}
    with served([*php, "-S", url.removeprefix("http://"), "-t", served_from], f"{url}/index.php", folder, workers):
        yield Application(url, "reader", secret, folder)


def _place(number: int) -> tuple[int, str, str]:
    return number, f"The {THINGS[number % 3]} {number}", f"Keeper {number * 7 % 11}"


async def open_table(page: Page, app: Application) -> None:
    await page.select_option("select[name='auth[driver]']", "sqlite")
    await page.fill("input[name='auth[username]']", app.user)
    await page.fill("input[name='auth[password]']", app.secret)
    await page.fill("input[name='auth[db]']", f"{app.folder}/places.sqlite")
    await follow(page, "input[type=submit][value=Login]")
    await follow(page, "#tables a[href*='select=places']")


async def search(page: Page, app: Application, word: str) -> None:
    await open_table(page, app)
    await _ask(page, word)
    for number in range(2, 20):
        onward = f"a[href*='page=']:text-is('{number}')"
        if not await page.locator(onward).count():
            break
        await follow(page, onward)


async def search_sorted(page: Page, app: Application, word: str) -> None:
    await open_table(page, app)
    await _ask(page, word)
    await follow(page, "#table thead a[href*='order']:has-text('keeper')")


async def _ask(page: Page, word: str) -> None:
    if not await page.locator("select[name='where[0][col]']").is_visible():
        await page.click("#fieldset-search >> xpath=preceding-sibling::legend/a")
    await page.select_option("select[name='where[0][col]']", "title")
    await page.select_option("select[name='where[0][op]']", "LIKE %%")
    await page.fill("input[name='where[0][val]']", word)
    await follow(page, "input[type=submit][value=Select]")


def found(_: Application, word: str) -> Sequence[Row]:
    places = [_place(n) for n in range(PLACES) if THINGS[n % 3] == word]
    return [(str(number), title, keeper) for number, title, keeper in places]


def first_by_keeper(app: Application, word: str) -> Sequence[Row]:
    """The first page: fifty of those found."""
    with contextlib.closing(sqlite3.connect(app.folder / "places.sqlite")) as database:
        asking = "SELECT * FROM places WHERE title LIKE ? ORDER BY keeper LIMIT 50"
        return [tuple(map(str, row)) for row in database.execute(asking, [f"%{word}%"])]


_WORDS = ({"word": "windmill"}, {"word": "quarry"})

EXHIBIT = Exhibit(
    "adminer",
    "tables of a database",
    adminer,
    (
        Workflow("search", search, _WORDS, {"word": "footbridge"}, found, "/index.php"),
        Workflow("sorted", search_sorted, _WORDS, {"word": "footbridge"}, first_by_keeper, "/index.php"),
    ),
)

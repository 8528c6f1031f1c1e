"""Calibre-Web, a library of books from PyPI: Flask and Bootstrap, a login with a token, books that open in a dialog."""

from __future__ import annotations

import contextlib
import sqlite3
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, free_port, installed, served
from ..workflow import Exhibit, Row, Workflow, follow

BOOKS = 150
THINGS = ("windmill", "footbridge", "quarry")
AUTHORS = ("Ines Okafor", "Pavel Lindqvist", "Mei Tanaka", "Rosa Amaral", "Jonas Weber")
TAGS = ("history", "travel", "craft", "novel")
_LINKS = {"authors": "author", "tags": "tag", "series": "series", "ratings": "rating", "languages": "lang_code",
          "publishers": "publisher"}  # fmt: skip
_TABLES = """
create table library_id (id integer primary key, uuid text not null);
create table identifiers (id integer primary key, type text default 'isbn', val text, book int);
create table comments (id integer primary key, book int unique, text text);
create table tags (id integer primary key, name text unique);
create table authors (id integer primary key, name text unique, sort text, link text default '');
create table series (id integer primary key, name text unique, sort text);
create table ratings (id integer primary key, rating int unique);
create table languages (id integer primary key, lang_code text unique);
create table publishers (id integer primary key, name text unique, sort text);
create table data (id integer primary key, book int, format text, uncompressed_size int, name text);
create table metadata_dirtied (id integer primary key, book int unique);
create table books (id integer primary key, title text, sort text, author_sort text, timestamp timestamp,
    pubdate timestamp, series_index real default 1.0, last_modified timestamp, path text default '', has_cover int
    default 0, uuid text, isbn text default '', flags int default 1);
create table custom_columns (id integer primary key, label text, name text, datatype text, mark_for_delete bool,
    editable bool, display text, is_multiple bool, normalized bool);
insert into library_id (uuid) values ('5b6d5e3c-0000-4000-8000-000000000001');
"""


@contextlib.contextmanager
def calibre_web(folder: Path) -> Iterator[Application]:
    """A library of books about three things, for who has logged in."""
    programs = installed("calibreweb", "calibreweb>=0.6.27")
    port, secret = free_port(folder), "Quiet & please 1"
    (folder / "library").mkdir()
    _fill(folder / "library" / "metadata.db")
    cps = [programs / "cps", "-p", folder / "app.db", "-o", folder / "cps.log", "-i", "127.0.0.1"]
    subprocess.run([*cps, "-s", f"admin:{secret}"], check=False, capture_output=True, cwd=folder)
    with contextlib.closing(sqlite3.connect(folder / "app.db")) as settings:
        settings.execute(
            "update settings set config_calibre_dir = ?, config_port = ?, config_books_per_page = 20",
            (str(folder / "library"), port),
        )
        settings.commit()
    url = f"http://127.0.0.1:{port}"
    with served(cps, url, folder):
        yield Application(url, "admin", secret, folder)


def _fill(path: Path) -> None:
    with contextlib.closing(sqlite3.connect(path)) as library:
        library.executescript(_TABLES)
        for table, column in _LINKS.items():
            library.execute(f"create table books_{table}_link (id integer primary key, book int, {column} int)")
        library.executemany("insert into authors (name, sort) values (?, ?)", [(name, name) for name in AUTHORS])
        library.executemany("insert into tags (name) values (?)", [(name,) for name in TAGS])
        for number in range(BOOKS):
            title, author = _title(number), number % len(AUTHORS)
            day = f"20{number % 20:02}-03-{number % 28 + 1:02} 10:00:00+00:00"
            library.execute(
                "insert into books (title, sort, author_sort, timestamp, pubdate, last_modified, path, uuid)"
                " values (?, ?, ?, ?, ?, ?, ?, ?)",
                (title, title, AUTHORS[author], day, day, day, f"a/{number}", f"uuid-{number}"),
            )
            book = number + 1
            library.execute("insert into books_authors_link (book, author) values (?, ?)", (book, author + 1))
            library.execute("insert into books_tags_link (book, tag) values (?, ?)", (book, number % len(TAGS) + 1))
            library.execute("insert into comments (book, text) values (?, ?)", (book, f"<p>{_about(number)}</p>"))
        library.commit()


def _title(number: int) -> str:
    return f"Book {number} on the {THINGS[number % len(THINGS)]}"


def _about(number: int) -> str:
    return f"What was seen there, part {number}, told by a traveller."


async def log_in(page: Page, app: Application) -> None:
    await page.fill("input[name=username]", app.user)
    await page.fill("input[name=password]", app.secret)
    await follow(page, "button[name=submit]")


async def search(page: Page, app: Application, word: str) -> None:
    await log_in(page, app)
    await page.fill("#query", word)
    await follow(page, "#query_submit")
    while await page.locator(".pagination a.next").count():
        await page.wait_for_load_state("networkidle")
        await follow(page, ".pagination a.next")


async def search_and_open(page: Page, app: Application, word: str) -> None:
    await log_in(page, app)
    await page.fill("#query", word)
    await follow(page, "#query_submit")
    for number in (1, 4):
        await page.wait_for_load_state("networkidle")
        await page.click(f".book .meta > a[href^='/book'] >> nth={number}")
        await page.wait_for_selector("#bookDetailsModal .comments")
        await page.click("#details_close")


def _numbers(word: str) -> list[int]:
    return [number for number in range(BOOKS) if THINGS[number % len(THINGS)] == word]


def found_books(_: Application, word: str) -> Sequence[Row]:
    return [(_title(number), AUTHORS[number % len(AUTHORS)]) for number in _numbers(word)]


def first_books(_: Application, word: str) -> Sequence[Row]:
    """Those of the first page: nothing was turned over."""
    newest = sorted(_numbers(word), key=lambda number: (-(number % 20), -(number % 28), number))
    return [(_title(number), _about(number)) for number in newest[:20]]


_INPUTS = ({"word": "windmill"}, {"word": "quarry"})

EXHIBIT = Exhibit(
    "calibre_web",
    "a library of books",
    calibre_web,
    (
        Workflow("search", search, _INPUTS, {"word": "footbridge"}, found_books),
        Workflow("details", search_and_open, _INPUTS, {"word": "footbridge"}, first_books),
    ),
)

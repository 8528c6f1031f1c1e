"""Django's admin, as Django ships it, with a library of books: a login with a token, a search, lists over pages."""

from __future__ import annotations

import contextlib
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from playwright.async_api import Page

from ..application import Application
from ..workflow import Exhibit, Row, Workflow, follow

SERVER = Path(__file__).parents[2] / "integration" / "django_site" / "serve.py"
BOOKS = 720


@contextlib.contextmanager
def django_admin(folder: Path) -> Iterator[Application]:
    """An admin with books, which its librarian may see; they are in `library.sqlite`."""
    command = [sys.executable, str(SERVER), str(folder), str(BOOKS)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        url = process.stdout.readline().strip()
        if not url.startswith("http://127.0.0.1:"):
            raise RuntimeError(f"{command} does not say where it is: {url!r}")
        try:
            yield Application(url, "librarian", "quiet & please", folder)
        finally:
            process.stdin.close()
            process.wait()


async def find_books(page: Page, app: Application, word: str) -> None:
    await page.fill("#id_username", app.user)
    await page.fill("#id_password", app.secret)
    await follow(page, "input[type=submit]")
    await follow(page, "text=Authors")
    await follow(page, "text=Home")
    await follow(page, "text=Books")
    await page.fill("#searchbar", word)
    await follow(page, "#changelist-search input[type=submit]")
    while await page.locator(".this-page + a:not(.showall)").count():
        await follow(page, ".this-page + a")


def found_books(app: Application, word: str) -> list[Row]:
    with contextlib.closing(sqlite3.connect(app.folder / "library.sqlite")) as database:
        rows = database.execute(
            "SELECT title, name, price FROM library_book b JOIN library_author a ON a.id = b.author_id"
            " WHERE instr(lower(title), ?) ORDER BY b.id",
            [word],
        ).fetchall()
    return [(title, author, f"{price:.2f}") for title, author, price in rows]


async def sort_books(page: Page, app: Application, word: str, order: str) -> None:
    await page.fill("#id_username", app.user)
    await page.fill("#id_password", app.secret)
    await follow(page, "input[type=submit]")
    await follow(page, "text=Books")
    await page.fill("#searchbar", word)
    await follow(page, "#changelist-search input[type=submit]")
    for _ in range(2 if order.startswith("-") else 1):
        await follow(page, "th.column-price .text a")


def first_sorted(app: Application, word: str, order: str) -> list[Row]:
    """The first page: forty books by their price."""
    books = sorted(found_books(app, word), key=lambda row: float(row[2]), reverse=order.startswith("-"))
    return books[:40]


EXHIBIT = Exhibit(
    "django_admin",
    "an admin",
    django_admin,
    (
        Workflow(
            "search", find_books, ({"word": "plain"}, {"word": "trees"}), {"word": "books"}, found_books, "/admin/"
        ),
        Workflow(
            "sorted",
            sort_books,
            ({"word": "plain", "order": "-3"}, {"word": "trees", "order": "3"}),
            {"word": "books", "order": "-3"},
            first_sorted,
            "/admin/",
        ),
    ),
)

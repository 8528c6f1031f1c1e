"""What is browsed in each application, what it needs, found by hand, and what a tree has to bring."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from pathlib import Path

from playwright.async_api import Page

from .application import Application
from .django_admin import django_admin
from .dokuwiki import PAGES, dokuwiki
from .dokuwiki import WORDS as THINGS
from .jupyterlab import FILES, jupyterlab
from .trac import TICKETS, trac
from .trac import WORDS as PLACES


@dataclass(frozen=True)
class Needed:
    """A request of the smallest path. *values*: by key what its value's origin has to hold, as regular expressions."""

    request: str
    values: Mapping[str, str] = field(default_factory=dict)
    constants: frozenset[str] = frozenset()
    """Keys that it needs as they are."""


@dataclass(frozen=True)
class Case:
    """A workflow. *browse* is given what the person wants; the tree is run with another wish, as its argument."""

    name: str
    start: Callable[[Path], AbstractContextManager[Application]]
    home: str
    browse: Callable[[Page, Application, str], Awaitable[None]]
    wishes: tuple[str, str]
    other: str
    argument: str
    """Of the tree, what was wished."""
    path: Sequence[Needed]
    records: Callable[[Application, str], Sequence[tuple[str, ...]]]
    fields: tuple[str, ...]
    """Of the tree's records, those that are compared."""
    is_in_php: bool = False


async def follow(page: Page, selector: str) -> None:
    """Click and wait for the next page."""
    async with page.expect_navigation():
        await page.click(selector)


# Django admin


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


def found_books(app: Application, word: str) -> list[tuple[str, ...]]:
    with contextlib.closing(sqlite3.connect(app.folder / "library.sqlite")) as database:
        rows = database.execute(
            "SELECT title, name, price FROM library_book b JOIN library_author a ON a.id = b.author_id"
            " WHERE instr(lower(title), ?) ORDER BY b.id",
            [word],
        ).fetchall()
    return [(title, author, f"{price:.2f}") for title, author, price in rows]


# DokuWiki


async def search_wiki(page: Page, app: Application, word: str) -> None:
    await follow(page, "#dokuwiki__usertools a[href*='do=login']")
    await page.fill("#focus__this", app.user)
    await page.fill("input[type=password]", app.secret)
    await follow(page, "#dw__login button[type=submit]")
    if word == THINGS[0]:
        await follow(page, "#dokuwiki__sitetools a[href*='do=index']")
    await page.fill("#qsearch__in", word)
    await follow(page, "#dw__search button")


def found_pages(_: Application, word: str) -> list[tuple[str, ...]]:
    return [(f"page{number:02}",) for number in range(PAGES) if THINGS[number % len(THINGS)] == word]


# Trac


async def search_tickets(page: Page, app: Application, word: str) -> None:
    await follow(page, "a[href='/login']")
    await page.fill("#username", app.user)
    await page.fill("#password", app.secret)
    await follow(page, "#acctmgr_loginform input[type=submit]")
    await page.fill("#proj-search", word)
    await follow(page, "#search input[type=submit]")
    await follow(page, ".paging a >> text=2")


def found_tickets(_: Application, word: str) -> list[tuple[str, ...]]:
    numbers = [number for number in range(TICKETS) if PLACES[number % len(PLACES)] == word]
    return [(f": defect: Report {number} on the {PLACES[number % len(PLACES)]} (new)",) for number in numbers]


# JupyterLab


async def open_folder(page: Page, app: Application, name: str) -> None:
    await page.fill("#password_input", app.secret)
    await follow(page, "#login_submit")
    row = f".jp-DirListing-item >> text={name}"
    await page.wait_for_selector(".jp-DirListing-item")
    await page.wait_for_load_state("networkidle")
    await page.click(".jp-BreadCrumbs-home")  # it opens what was open the last time
    await page.wait_for_selector(row)
    await page.dblclick(row)
    await page.wait_for_selector(f"text={name}-03.txt")


def found_files(_: Application, name: str) -> list[tuple[str, ...]]:
    return [(f"{name}-{number:02}.txt",) for number in range(FILES)]


CASES = (
    Case(
        "django_admin",
        django_admin,
        "/admin/",
        find_books,
        ("plain", "trees"),
        "books",
        "q",
        (
            Needed("GET /admin/"),  # which leads to the login
            Needed(
                "POST /admin/login/",
                {
                    "form csrfmiddlewaretoken": r"csrfmiddlewaretoken.* of step \d+ \(GET /admin/\)",
                    "form username": "the argument username",
                    "form password": "the secret argument password",
                    "form next": "“/admin/”",  # else it leads to a page that is not there
                },
            ),
            Needed("GET /admin/library/book/", {"query q": "the argument q"}),
        ),
        found_books,
        ("title", "field_author", "field_price"),
    ),
    Case(
        "dokuwiki",
        dokuwiki,
        "/doku.php",
        search_wiki,
        (THINGS[0], THINGS[1]),
        THINGS[3],
        "q",
        (
            Needed("POST /doku.php", {"form u": "the argument username", "form p": "the secret argument password"}),
            Needed("GET /doku.php", {"query q": "the argument q"}, frozenset({"query do"})),
        ),
        found_pages,
        ("wikilink1",),
        is_in_php=True,
    ),
    Case(
        "trac",
        trac,
        "/",
        search_tickets,
        (PLACES[0], PLACES[1]),
        PLACES[2],
        "q",
        (
            Needed("GET /login"),
            Needed(
                "POST /login",
                {
                    "form __FORM_TOKEN": r"__FORM_TOKEN.* of step \d+ \(GET /login\)",
                    "form username": "the argument username",
                    "form password": "the secret argument password",
                },
            ),
            Needed("GET /search", {"query q": "the argument q"}),
        ),
        found_tickets,
        ("searchable",),
    ),
    Case(
        "jupyterlab",
        jupyterlab,
        "/lab",
        open_folder,
        ("rivers", "hills"),
        "coasts",
        "content",
        (
            Needed("GET /lab"),  # which leads to the login
            Needed(
                "POST /login",
                {
                    "form _xsrf": r"_xsrf.* of step \d+ \(GET /lab\)",
                    "form password": "the secret argument password",
                },
            ),
            Needed("GET /api/contents/rivers", {"path 2": "the argument content"}),
        ),
        found_files,
        ("name",),
    ),
)

"""What is browsed in each application, what it needs, found by hand, and what a tree has to bring."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from pathlib import Path

from playwright.async_api import Page

from tests.gallery.application import Application
from tests.gallery.applications.django_admin import django_admin, find_books, found_books
from tests.gallery.applications.dokuwiki import WORDS as THINGS
from tests.gallery.applications.dokuwiki import dokuwiki, found_pages, search_wiki
from tests.gallery.applications.jupyterlab import found_files, jupyterlab, open_folder
from tests.gallery.applications.trac import WORDS as PLACES
from tests.gallery.applications.trac import found_tickets, search_tickets, trac


@dataclass(frozen=True)
class Needed:
    """A request of the smallest path. *values*: by key what its value's origin has to hold, as regular expressions."""

    request: str
    values: Mapping[str, str] = field(default_factory=dict)
    constants: frozenset[str] = frozenset()
    """Keys that it needs as they are."""


@dataclass(frozen=True)
class Case:
    """A workflow. *browse* is given what the person searches for; the tree searches for another, its argument."""

    name: str
    start: Callable[[Path], AbstractContextManager[Application]]
    home: str
    browse: Callable[[Page, Application, str], Awaitable[None]]
    searches: tuple[str, str]
    other: str
    argument: str
    """Of the tree, what was asked for."""
    path: Sequence[Needed]
    records: Callable[[Application, str], Sequence[tuple[str, ...]]]
    fields: tuple[str, ...]
    """Of the tree's records, those that are compared."""
    is_in_php: bool = False
    is_long: bool = False
    """It takes more than a minute, and is inferred on demand (`SCRAPY_BT_LONG_INFERENCE=1`)."""


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
            # The form sends all of them, and other words may need what these did without.
            Needed("GET /doku.php", {"query q": "the argument q"}, frozenset({"query do", "query id"})),
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
        is_long=True,
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
        is_long=True,
    ),
)

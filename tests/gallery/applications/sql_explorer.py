"""django-sql-explorer from PyPI: queries that are kept, with a word that is asked for, shown as a table and as CSV."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application
from ..djangoproject import django_project
from ..workflow import Exhibit, Row, Workflow, follow

THINGS = ("windmill", "footbridge", "quarry")
PLACES = 180
_URLS = """
from django.contrib import admin
urlpatterns = [path("admin/", admin.site.urls), path("explorer/", include("explorer.urls"))]
"""
_SETTINGS = """
EXPLORER_CONNECTIONS, EXPLORER_DEFAULT_CONNECTION = {"Default": "default"}, "default"
EXPLORER_ENABLE_ANONYMOUS_STATS = EXPLORER_AUTORUN_QUERY_WITH_PARAMS = False
"""
_FILL = """
from django.contrib.auth import get_user_model
from django.db import connection
from explorer.ee.db_connections.models import DatabaseConnection
from explorer.models import Query

secret, places, things = sys.argv[1], int(sys.argv[2]), sys.argv[3:]
keeper = get_user_model().objects.create_superuser("keeper", "keeper@office.test", secret)
with connection.cursor() as cursor:
    cursor.execute("create table place (id integer primary key, name text, kind text, height integer)")
    cursor.executemany("insert into place values (%s, %s, %s, %s)",
        [(n, f"The {things[n % 3]} {n}", things[n % 3], n * 37 % 1000) for n in range(places)])
known = DatabaseConnection.objects.first() or DatabaseConnection.objects.create(alias="Default",
    engine=DatabaseConnection.DJANGO, name="default", default=True)
for n, thing in enumerate(things):
    Query.objects.create(title=f"All of {thing}", sql=f"select name, height from place where kind = '{thing}'",
        created_by_user=keeper, database_connection=known)
Query.objects.create(title="By kind", sql="select id, name, height from place where kind = '$$kind$$'",
    created_by_user=keeper, database_connection=known)
for n in range(8):
    Query.objects.create(title=f"Higher than {n * 100}", sql=f"select name from place where height > {n * 100}",
        created_by_user=keeper, database_connection=known)
"""


@contextlib.contextmanager
def sql_explorer(folder: Path) -> Iterator[Application]:
    """Queries of a table of places."""
    words = ("quiet & please", str(PLACES), *THINGS)
    needed = ("django-sql-explorer", "django<6")
    with django_project(
        "sql_explorer", folder, needed, ("explorer",), _URLS, _FILL, words, {}, _SETTINGS
    ) as application:
        yield application


async def log_in(page: Page, app: Application) -> None:
    await page.fill("input[name=username]", app.user)
    await page.fill("input[name=password]", app.secret)
    await follow(page, "input[type=submit]")


async def ask(page: Page, app: Application, kind: str) -> None:
    await log_in(page, app)
    await follow(page, "#queries a:has-text('By kind')")
    await page.fill("#kind_param", kind)
    await follow(page, "#save_button")
    await page.wait_for_selector("#preview tr.data-row")


async def export(page: Page, app: Application, title: str) -> None:
    await log_in(page, app)
    async with page.expect_download():
        await page.click(f"#queries tr:has-text('{title}') a[href$='/download']")


async def choose(page: Page, app: Application, title: str) -> None:
    await log_in(page, app)
    await follow(page, f"#queries a:text-is('{title}')")
    await page.wait_for_selector("#preview tr.data-row")


def of_kind(_: Application, kind: str) -> Sequence[Row]:
    own = [number for number in range(PLACES) if THINGS[number % 3] == kind]
    return [(str(number), f"The {kind} {number}", str(number * 37 % 1000)) for number in own]


def titled(app: Application, title: str) -> Sequence[Row]:
    return [row[1:] for row in of_kind(app, title.rpartition(" ")[2])]


_TITLES = ({"title": "All of windmill"}, {"title": "All of quarry"})
_HOME = "/explorer/"

EXHIBIT = Exhibit(
    "sql_explorer",
    "queries of a database",
    sql_explorer,
    (
        Workflow("asked", ask, ({"kind": "windmill"}, {"kind": "quarry"}), {"kind": "footbridge"}, of_kind, _HOME),
        Workflow("chosen", choose, _TITLES, {"title": "All of footbridge"}, titled, _HOME),
        Workflow("exported", export, _TITLES, {"title": "All of footbridge"}, titled, _HOME),
    ),
)

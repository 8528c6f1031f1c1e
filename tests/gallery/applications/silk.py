"""django-silk from PyPI: requests that a server had, as cards or lines, filtered by a form that the session keeps."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application
from ..djangoproject import django_project
from ..workflow import Exhibit, Row, Workflow, follow

VIEWS = ("windmill", "footbridge", "quarry")
METHODS = ("GET", "POST", "PUT")
REQUESTS = 66
_URLS = 'urlpatterns = [path("silk/", include("silk.urls", namespace="silk"))]\n'
_FILL = """
import datetime
from silk.models import Request, Response
number, views, methods = int(sys.argv[1]), sys.argv[2].split(), sys.argv[3].split()
for n in range(number):
    when = datetime.datetime(2021, 3, 1, tzinfo=datetime.timezone.utc) + datetime.timedelta(hours=n)
    asked = Request.objects.create(path=f"/{views[n % 3]}/{n}/", method=methods[n // 3 % 3], start_time=when,
        end_time=when + datetime.timedelta(milliseconds=10 + n), view_name=f"views.{views[n % 3]}", time_taken=10 + n,
        num_sql_queries=n % 5)
    Response.objects.create(request=asked, status_code=200 + n % 2)
"""


@contextlib.contextmanager
def silk(folder: Path) -> Iterator[Application]:
    """Requests of three kinds of three views."""
    words = (str(REQUESTS), " ".join(VIEWS), " ".join(METHODS))
    with django_project("silk", folder, ("django-silk==5.6", "django<6"), ("silk",), _URLS, _FILL, words, {}) as app:
        yield app


async def filtered(page: Page, _: Application, view: str) -> None:
    await page.click("#filter-button")
    await page.select_option("select[name=filter-viewname-value]", label=view)
    await follow(page, "button.apply-div:text-is('Apply')")


async def shown(page: Page, _: Application, number: str) -> None:
    async with page.expect_navigation():
        await page.select_option("select[name=show]", number)


def of_view(_: Application, view: str) -> Sequence[Row]:
    return [row(n) for n in range(REQUESTS) if view == f"views.{VIEWS[n % 3]}"][-25:]


def newest(_: Application, number: str) -> Sequence[Row]:
    return [row(n) for n in range(REQUESTS)][-int(number) :]


def row(number: int) -> Row:
    return f"{200 + number % 2} {METHODS[number // 3 % 3]}", f"/{VIEWS[number % 3]}/{number}/"


EXHIBIT = Exhibit(
    "silk",
    "requests that a server had",
    silk,
    (
        Workflow(
            "filtered",
            filtered,
            ({"view": "views.windmill"}, {"view": "views.quarry"}),
            {"view": "views.footbridge"},
            of_view,
            "/silk/requests/",
        ),
        Workflow("shown", shown, ({"number": "10"}, {"number": "100"}), {"number": "5"}, newest, "/silk/requests/"),
    ),
)

"""A table made with iommi from PyPI: Django, filters that a script sends as one types, columns that sort, pages."""

from __future__ import annotations

import contextlib
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, free_port, installed, served
from ..workflow import Exhibit, Row, Workflow

THINGS = ("windmill", "footbridge", "quarry")
KEEPERS = 7
PLACES = 135
_SETTINGS = """
BASE = __file__.rsplit("/", 1)[0]
SECRET_KEY, DEBUG, ALLOWED_HOSTS, ROOT_URLCONF, USE_TZ = "for tests", True, ["*"], "urls", True
STATIC_URL, DEFAULT_AUTO_FIELD = "/static/", "django.db.models.AutoField"
DATABASES = {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": BASE + "/places.sqlite"}}
INSTALLED_APPS = ["django.contrib.auth", "django.contrib.contenttypes", "django.contrib.staticfiles", "iommi", "places"]
MIDDLEWARE = ["iommi.middleware"]
TEMPLATES = [{"BACKEND": "django.template.backends.django.DjangoTemplates", "APP_DIRS": True, "OPTIONS": {
    "context_processors": ["django.template.context_processors.request"]}}]
IOMMI_DEFAULT_STYLE = "bootstrap5"
"""
_MODELS = """
from django.db import models
class Place(models.Model):
    title = models.CharField(max_length=99)
    keeper = models.CharField(max_length=99)
    height = models.IntegerField()
    def __str__(self):
        return self.title
"""
_URLS = """
from django.urls import path
from iommi import Table
from places.models import Place
urlpatterns = [path("", Table(auto__model=Place, page_size=15, columns__title__filter__include=True,
    columns__keeper__filter__include=True).as_view())]
"""
_FILL = """
import sys
import django
django.setup()
from django.core.management import call_command
from places.models import Place
call_command("migrate", "--run-syncdb", verbosity=0)
places, keepers, things = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:]
for n in range(places):
    title = f"The {things[n % len(things)]} {n}"
    Place.objects.create(title=title, keeper=f"keeper {n % keepers}", height=n * 37 % 1000)
"""


@contextlib.contextmanager
def iommi(folder: Path) -> Iterator[Application]:
    """Places of three kinds with their keepers."""
    programs = installed("iommi", "iommi>=7", "django>=5.2,<6")
    (folder / "settings.py").write_text(_SETTINGS)
    (folder / "urls.py").write_text(_URLS)
    (folder / "places").mkdir()
    (folder / "places" / "__init__.py").touch()
    (folder / "places" / "models.py").write_text(_MODELS)
    own = {"DJANGO_SETTINGS_MODULE": "settings", "PYTHONPATH": str(folder)}
    fill = [programs / "python", "-c", _FILL, str(PLACES), str(KEEPERS), *THINGS]
    subprocess.run(fill, check=True, capture_output=True, cwd=folder, env=own)
    url = f"http://127.0.0.1:{free_port(folder)}"
    serve = [programs / "python", "-m", "django", "runserver", "--noreload", url.removeprefix("http://")]
    with served(serve, url, folder, own):
        yield Application(url, "", "", folder)


async def filter_keeper(page: Page, _: Application, keeper: str) -> None:
    async with page.expect_response(lambda answer: "keeper=" in answer.url):
        await page.fill("input[name=keeper]", keeper)
    await page.wait_for_timeout(700)
    ahead = page.locator("a[aria-label='Next Page']:visible")
    while await ahead.count():
        async with page.expect_response(lambda answer: "page=" in answer.url):
            await ahead.first.click()
        await page.wait_for_timeout(700)


async def sort(page: Page, _: Application, order: str) -> None:
    for _click in range(2 if order.startswith("-") else 1):
        async with page.expect_response(lambda answer: "order=" in answer.url):
            await page.click(f"th a:has-text('{order.removeprefix('-').title()}')")
        await page.wait_for_timeout(700)


def _row(number: int) -> Row:
    return f"The {THINGS[number % 3]} {number}", f"keeper {number % KEEPERS}", str(_height(number))


def _height(number: int) -> int:
    return number * 37 % 1000


def kept(_: Application, keeper: str) -> Sequence[Row]:
    return [_row(number) for number in range(PLACES) if f"keeper {number % KEEPERS}" == keeper]


def first_sorted(_: Application, order: str) -> Sequence[Row]:
    """The first page: fifteen of them."""
    by = _height if order.endswith("height") else lambda number: _row(number)[0]
    return [_row(number) for number in sorted(range(PLACES), key=by, reverse=order.startswith("-"))[:15]]


EXHIBIT = Exhibit(
    "iommi",
    "filters as one types",
    iommi,
    (
        Workflow(
            "filter", filter_keeper, ({"keeper": "keeper 2"}, {"keeper": "keeper 5"}), {"keeper": "keeper 4"}, kept
        ),
        Workflow("sorted", sort, ({"order": "-height"}, {"order": "title"}), {"order": "height"}, first_sorted),
    ),
)

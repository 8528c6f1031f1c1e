"""Unfold from PyPI, another look of Django's admin, with django-import-export: filters in a drawer, files to be had."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application
from ..djangoproject import django_project
from ..workflow import Exhibit, Row, Workflow, follow, read_two

THINGS = ("windmill", "footbridge", "quarry")
KEEPERS = ("Ada", "Bert", "Cora", "Dora", "Emil")
PLACES = 270
_URLS = """
from django.contrib import admin
urlpatterns = [path("admin/", admin.site.urls)]
"""
_SETTINGS = """
INSTALLED_APPS = ["unfold", "unfold.contrib.filters", "unfold.contrib.import_export", *INSTALLED_APPS, "import_export",
    "places"]
"""
_MODELS = """
from django.db import models

class Place(models.Model):
    name, kind = models.CharField(max_length=80), models.CharField(max_length=20)
    keeper, height = models.CharField(max_length=20), models.IntegerField()
    note = models.TextField()
    def __str__(self):
        return self.name
"""
_ADMIN = """
from django.contrib import admin
from import_export.admin import ImportExportModelAdmin
from unfold.admin import ModelAdmin
from unfold.contrib.filters.admin import ChoicesDropdownFilter, FieldTextFilter
from unfold.contrib.import_export.forms import ExportForm
from .models import Place

@admin.register(Place)
class PlaceAdmin(ModelAdmin, ImportExportModelAdmin):
    list_display, search_fields, list_per_page = ("name", "kind", "keeper", "height"), ("name",), 20
    list_filter, list_filter_submit, export_form_class = [("keeper", FieldTextFilter)], True, ExportForm
    ordering = ("id",)
"""
_FILL = """
from django.contrib.auth import get_user_model
call_command("migrate", run_syncdb=True, verbosity=0)
from places.models import Place

secret, places, things, keepers = sys.argv[1], int(sys.argv[2]), sys.argv[3:6], sys.argv[6:]
get_user_model().objects.create_superuser("keeper", "keeper@office.test", secret)
Place.objects.bulk_create(Place(name=f"The {things[n % 3]} {n}", kind=things[n % 3], keeper=keepers[n % 5],
    height=n * 37 % 1000, note=f"Seen from road {n * 7}") for n in range(places))
"""


@contextlib.contextmanager
def unfold(folder: Path) -> Iterator[Application]:
    """Places of three kinds, each with a keeper."""
    (folder / "places").mkdir()
    for name, text in (("__init__", ""), ("models", _MODELS), ("admin", _ADMIN)):
        (folder / "places" / f"{name}.py").write_text(text)
    words = ("quiet & please", str(PLACES), *THINGS, *KEEPERS)
    needed = ("django-unfold", "django-import-export", "django<6")
    with django_project("unfold", folder, needed, (), _URLS, _FILL, words, {}, _SETTINGS) as application:
        yield application


async def log_in(page: Page, app: Application) -> None:
    await page.fill("input[name=username]", app.user)
    await page.fill("input[name=password]", app.secret)
    await follow(page, "button[type=submit]")
    await follow(page, "a[href='/admin/places/place/']:visible >> nth=0")


async def turn_pages(page: Page) -> None:
    """Go to the last page by the numbers below the table."""
    number = 2
    while await page.locator(f"a[href*='p={number}']:text-is('{number}'):visible").count():
        await follow(page, f"a[href*='p={number}']:text-is('{number}'):visible")
        number += 1


async def look_for(page: Page, word: str) -> None:
    await page.fill("input[name=q]:visible", word)
    async with page.expect_navigation():
        await page.press("input[name=q]:visible", "Enter")


async def search(page: Page, app: Application, word: str) -> None:
    await log_in(page, app)
    await look_for(page, word)
    await turn_pages(page)


async def filtered(page: Page, app: Application, name: str) -> None:
    await log_in(page, app)
    await page.click("a:has-text('Filters') >> visible=true >> nth=0")
    await page.fill("input[name=keeper__icontains]:visible", name)
    await follow(page, "button:has-text('Apply'):visible")
    await turn_pages(page)


async def details(page: Page, app: Application, word: str) -> None:
    await log_in(page, app)
    await look_for(page, word)
    await read_two(page, "#result_list a[href*='/change/']", 1, 4)


async def export(page: Page, app: Application, word: str) -> None:
    await log_in(page, app)
    await look_for(page, word)
    await follow(page, "a[href*='/export/']:visible >> nth=0")
    await page.select_option("select[name=format]", label="csv")
    async with page.expect_download():
        await page.click("button[type=submit]:visible, input[type=submit]:visible")


def row(number: int) -> Row:
    kind = THINGS[number % 3]
    return (f"The {kind} {number}", kind, KEEPERS[number % 5], str(number * 37 % 1000))


def found(_: Application, word: str) -> Sequence[Row]:
    return [row(number) for number in range(PLACES) if THINGS[number % 3] == word]


def kept(_: Application, name: str) -> Sequence[Row]:
    return [row(number) for number in range(PLACES) if KEEPERS[number % 5] == name]


def noted(_: Application, word: str) -> Sequence[Row]:
    """Those of the first page."""
    own = [number for number in range(PLACES) if THINGS[number % 3] == word][:20]
    return [(*row(number), f"Seen from road {number * 7}") for number in own]


def written(_: Application, word: str) -> Sequence[Row]:
    own = [number for number in range(PLACES) if THINGS[number % 3] == word]
    return [(*row(number), f"Seen from road {number * 7}") for number in own]


_WORDS = ({"word": "windmill"}, {"word": "quarry"})
_HOME = "/admin/"

EXHIBIT = Exhibit(
    "unfold",
    "an admin of another look",
    unfold,
    (
        Workflow("search", search, _WORDS, {"word": "footbridge"}, found, _HOME),
        Workflow("filtered", filtered, ({"name": "Ada"}, {"name": "Dora"}), {"name": "Cora"}, kept, _HOME),
        Workflow("details", details, _WORDS, {"word": "footbridge"}, noted, _HOME),
        Workflow("exported", export, _WORDS, {"word": "footbridge"}, written, _HOME),
    ),
)

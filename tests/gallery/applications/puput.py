"""Puput from PyPI: a blog made with Wagtail, with a sidebar of last and popular entries, categories, and a search."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application
from ..djangoproject import django_project
from ..workflow import Exhibit, Row, Workflow, follow, read_two, turn

THINGS = ("windmill", "footbridge", "quarry")
ENTRIES = 72
_URLS = """
urlpatterns = [path("", include("puput.urls"))]
"""
_SETTINGS = """
WAGTAIL_SITE_NAME, WAGTAILADMIN_BASE_URL = "Walks", "http://127.0.0.1"
MIDDLEWARE.append("wagtail.contrib.redirects.middleware.RedirectMiddleware")
from puput import PUPUT_APPS
INSTALLED_APPS += list(PUPUT_APPS)
"""
_FILL = """
import datetime
from django.contrib.auth import get_user_model
from puput.models import BlogPage, Category, CategoryEntryPage, EntryPage

entries, things = int(sys.argv[1]), sys.argv[2:]
call_command("puput_initial_data")
blog = BlogPage.objects.first()
blog.num_entries_page = 5
blog.save()
keeper = get_user_model().objects.create_superuser("keeper", "keeper@office.test", "none")
kinds = {thing: Category.objects.create(name=thing.capitalize(), slug=thing) for thing in things}
for n in range(entries):
    thing = things[n % 3]
    when = datetime.datetime(2024, 1 + n % 6, 1 + n % 27, n % 24, tzinfo=datetime.timezone.utc)
    entry = EntryPage(title=f"Walk {n} to the {thing}", slug=f"walk-{n}", owner=keeper, date=when,
        excerpt=f"<p>Seen from road {n * 7}.</p>", body=f"<p>The way begins at mile {n * 3}.</p><p>Bring boots.</p>")
    blog.add_child(instance=entry)
    entry.save_revision().publish()
    CategoryEntryPage.objects.create(category=kinds[thing], page=entry)
call_command("update_index", verbosity=0)
"""


@contextlib.contextmanager
def puput(folder: Path) -> Iterator[Application]:
    """Entries about three things; pages are turned by their numbers."""
    words = (str(ENTRIES), *THINGS)
    with django_project("puput", folder, ("puput==2.2.0", "django<5.2"), (), _URLS, _FILL, words, {}, _SETTINGS) as app:
        yield app


_NEXT = ".pagination .endless_page_current + a >> nth=0"
_TITLES = "article.page-content h2 a"


async def search(page: Page, _: Application, word: str) -> None:
    await page.fill("input[name=q]", word)
    await follow(page, "form.search_form button")
    await turn(page, _NEXT)


async def category(page: Page, _: Application, name: str) -> None:
    await follow(page, f".blog_sidebar a[href$='/category/{name}/']")
    await turn(page, _NEXT)


async def read(page: Page, _: Application, name: str) -> None:
    await follow(page, f".blog_sidebar a[href$='/category/{name}/']")
    await read_two(page, _TITLES, 0, 2)
    await page.go_back()
    await follow(page, _NEXT)
    await follow(page, f"{_TITLES} >> nth=1")


def found(_: Application, word: str) -> Sequence[Row]:
    own = [number for number in range(ENTRIES) if THINGS[number % 3] == word]
    return [(f"Walk {number} to the {word}", f"Seen from road {number * 7}.") for number in own]


def filed(app: Application, name: str) -> Sequence[Row]:
    return found(app, name)


def whole(app: Application, name: str) -> Sequence[Row]:
    own = [number for number in range(ENTRIES) if THINGS[number % 3] == name]
    return [(f"Walk {n} to the {name}", f"The way begins at mile {n * 3}. Bring boots.") for n in own]


_NAMES = ({"name": "windmill"}, {"name": "quarry"})
_HOME = "/blog/"

EXHIBIT = Exhibit(
    "puput",
    "a blog",
    puput,
    (
        Workflow("search", search, ({"word": "windmill"}, {"word": "quarry"}), {"word": "footbridge"}, found, _HOME),
        Workflow("category", category, _NAMES, {"name": "footbridge"}, filed, _HOME),
        Workflow("read", read, _NAMES, {"name": "footbridge"}, whole, _HOME),
    ),
)

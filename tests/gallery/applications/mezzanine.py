"""Mezzanine from PyPI: a blog with categories, archives by month beside it, and a search that tells kinds apart."""

from __future__ import annotations

import contextlib
import os
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, free_port, installed, served
from ..workflow import Exhibit, Row, Workflow, follow, read_two, turn

THINGS = ("windmill", "footbridge", "quarry")
WRITERS = ("Ada", "Bert", "Cleo", "Dora")
MONTHS = ("January", "February", "March", "April", "May")
POSTS = 92
_SETTINGS = """
SECRET_KEY, NEVERCACHE_KEY, DEBUG = "for tests", "for tests too", True
DATABASES = {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": __file__.rsplit("/", 2)[0] + "/blog.sqlite"}}
"""
_FILL = """
import datetime, sys
import django
django.setup()
from django.contrib.auth import get_user_model
from django.core.management import call_command
from mezzanine.blog.models import BlogCategory, BlogPost

call_command("createdb", interactive=False, nodata=True, verbosity=0)
posts, things, writers = int(sys.argv[1]), sys.argv[2].split(), sys.argv[3].split()
kinds = [BlogCategory.objects.create(title=thing.capitalize()) for thing in things]
people = [get_user_model().objects.create_user(name.lower(), first_name=name) for name in writers]
for n in range(posts):
    when = datetime.datetime(2023, 1 + n % 5, 1 + n % 27, n % 24, tzinfo=datetime.timezone.utc)
    post = BlogPost.objects.create(title=f"Walk {n} to the {things[n % 3]}", user=people[n % 4], publish_date=when,
        content=f"<p>Seen from road {n * 7}.</p><p>Bring boots.</p>")
    post.categories.add(kinds[n % 3])
"""


@contextlib.contextmanager
def mezzanine(folder: Path) -> Iterator[Application]:
    """Posts about three things, by four people, in five months."""
    programs = installed("mezzanine", "Mezzanine==6.1.1", "setuptools<80")
    subprocess.run([programs / "mezzanine-project", "walks", "."], check=True, capture_output=True, cwd=folder)
    (folder / "walks" / "local_settings.py").write_text(_SETTINGS)
    own = {"DJANGO_SETTINGS_MODULE": "walks.settings", "PYTHONPATH": str(folder), "PYTHONWARNINGS": "ignore"}
    fill = [programs / "python", "-c", _FILL, str(POSTS), " ".join(THINGS), " ".join(WRITERS)]
    subprocess.run(fill, check=True, capture_output=True, cwd=folder, env={**os.environ, **own})
    url = f"http://127.0.0.1:{free_port(folder)}"
    serve = [programs / "python", "manage.py", "runserver", "--noreload", url.removeprefix("http://")]
    with served(serve, f"{url}/blog/", folder, own):
        yield Application(url, "", "", folder)


_NEXT = ".pagination li:not(.disabled) a:has-text('→')"
_TITLES = ".middle h1 a, .middle h2 a, .middle h3 a"


async def search(page: Page, _: Application, word: str) -> None:
    await page.fill("input[name=q]", word)
    await follow(page, "form:has(input[name=q]) [type=submit]")
    await turn(page, f"{_NEXT} >> nth=0")


async def month(page: Page, _: Application, month: str) -> None:
    await follow(page, f".right a:text-is('{month}')")
    await turn(page, f"{_NEXT} >> nth=0")


async def posts(page: Page, _: Application, writer: str) -> None:
    await follow(page, f".right a[href='/blog/author/{writer}/']")
    await read_two(page, _TITLES, 0, 2)
    await page.go_back()
    await follow(page, f"{_NEXT} >> nth=0")
    await follow(page, f"{_TITLES} >> nth=0")


def found(_: Application, word: str) -> Sequence[Row]:
    return [(title(n),) for n in range(POSTS) if word in title(n)]


def of_month(_: Application, month: str) -> Sequence[Row]:
    return [(title(n), WRITERS[n % 4]) for n in range(POSTS) if MONTHS[n % 5] == month]


def of_writer(_: Application, writer: str) -> Sequence[Row]:
    numbers = [n for n in range(POSTS) if WRITERS[n % 4].lower() == writer]
    return [(title(n), WRITERS[n % 4], f"Seen from road {n * 7}.") for n in numbers]


def title(number: int) -> str:
    return f"Walk {number} to the {THINGS[number % 3]}"


EXHIBIT = Exhibit(
    "mezzanine",
    "a blog with archives",
    mezzanine,
    (
        Workflow("search", search, ({"word": "windmill"}, {"word": "quarry"}), {"word": "footbridge"}, found, "/blog/"),
        Workflow(
            "month",
            month,
            ({"month": "January"}, {"month": "April"}),
            {"month": "March"},
            of_month,
            "/blog/",
        ),
        Workflow("posts", posts, ({"writer": "ada"}, {"writer": "dora"}), {"writer": "cleo"}, of_writer, "/blog/"),
    ),
)

"""NEMO from PyPI, the people of a laboratory: a search over pages with `next` alone, and details by labels."""

from __future__ import annotations

import contextlib
import os
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, free_port, installed, served
from ..workflow import Exhibit, Row, Workflow, follow, turn

NAMES = ("Ada", "Berta", "Cora", "Dora")
PLACES = ("Lane", "Moor", "Hill")
PEOPLE = 240
_SETTINGS = """
from NEMO.tests.test_settings import *
DATABASES = {{"default": {{"ENGINE": "django.db.backends.sqlite3", "NAME": "{folder}/nemo.sqlite"}}}}
ALLOWED_HOSTS = ["*"]
AUTHENTICATION_BACKENDS = ["laboratory_door.Door"]
MEDIA_ROOT = "{folder}/media"
LOGGING = {{}}
"""
_DOOR = """
from django.contrib.auth.backends import ModelBackend
from NEMO.models import User
class Door(ModelBackend):
    def authenticate(self, request, username=None, password=None, **keyword_args):
        return User.objects.get(username=username) if password == "quiet & please" else None
"""
_FILL = """
import sys
import django
django.setup()
from datetime import datetime, timezone
from django.core.management import call_command
call_command("migrate", verbosity=0)
from NEMO.models import Account, Project, User
people, names, places = int(sys.argv[1]), *(a.split(",") for a in sys.argv[2:])
joined = datetime(2021, 3, 1, tzinfo=timezone.utc)
User.objects.create(username="keeper", first_name="Kay", last_name="Eeper", email="k@lab.example", badge_number="1",
    is_staff=True, is_superuser=True, is_user_office=True, training_required=False, date_joined=joined)
for n in range(people):
    User.objects.create(username=f"guest{n + 300}", first_name=names[n % 4], last_name=f"{places[n // 4 % 3]}{n + 31}",
        email=f"guest{n + 300}@lab.example", badge_number=str(n + 5000), date_joined=joined, training_required=False)
"""


@contextlib.contextmanager
def nemo(folder: Path) -> Iterator[Application]:
    """A laboratory with people who share their first names in turn."""
    python = installed("nemo", "NEMO==8.1.5") / "python"
    (folder / "laboratory.py").write_text(_SETTINGS.format(folder=folder))
    (folder / "laboratory_door.py").write_text(_DOOR)
    own = {"DJANGO_SETTINGS_MODULE": "laboratory", "PYTHONPATH": str(folder), "PYTHONWARNINGS": "ignore"}
    fill: list[str | Path] = [python, "-c", _FILL, str(PEOPLE), ",".join(NAMES), ",".join(PLACES)]
    subprocess.run(fill, check=True, capture_output=True, cwd=folder, env={**os.environ, **own})
    url = f"http://127.0.0.1:{free_port(folder)}"
    serve: list[str | Path] = [python, "-m", "django", "runserver", "--noreload", url.removeprefix("http://")]
    with served(serve, f"{url}/login/", folder, own):
        yield Application(url, "keeper", "quiet & please", folder)


async def _find(page: Page, app: Application, name: str) -> None:
    await page.fill("[name=username]", app.user)
    await page.fill("[name=password]", app.secret)
    await follow(page, "[type=submit]")
    await page.click("a:has-text('Administration')")
    await follow(page, "a[href='/users/']")
    await page.fill("[name=users_query]", name)
    await follow(page, "[value=Search]")


async def search(page: Page, app: Application, name: str) -> None:
    await _find(page, app, name)
    await turn(page, "a >> text=/^next$/")


async def person(page: Page, app: Application, name: str) -> None:
    await _find(page, app, name)
    await follow(page, "td a:has-text('View') >> nth=0")
    await page.go_back()
    await follow(page, "td a:has-text('View') >> nth=3")
    await page.go_back()
    await turn(page, "a >> text=/^next$/")
    await follow(page, "td a:has-text('View') >> nth=1")


def _own(name: str) -> list[int]:
    return [n for n in range(PEOPLE) if NAMES[n % 4] == name]


def listed(_: Application, name: str) -> Sequence[Row]:
    return [(name, f"{PLACES[n // 4 % 3]}{n + 31}", f"guest{n + 300}") for n in _own(name)]


def facts(_: Application, name: str) -> Sequence[Row]:
    return [(f"guest{n + 300}", f"guest{n + 300}@lab.example", str(n + 5000)) for n in _own(name)]


_HOME = "/login/"
_SEARCHES = ({"name": "Berta"}, {"name": "Dora"})

EXHIBIT = Exhibit(
    "nemo",
    "a laboratory's people",
    nemo,
    (
        Workflow("search", search, _SEARCHES, {"name": "Ada"}, listed, _HOME),
        Workflow("person", person, _SEARCHES, {"name": "Ada"}, facts, _HOME),
    ),
)

"""Wafer from PyPI, a conference's site: a grid of speakers, the talks of each, and what each talk is about."""

from __future__ import annotations

import contextlib
import os
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, free_port, installed, served
from ..workflow import Exhibit, Row, Workflow, follow, read_two

SPEAKERS = ("Ada Lane", "Berta Moor", "Cora Hill", "Dora Field", "Edna Brook", "Fanny Wood")
TRACKS = ("Windmills", "Footbridges", "Quarries")
TYPES = ("Lecture", "Workshop")
TALKS = 66
_SETTINGS = """
from wafer.settings import *
DATABASES = {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": "walks.sqlite"}}
CACHES = {name: {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"} for name in ("default", WAFER_CACHE)}
DEBUG, ALLOWED_HOSTS, WAFER_CONFERENCE_NAME = True, ["*"], "Walks"
"""
_FILL = """
import sys
import django
django.setup()
from django.core.management import call_command
call_command("migrate", verbosity=0)
call_command("wafer_add_default_groups")
from django.contrib.auth.models import User
from wafer.talks.models import Talk, TalkType, Track
count, speakers, tracks, types = int(sys.argv[1]), *(part.split(",") for part in sys.argv[2:])
users = []
for name in speakers:
    first, last = name.split()
    users.append(User.objects.create_user(first.lower(), f"{first}@walks.example", first_name=first, last_name=last))
kinds = [TalkType.objects.create(name=name, order=n, description=name) for n, name in enumerate(types)]
parts = [Track.objects.create(name=name, order=n, description=name) for n, name in enumerate(tracks)]
for n in range(count):
    talk = Talk.objects.create(title=f"What part {n * 7 + 10} is for", status="A", talk_type=kinds[n // 6 % 2],
        track=parts[n // 12 % 3], abstract=f"It needs {n * 3 + 5} nails and {n + 2} planks.",
        corresponding_author=users[n % 6])
    talk.authors.add(users[n % 6])
"""


@contextlib.contextmanager
def wafer(folder: Path) -> Iterator[Application]:
    """Talks of two types in three tracks, by six speakers."""
    python = installed("wafer", "wafer==0.17.0") / "python"
    (folder / "settings.py").write_text(_SETTINGS)
    own = {"DJANGO_SETTINGS_MODULE": "settings", "PYTHONPATH": str(folder), "PYTHONWARNINGS": "ignore"}
    fill = [python, "-c", _FILL, str(TALKS), *(",".join(names) for names in (SPEAKERS, TRACKS, TYPES))]
    subprocess.run(fill, check=True, capture_output=True, cwd=folder, env={**os.environ, **own})
    url = f"http://127.0.0.1:{free_port(folder)}"
    serve = [python, "-m", "django", "runserver", "--noreload", url.removeprefix("http://")]
    with served(serve, f"{url}/talks/", folder, own):
        yield Application(url, "", "", folder)


async def talks(page: Page, _: Application, speaker: str) -> None:
    await follow(page, f".wafer-speakers-name a:has-text('{speaker}') >> nth=0")


async def details(page: Page, app: Application, speaker: str) -> None:
    await talks(page, app, speaker)
    await read_two(page, ".card-title a", 1, 4)


def title(number: int) -> str:
    return f"What part {number * 7 + 10} is for"


def said(number: int) -> str:
    return f"It needs {number * 3 + 5} nails and {number + 2} planks."


def _own(speaker: str) -> list[int]:
    return [number for number in range(TALKS) if SPEAKERS[number % 6] == speaker]


def told(_: Application, speaker: str) -> Sequence[Row]:
    return [(title(number), said(number)) for number in _own(speaker)]


def facts(_: Application, speaker: str) -> Sequence[Row]:
    return [(title(n), TRACKS[n // 12 % 3], TYPES[n // 6 % 2], said(n)) for n in _own(speaker)]


_INPUTS = ({"speaker": SPEAKERS[1]}, {"speaker": SPEAKERS[4]})
_HOME = "/talks/speakers/"

EXHIBIT = Exhibit(
    "wafer",
    "a conference's talks",
    wafer,
    (
        Workflow("talks", talks, _INPUTS, {"speaker": SPEAKERS[2]}, told, _HOME),
        Workflow("details", details, _INPUTS, {"speaker": SPEAKERS[2]}, facts, _HOME),
    ),
)

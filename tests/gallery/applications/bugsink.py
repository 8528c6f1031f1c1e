"""Bugsink from PyPI, errors that programs tell of: a search in a project, pages by signs, and what one error says."""

from __future__ import annotations

import contextlib
import os
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, free_port, installed, served
from ..workflow import Exhibit, Row, Workflow, follow, read_two, turn

KINDS = ("Leak", "Jam", "Flood")
PARTS = ("pump", "wheel", "sluice")
ERRORS = 810
_FILL = """
import json, sys, uuid
import django
django.setup()
from datetime import datetime, timedelta, timezone
from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.test import Client
call_command("migrate", verbosity=0)
call_command("migrate", "snappea", database="snappea", verbosity=0)
from projects.models import Project
from teams.models import Team
get_user_model().objects.create_superuser("keeper", "keeper@mills.example", "quiet & please")
errors, kinds, parts = int(sys.argv[1]), *(a.split(",") for a in sys.argv[2:])
team = Team.objects.create(name="Millers")
mill, quarry, forge = (Project.objects.create(team=team, name=name) for name in ("Mill", "Quarry", "Forge"))
sender, begin = Client(), datetime(2026, 3, 1, tzinfo=timezone.utc)
def send(project, n, kind, said, group):
    frame = {"filename": f"mill{group}.py", "function": f"turn_{group}", "lineno": group + 10}
    told = {"type": kind, "value": said, "stacktrace": {"frames": [frame]}}
    event = {"event_id": uuid.UUID(int=n * 7919 + 2**90).hex, "timestamp": (begin + timedelta(hours=n)).isoformat(),
        "platform": "python", "transaction": f"/walks/{group}", "exception": {"values": [told]},
        "fingerprint": [f"{project.name} {group}"], "release": f"2.{n}"}
    sender.post(f"/api/{project.id}/store/?sentry_key={project.sentry_key.hex}", json.dumps(event),
        content_type="application/json")
for n in range(errors):
    send(mill, n, f"{kinds[n // 3 % 3]}Error", f"{parts[n % 3]} {n + 40} stands still", n)
"""


@contextlib.contextmanager
def bugsink(folder: Path) -> Iterator[Application]:
    """A mill's errors, each of its own, in which three parts stand still in turn."""
    programs = installed("bugsink", "bugsink==2.6.2")
    url = f"http://127.0.0.1:{free_port(folder)}"
    host, _, port = url.removeprefix("http://").partition(":")
    asked: list[str | Path] = [programs / "bugsink-create-conf", "--template=local", f"--host={host}", f"--port={port}"]
    subprocess.run(asked, check=True, capture_output=True, cwd=folder)
    own = {"DJANGO_SETTINGS_MODULE": "bugsink_conf", "PYTHONPATH": str(folder)}
    fill: list[str | Path] = [programs / "python", "-c", _FILL, str(ERRORS), ",".join(KINDS), ",".join(PARTS)]
    subprocess.run(fill, check=True, capture_output=True, cwd=folder, env={**os.environ, **own})
    with served([programs / "gunicorn", f"--bind={host}:{port}", "bugsink.wsgi"], url, folder, own):
        yield Application(url, "keeper", "quiet & please", folder)


async def _find(page: Page, app: Application, part: str) -> None:
    await page.fill("[name=username]", app.user)
    await page.fill("[name=password]", app.secret)
    await follow(page, "button:has-text('Login')")
    await follow(page, "a:has-text('Mill') >> nth=0")
    await page.fill("[name=q]", part)
    async with page.expect_navigation():
        await page.keyboard.press("Enter")


_NEXT = "a[title='Next page']"


async def search(page: Page, app: Application, part: str) -> None:
    await _find(page, app, part)
    await turn(page, _NEXT)


async def details(page: Page, app: Application, part: str) -> None:
    await _find(page, app, part)
    await read_two(page, "td a[href*='/issue/']", 0, 4)
    await page.go_back()
    await turn(page, _NEXT)
    await follow(page, "td a[href*='/issue/'] >> nth=2")


def _own(part: str) -> list[int]:
    return [n for n in range(ERRORS) if PARTS[n % 3] == part]


def _said(number: int) -> str:
    return f"{PARTS[number % 3]} {number + 40} stands still"


def listed(_: Application, part: str) -> Sequence[Row]:
    return [(f"{KINDS[n // 3 % 3]}Error: {_said(n)}",) for n in _own(part)]


def facts(_: Application, part: str) -> Sequence[Row]:
    return [(f"{KINDS[n // 3 % 3]}Error", _said(n), f"MILL-{n + 1}") for n in _own(part)]


_PARTS = ({"part": "wheel"}, {"part": "sluice"})

EXHIBIT = Exhibit(
    "bugsink",
    "errors of programs",
    bugsink,
    (
        Workflow("search", search, _PARTS, {"part": "pump"}, listed),
        Workflow("details", details, _PARTS, {"part": "pump"}, facts),
    ),
)

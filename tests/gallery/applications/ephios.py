"""ephios from PyPI, who works at which event: a list with a filter of several choices, and people by their group."""

from __future__ import annotations

import contextlib
import os
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, free_port, installed, served
from ..workflow import Exhibit, Row, Workflow, follow, turn

KINDS = ("Concert", "March", "Regatta")
TOWNS = ("Elmside", "Norwick", "Tarn")
EVENTS = 990
PEOPLE = 450
GROUPS = ("Nurses", "Drivers", "Cooks")
_FILL = """
import sys
import django
django.setup()
from datetime import datetime, timedelta, timezone
from django.contrib.auth.models import Group
from django.core.management import call_command
call_command("migrate", verbosity=0)
call_command("collectstatic", interactive=False, verbosity=0)
call_command("compilejsi18n", verbosity=0)
from ephios.core.models import Event, EventType, Shift, UserProfile
events, people, kinds, towns, groups = int(sys.argv[1]), int(sys.argv[2]), *(a.split(",") for a in sys.argv[3:])
keeper = UserProfile(email="keeper@watch.example", display_name="Keeper", date_of_birth="1980-01-01", is_staff=True,
    is_superuser=True)
keeper.set_password("quiet & please")
keeper.save()
types = [EventType.objects.create(title=kind) for kind in kinds]
for n in range(events):
    event = Event.objects.create(title=f"{kinds[n % 3]} number {n + 31}", location=towns[n // 3 % 3], type=types[n % 3],
        description=f"Bring {n + 4} blankets", active=True)
    start = datetime(2040, 1, 2, 9, tzinfo=timezone.utc) + timedelta(days=n)
    Shift.objects.create(event=event, meeting_time=start, start_time=start, end_time=start + timedelta(hours=5),
        signup_flow_slug="instant_confirmation", signup_flow_configuration={}, structure_slug="uniform",
        structure_configuration={})
teams = [Group.objects.create(name=group) for group in groups]
for n in range(people):
    person = UserProfile.objects.create(email=f"p{n}@watch.example", display_name=f"Person {n + 1000}",
        date_of_birth="1990-01-01")
    person.groups.add(teams[n % 3])
"""


@contextlib.contextmanager
def ephios(folder: Path) -> Iterator[Application]:
    """Events of three kinds in three towns, and people of three groups."""
    python = installed("ephios", "ephios==0.27.1") / "python"
    url = f"http://127.0.0.1:{free_port(folder)}"
    settings = {
        "DEBUG": "true",
        "DATA_DIR": str(folder),
        "ALLOWED_HOSTS": "*",
        "SITE_URL": url,
        "DATABASE_URL": f"sqlite:///{folder}/watch.sqlite",
        "EMAIL_URL": "dummymail://",
        "DEFAULT_FROM_EMAIL": "keeper@watch.example",
        "SERVER_EMAIL": "keeper@watch.example",
        "ADMINS": "keeper@watch.example",
        "INTERNAL_IPS": "192.0.2.1",
    }
    own = {**settings, "DJANGO_SETTINGS_MODULE": "ephios.settings", "PYTHONWARNINGS": "ignore"}
    fill: list[str | Path] = [
        python,
        "-c",
        _FILL,
        str(EVENTS),
        str(PEOPLE),
        *(",".join(words) for words in (KINDS, TOWNS, GROUPS)),
    ]
    subprocess.run(fill, check=True, capture_output=True, cwd=folder, env={**os.environ, **own})
    serve: list[str | Path] = [python, "-m", "django", "runserver", "--noreload", url.removeprefix("http://")]
    with served(serve, f"{url}/accounts/login/", folder, own):
        yield Application(url, "keeper@watch.example", "quiet & please", folder)


async def _log_in(page: Page, app: Application) -> None:
    await page.fill("[name=username]", app.user)
    await page.fill("[name=password]", app.secret)
    await follow(page, "form [type=submit]")


_NEXT = ".page-item:not(.disabled) a:has-text('»')"


async def _filter(page: Page, app: Application, kind: str, town: str) -> None:
    await _log_in(page, app)
    await follow(page, "a[href$='/events/'] >> nth=0")
    await page.click("button:has-text('Filter')")
    await page.wait_for_selector("#filter-collapse.show")
    await page.select_option("select[name=types]", label=kind)
    await page.fill("[name=query]", town)
    await follow(page, "button:has-text('Apply')")


async def events(page: Page, app: Application, kind: str, town: str) -> None:
    await _filter(page, app, kind, town)
    await turn(page, _NEXT)


async def details(page: Page, app: Application, kind: str, town: str) -> None:
    await _filter(page, app, kind, town)
    await follow(page, "a.grid-title >> nth=2")
    await page.go_back()
    await follow(page, _NEXT)
    await follow(page, "a.grid-title >> nth=5")


async def people(page: Page, app: Application, group: str) -> None:
    await _log_in(page, app)
    await page.click("#navbarDropdown-Management")
    await follow(page, "a[href$='/users/'] >> nth=0")
    await page.click("select[name=group] + .select2")
    await page.click(f".select2-results__option:has-text('{group}')")
    await follow(page, "button:has-text('Apply')")
    await turn(page, _NEXT)


def _own(kind: str, town: str) -> list[int]:
    return [n for n in range(EVENTS) if KINDS[n % 3] == kind and TOWNS[n // 3 % 3] == town]


def listed(_: Application, kind: str, town: str) -> Sequence[Row]:
    return [(f"{kind} number {n + 31}", town) for n in _own(kind, town)]


def facts(_: Application, kind: str, town: str) -> Sequence[Row]:
    return [(f"{kind} number {n + 31}", f"Bring {n + 4} blankets") for n in _own(kind, town)]


def members(_: Application, group: str) -> Sequence[Row]:
    return [(f"Person {n + 1000}", f"p{n}@watch.example") for n in range(PEOPLE) if GROUPS[n % 3] == group]


_HOME = "/accounts/login/"
_EVENTS = ({"kind": "Concert", "town": "Norwick"}, {"kind": "Regatta", "town": "Tarn"})
_OTHER = {"kind": "March", "town": "Elmside"}

EXHIBIT = Exhibit(
    "ephios",
    "who works at which event",
    ephios,
    (
        Workflow("events", events, _EVENTS, _OTHER, listed, _HOME),
        Workflow("details", details, _EVENTS, _OTHER, facts, _HOME),
        Workflow("people", people, ({"group": "Nurses"}, {"group": "Cooks"}), {"group": "Drivers"}, members, _HOME),
    ),
)

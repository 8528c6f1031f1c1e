"""pretalx from PyPI: the speakers of a conference, and its organisers' list of sessions that are searched for."""

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
SESSIONS = 150
"""Of each conference; its speakers speak once each."""
_FILL = """
import datetime as dt
import sys
from django.core.management import call_command
from django_scopes import scope, scopes_disabled
from pretalx.event.models import Event
from pretalx.event.utils import create_organiser_with_team
from pretalx.person.models import SpeakerProfile, User
from pretalx.schedule.models import Room
from pretalx.submission.models import Submission

secret, sessions, things = sys.argv[1], int(sys.argv[2]), sys.argv[3:]
call_command("migrate", verbosity=0)
keeper = User.objects.create_user(email="keeper@example.org", name="Keeper", password=secret, is_administrator=True)
organiser, team = create_organiser_with_team(name="Walkers", slug="walkers", users=[keeper])
for year, thing in enumerate(things, 2019):
    with scopes_disabled():
        event = Event.objects.create(name=f"Days of the {thing}", slug=thing, organiser=organiser, is_public=True,
            date_from=dt.date(year, 5, 3), date_to=dt.date(year, 5, 5), timezone="UTC", email="keeper@example.org",
            locale_array="en", locale="en")
        team.limit_events.add(event)
    with scope(event=event):
        event.build_initial_data()
        kind = event.submission_types.first()
        hall = Room.objects.create(event=event, name="Hall", position=0)
        for n in range(sessions):
            speaker = User.objects.create_user(email=f"{thing}{n}@example.org", name=f"Walker {n} of the {thing}")
            SpeakerProfile.objects.create(user=speaker, event=event, biography=f"Has walked {n * 7 + 3} miles.")
            talk = Submission.objects.create(event=event, title=f"How {things[n % 3]} {n} was built",
                submission_type=kind, abstract=f"It took {n + 2} years.", content_locale="en")
            talk.speakers.add(speaker)
            if n % 6 == 0:
                talk.accept()
                talk.confirm()
                slot = talk.slots.first()
                slot.start = event.datetime_from + dt.timedelta(hours=9, minutes=40 * (n // 6))
                slot.end, slot.room = slot.start + dt.timedelta(minutes=30), hall
                slot.save()
        event.wip_schedule.freeze("v1.0", notify_speakers=False)
"""


@contextlib.contextmanager
def pretalx(folder: Path) -> Iterator[Application]:
    """A conference about each of three things."""
    python = installed("pretalx", "pretalx==2025.2.2") / "python"
    secret = "quiet & please"
    url = f"http://127.0.0.1:{free_port(folder)}"
    own = {
        "DJANGO_SETTINGS_MODULE": "pretalx.settings",
        "PYTHONPATH": str(folder),
        "PRETALX_DATA_DIR": str(folder),
        "PRETALX_FILESYSTEM_LOGS": str(folder / "logs"),
        "PRETALX_FILESYSTEM_MEDIA": str(folder / "media"),
        "PRETALX_FILESYSTEM_STATIC": str(folder / "static.dist"),
        "PRETALX_DB_NAME": str(folder / "days.sqlite"),
        "PRETALX_SITE_URL": url,
    }
    own["PRETALX_DEBUG"] = "True"
    (folder / "fill.py").write_text(f"import django\ndjango.setup()\n{_FILL}")
    filling = [python, "fill.py", secret, str(SESSIONS), *THINGS]
    subprocess.run(filling, check=True, capture_output=True, cwd=folder, env={**os.environ, **own})
    serve = [python, "-m", "pretalx", "runserver", "--noreload", url.removeprefix("http://")]
    with served(serve, url, folder, own):
        yield Application(url, "keeper@example.org", secret, folder)


async def speakers(page: Page, _: Application, thing: str) -> None:
    await follow(page, f"a:has-text('Days of the {thing}') >> nth=0")
    await follow(page, "a[href$='/schedule/'] >> nth=0")
    await follow(page, "a[href$='/speaker/'] >> nth=0")
    await read_two(page, "main a:has(.pretalx-session)", 2, 5)


async def sessions(page: Page, app: Application, word: str) -> None:
    await page.goto(f"{app.url}/orga/login/")
    await page.fill("input[name=login_email]", app.user)
    await page.fill("input[name=login_password]", app.secret)
    async with page.expect_navigation():
        await page.press("input[name=login_password]", "Enter")
    await page.goto(f"{app.url}/orga/event/windmill/submissions/")
    await page.fill("input[name=q]", word)
    async with page.expect_navigation():
        await page.press("input[name=q]", "Enter")
    await turn(page, ".pagination a:has(.fa-angle-right), a[title='Next page']")


def speaking(_: Application, thing: str) -> Sequence[Row]:
    return [(f"Walker {n} of the {thing}", f"Has walked {n * 7 + 3} miles.") for n in range(0, SESSIONS, 6)]


def found(_: Application, word: str) -> Sequence[Row]:
    own = [n for n in range(SESSIONS) if THINGS[n % 3] == word]
    return [(f"How {word} {n} was built", f"Walker {n} of the windmill") for n in own]


EXHIBIT = Exhibit(
    "pretalx",
    "conferences",
    pretalx,
    (
        Workflow("speakers", speakers, ({"thing": "windmill"}, {"thing": "quarry"}), {"thing": "footbridge"}, speaking),
        Workflow("sessions", sessions, ({"word": "windmill"}, {"word": "quarry"}), {"word": "footbridge"}, found),
    ),
)

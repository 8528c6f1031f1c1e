"""Review Board from PyPI: requests for review and people in grids that are sorted and turned over, behind a login."""

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
KEEPERS = ("ada", "berta", "cora", "dora", "edna")
REQUESTS, PEOPLE = 190, 170
_FILL = """
import datetime
import sys
import django
from reviewboard import finalize_setup
django.setup()
finalize_setup()
from django.contrib.auth.models import User
from django.db import transaction
from reviewboard.diffviewer.models import DiffSetHistory
from reviewboard.reviews.models import Group, ReviewRequest

requests, people, things, keepers = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3].split(","), sys.argv[4].split(",")
start = datetime.datetime(2026, 3, 1, tzinfo=datetime.timezone.utc)
with transaction.atomic():
    groups = [Group.objects.create(name=thing, display_name=f"All of the {thing}") for thing in things]
    owners = [User.objects.create(username=name, first_name=name.title(), last_name="Keeper") for name in keepers]
    for n in range(people):
        User.objects.create(username=f"{'fhk'[n % 3]}walker{n}", first_name=f"Walker{n}",
            last_name=things[n % 3].title())
    for n in range(requests):
        made = ReviewRequest(submitter=owners[n % 5], summary=f"Mend part {n} of the {things[n % 3]}", public=True,
            description=f"It needs {n * 7 + 3} nails.", testing_done=f"Walked {n + 2} miles.", branch=f"part-{n}",
            status="P", diffset_history=DiffSetHistory.objects.create())
        made.save()
        made.target_groups.add(groups[n % 3])
        ReviewRequest.objects.filter(pk=made.pk).update(time_added=start + datetime.timedelta(hours=n),
            last_updated=start + datetime.timedelta(hours=n))
"""


@contextlib.contextmanager
def reviewboard(folder: Path) -> Iterator[Application]:
    """Requests to three groups, of five people, and many who may log in."""
    programs = installed("reviewboard", "ReviewBoard")
    secret, site, own = "quiet & please", folder / "site", os.environ | {"HOME": str(folder)}
    install = [programs / "rb-site", "install", site, "--noinput", "--domain-name=127.0.0.1", "--db-type=sqlite3"]
    install += [f"--db-name={folder / 'requests.sqlite'}"]
    install += [
        "--cache-type=file",
        f"--cache-info={folder / 'cache'}",
        "--company=Walks",
        f"--sitelist={folder / 'sites'}",
    ]
    install += ["--admin-user=keeper", f"--admin-password={secret}", "--admin-email=keeper@example.test"]
    subprocess.run([*install, "--opt-out-support-data"], check=True, capture_output=True, cwd=folder, env=own)
    django = {"DJANGO_SETTINGS_MODULE": "reviewboard.settings", "PYTHONPATH": str(site / "conf")}
    fill = [programs / "python", "-c", _FILL, str(REQUESTS), str(PEOPLE), ",".join(THINGS), ",".join(KEEPERS)]
    subprocess.run(fill, check=True, capture_output=True, cwd=folder, env=own | django)
    url = f"http://127.0.0.1:{free_port(folder)}"
    serve = [
        programs / "rb-site",
        "manage",
        site,
        "runserver",
        "--",
        "--noreload",
        "--insecure",
        url.removeprefix("http://"),
    ]
    with served(serve, url, folder, own):
        yield Application(url, "keeper", secret, folder)


async def log_in(page: Page, app: Application) -> None:
    await page.fill("#id_username", app.user)
    await page.fill("#id_password", app.secret)
    async with page.expect_navigation():
        await page.press("#id_password", "Enter")


async def of_group(page: Page, app: Application, group: str) -> None:
    await log_in(page, app)
    await page.goto(f"{app.url}/groups/")
    await follow(page, f"tbody a:text-is('{group}')")
    await turn(page, ".paginator a[rel=next]")


async def by_letter(page: Page, app: Application, letter: str) -> None:
    await log_in(page, app)
    await page.goto(f"{app.url}/users/")
    await follow(page, f".paginator a:text-is('{letter}')")
    await turn(page, ".paginator a[rel=next]")


async def details(page: Page, app: Application, group: str) -> None:
    await log_in(page, app)
    await page.goto(f"{app.url}/groups/")
    await follow(page, f"tbody a:text-is('{group}')")
    await read_two(page, "tbody a.review-request-link", 1, 3)


def asked(_: Application, group: str) -> Sequence[Row]:
    own = [n for n in range(REQUESTS) if THINGS[n % 3] == group]
    return [(f"Mend part {n} of the {group}", KEEPERS[n % 5]) for n in own]


def people(_: Application, letter: str) -> Sequence[Row]:
    own = [n for n in range(PEOPLE) if "FHK"[n % 3] == letter]
    return [(f"{letter.lower()}walker{n}", f"Walker{n} {THINGS[n % 3].title()}") for n in own]


def needed(_: Application, group: str) -> Sequence[Row]:
    """Those of the first page."""
    newest = [n for n in reversed(range(REQUESTS)) if THINGS[n % 3] == group][:50]
    return [(f"It needs {n * 7 + 3} nails.", f"Walked {n + 2} miles.") for n in newest]


_GROUPS = ({"group": "windmill"}, {"group": "quarry"})
_HOME = "/account/login/"

EXHIBIT = Exhibit(
    "reviewboard",
    "requests for review",
    reviewboard,
    (
        Workflow("group", of_group, _GROUPS, {"group": "footbridge"}, asked, _HOME),
        Workflow("people", by_letter, ({"letter": "F"}, {"letter": "K"}), {"letter": "H"}, people, _HOME),
        Workflow("details", details, _GROUPS, {"group": "footbridge"}, needed, _HOME),
    ),
)

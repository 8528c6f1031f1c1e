"""Kolibri from PyPI: a school's people and classes, in a front end of Vue over Django's REST framework."""

from __future__ import annotations

import contextlib
import csv
import json
import os
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, free_port, installed, served
from ..workflow import Exhibit, Row, Workflow

FAMILIES = ("Windmill", "Footbridge", "Quarry")
CLASSES = ("Hills", "Shore", "Woods", "Moor")
KINDS = ("LEARNER", "LEARNER", "FACILITY_COACH")
PEOPLE = 140
_COLUMNS = (
    "Database ID (UUID)",
    "Username (USERNAME)",
    "Password (PASSWORD)",
    "Full name (FULL_NAME)",
    "User type (USER_TYPE)",
    "Identifier (IDENTIFIER)",
    "Birth year (BIRTH_YEAR)",
    "Gender (GENDER)",
    "Learner enrollment (ENROLLED_IN)",
    "Coach assignment (ASSIGNED_TO)",
)


def name(number: int) -> str:
    return f"Kim{number:03} {FAMILIES[number % 3]}"


@contextlib.contextmanager
def kolibri(folder: Path) -> Iterator[Application]:
    """A facility with people of three families in four classes."""
    program = installed("kolibri", "kolibri>=0.18", "setuptools<80") / "kolibri"
    secret = "quiet & please"
    made = {
        "facility_name": "The Mill",
        "preset": "formal",
        "facility_settings": {},
        "device_settings": {"language_id": "en", "landing_page": "sign-in", "allow_guest_access": False},
        "superuser": {"username": "keeper", "password": secret},
    }
    (folder / "provision.json").write_text(json.dumps(made))
    with (folder / "people.csv").open("w", newline="") as file:
        rows = csv.writer(file)
        rows.writerow(_COLUMNS)
        for n in range(PEOPLE):
            kind, own = KINDS[n % 3], CLASSES[n // 3 % 4]
            enrolled = own if kind == "LEARNER" else ""
            rows.writerow(
                ["", f"kim{n:03}", "for tests", name(n), kind, f"ID{n:04}", str(1990 + n % 20), "FEMALE", enrolled, ""]
            )
    url = f"http://127.0.0.1:{free_port(folder)}"
    own = {
        "KOLIBRI_HOME": str(folder / "home"),
        "KOLIBRI_AUTOMATIC_PROVISION_FILE": str(folder / "provision.json"),
        "KOLIBRI_HTTP_PORT": url.rpartition(":")[2],
        "KOLIBRI_ZIP_CONTENT_PORT": "0",
        "KOLIBRI_LISTEN_ADDRESS": "127.0.0.1",
        "KOLIBRI_RUN_MODE": "tests",
    }
    filling = [program, "manage", "bulkimportusers", folder / "people.csv"]
    subprocess.run(filling, check=True, capture_output=True, cwd=folder, env={**os.environ, **own})
    with served([program, "start", "--foreground"], url, folder, own):
        yield Application(url, "keeper", secret, folder)


async def log_in(page: Page, app: Application, place: str) -> None:
    await page.fill("input[type=text]", app.user)
    await page.press("input[type=text]", "Enter")
    await page.fill("input[type=password]", app.secret)
    await page.press("input[type=password]", "Enter")
    await page.wait_for_url("**/device/**")
    await page.goto(f"{app.url}/en/facility/#/")
    await page.click(f"a:has-text('{place}')")


async def search(page: Page, app: Application, family: str) -> None:
    await log_in(page, app, "Users")
    await page.locator("td:has-text('kim003')").first.wait_for()
    async with page.expect_response(lambda answer: f"search={family}" in answer.url):
        await page.type("input.k-filter-input", family)
    onward = page.locator("button[aria-label='Next results']:not([disabled])")
    await page.wait_for_timeout(1000)
    while await onward.count():
        async with page.expect_response(lambda answer: "/api/auth/facilityuser/" in answer.url):
            await onward.click()
        await page.wait_for_timeout(1000)


async def enrolled(page: Page, app: Application, place: str) -> None:
    await log_in(page, app, "Classes")
    await page.click(f"a:has-text('{place}')")
    await page.locator("td:has-text('kim')").first.wait_for()


def found(_: Application, family: str) -> Sequence[Row]:
    own = [n for n in range(PEOPLE) if FAMILIES[n % 3] == family]
    return [(name(n), f"kim{n:03}", f"ID{n:04}", str(1990 + n % 20)) for n in own]


def learners(_: Application, place: str) -> Sequence[Row]:
    return [
        (name(n), f"kim{n:03}") for n in range(PEOPLE) if KINDS[n % 3] == "LEARNER" and CLASSES[n // 3 % 4] == place
    ]


EXHIBIT = Exhibit(
    "kolibri",
    "a school",
    kolibri,
    (
        Workflow(
            "search", search, ({"family": "Windmill"}, {"family": "Quarry"}), {"family": "Footbridge"}, found, "/"
        ),
        Workflow("enrolled", enrolled, ({"place": "Hills"}, {"place": "Moor"}), {"place": "Woods"}, learners, "/"),
    ),
)

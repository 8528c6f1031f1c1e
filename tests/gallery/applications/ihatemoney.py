"""I hate money from PyPI: what groups of people spent; a login to each, and a table with filters and pages."""

from __future__ import annotations

import contextlib
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, free_port, installed, served
from ..workflow import Exhibit, Row, Workflow, follow, turn

GROUPS = ("harbour", "orchard", "quarry")
THINGS = ("bread", "candles", "timber")
BILLS = 230
_SETTINGS = """
SQLALCHEMY_DATABASE_URI = "sqlite:///{folder}/bills.db"
SECRET_KEY = "only for tests"
SESSION_COOKIE_SECURE = False
RATELIMIT_ENABLED = False
"""
_FILL = """
import datetime, sys
from werkzeug.security import generate_password_hash
from ihatemoney.models import Bill, Person, Project, db
from ihatemoney.run import create_app

secret, bills, groups, things = sys.argv[1], int(sys.argv[2]), sys.argv[3].split(), sys.argv[4].split()
with create_app().app_context():
    for group in groups:
        project = Project(id=group, name=group.title(), password=generate_password_hash(secret),
                          contact_email="reader@example.test", default_currency="X" * 3)
        people = [Person(name=f"{name} of {group}", weight=1) for name in ("Ann", "Ben")]
        project.members.extend(people)
        db.session.add(project)
        db.session.commit()
        for number in range(bills):
            db.session.add(Bill(amount=number + 1, bill_type="Expense",
                date=datetime.date(2024, 1, 1) + datetime.timedelta(number), external_link="",
                original_currency="X" * 3,
                owers=people, payer_id=people[number % 2].id, project_default_currency="X" * 3,
                what=f"{things[number % 3].title()} number {number} for the {group}"))
        db.session.commit()
"""


@contextlib.contextmanager
def ihatemoney(folder: Path) -> Iterator[Application]:
    """Three groups with a table of what they spent."""
    programs, secret = installed("ihatemoney", "ihatemoney>=6.1"), "quiet & please"
    settings = folder / "settings.cfg"
    settings.write_text(_SETTINGS.format(folder=folder))
    environment = {"IHATEMONEY_SETTINGS_FILE_PATH": str(settings)}
    fill = [programs / "python", "-c", _FILL, secret, str(BILLS), " ".join(GROUPS), " ".join(THINGS)]
    subprocess.run(fill, check=True, cwd=folder, capture_output=True, env=environment)
    url = f"http://127.0.0.1:{free_port(folder)}"
    program = [programs / "flask", "--app", "ihatemoney.wsgi:application", "run"]
    with served([*program, "--port", url.rpartition(":")[2]], url, folder, environment):
        yield Application(url, "", secret, folder)


async def log_in(page: Page, app: Application, group: str) -> None:
    await page.fill("#authentication-form input[name=id]", group)
    await page.fill("#authentication-form input[name=password]", app.secret)
    await follow(page, "#authentication-form [type=submit]")


async def bills(page: Page, app: Application, group: str) -> None:
    await log_in(page, app, group)
    await turn(page, "li.page-item:not(.disabled) a >> text=Older bills")


async def filtered(page: Page, app: Application, group: str, thing: str) -> None:
    await log_in(page, app, group)
    await page.goto(f"{app.url}/{group}/")
    await page.evaluate("document.querySelector('#filterCollapse').classList.add('show')")
    await page.fill("#search", thing)
    await follow(page, "#filterCollapse button[type=submit]")


def _rows(group: str, numbers: Sequence[int]) -> Sequence[Row]:
    return [
        (f"{THINGS[number % 3].title()} number {number} for the {group}", f"{('Ann', 'Ben')[number % 2]} of {group}")
        for number in numbers
    ]


def all_bills(_: Application, group: str) -> Sequence[Row]:
    return _rows(group, range(BILLS))


def found_bills(_: Application, group: str, thing: str) -> Sequence[Row]:
    return _rows(group, [number for number in range(BILLS) if THINGS[number % 3] == thing])


EXHIBIT = Exhibit(
    "ihatemoney",
    "tables with filters, a login for each group",
    ihatemoney,
    (
        Workflow("bills", bills, ({"group": "harbour"}, {"group": "orchard"}), {"group": "quarry"}, all_bills),
        Workflow(
            "filtered",
            filtered,
            ({"group": "harbour", "thing": "bread"}, {"group": "orchard", "thing": "candles"}),
            {"group": "quarry", "thing": "timber"},
            found_bills,
        ),
    ),
)

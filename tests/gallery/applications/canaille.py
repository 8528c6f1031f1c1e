"""Canaille from PyPI: people and groups, a login in two steps, tables whose pages are buttons that htmx posts."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, free_port, installed, served
from ..workflow import Exhibit, Row, Workflow

THINGS = ("windmill", "footbridge", "quarry")
OFFICES = ("Bakery", "Harbour", "Orchard")
PEOPLE = 240
_SERVE = """
import sys
from canaille import create_app
from canaille.app import models
from canaille.backends import Backend

port, secret, people, things, offices = int(sys.argv[1]), sys.argv[2], int(sys.argv[3]), sys.argv[4:7], sys.argv[7:]
fields = ["user_name", "formatted_name", "given_name", "family_name", "emails", "title", "department", "groups"]
reading = {"DEFAULT": {"PERMISSIONS": ["edit_self"], "READ": ["user_name"], "WRITE": []},
    "KEEPER": {"FILTER": {"user_name": "keeper"}, "PERMISSIONS": ["edit_self", "manage_users", "manage_all_groups"],
    "READ": ["user_name", "groups"], "WRITE": [name for name in fields if name not in ("user_name", "groups")]}}
app = create_app({"SECRET_KEY": "for tests", "SERVER_NAME": f"127.0.0.1:{port}", "PREFERRED_URL_SCHEME": "http",
    "CANAILLE": {"DATABASE": "memory", "SMTP": None, "FORCE_HTTPS": False, "ACL": reading}})
with app.app_context():
    keep = Backend.instance.save
    keeper = models.User(user_name="keeper", formatted_name="Keeper", family_name="Keeper", password=secret,
        emails=["keeper@office.test"])
    keep(keeper)
    groups = {office: [] for office in offices}
    for n in range(people):
        thing, office = things[n % 3], offices[n % 5 % 3]
        groups[office].append(models.User(user_name=f"walker{n}", formatted_name=f"Walker {n}", given_name="Walker",
            family_name=f"No. {n}", emails=[f"walker{n}@{thing}.test"], title=f"Keeper of gate {n * 7}",
            department=office, password="none"))
        keep(groups[office][-1])
    for office, members in groups.items():
        keep(models.Group(display_name=office, description=f"All of the {office}", members=members))
app.run("127.0.0.1", port, threaded=True)
"""


@contextlib.contextmanager
def canaille(folder: Path) -> Iterator[Application]:
    """People with addresses at three domains, in three groups."""
    python = installed("canaille", "canaille[front,server]") / "python"
    url = f"http://127.0.0.1:{free_port(folder)}"
    secret = "quiet & please"
    words = [url.rpartition(":")[2], secret, str(PEOPLE), *THINGS, *OFFICES]
    with served([python, "-c", _SERVE, *words], f"{url}/login", folder):
        yield Application(url, "keeper", secret, folder)


async def log_in(page: Page, app: Application) -> None:
    await page.fill("input[name=login]", app.user)
    await page.click("button[name=answer]")
    await page.fill("input[name=password]", app.secret)
    await page.click("button:has-text('Sign in')")
    await page.wait_for_selector("a[href$='/users']")


async def turn_table(page: Page) -> None:
    """Go to the last page of the table, by the buttons that hold the number of the next one."""
    number = 2
    while await page.locator(f"button[name=page][value='{number}']").count():
        async with page.expect_response(lambda answer: answer.request.method == "POST"):
            await page.click(f"button[name=page][value='{number}'] >> nth=-1")
        await page.wait_for_timeout(300)
        number += 1


async def search(page: Page, app: Application, word: str) -> None:
    await log_in(page, app)
    await page.click("a[href$='/users'] >> nth=0")
    async with page.expect_response(lambda answer: answer.request.method == "POST"):
        await page.fill("input[type=search]", word)
        await page.click("button.search-button")
    await page.wait_for_timeout(800)
    await turn_table(page)


async def members(page: Page, app: Application, office: str) -> None:
    await log_in(page, app)
    await page.click("a[href$='/groups/'] >> nth=0")
    await page.click(f"table a:text-is('{office}') >> nth=0")
    await page.wait_for_selector("table.users")
    await turn_table(page)


async def gates(page: Page, app: Application, word: str) -> None:
    await log_in(page, app)
    await page.click("a[href$='/users'] >> nth=0")
    async with page.expect_response(lambda answer: answer.request.method == "POST"):
        await page.fill("input[type=search]", word)
        await page.click("button.search-button")
    await page.wait_for_timeout(800)
    for place in (1, 4):
        await page.click(f"table.users tbody tr >> nth={place} >> a >> nth=0")
        await page.wait_for_selector("input[name=family_name]")
        await page.wait_for_load_state()
        if place == 1:
            await page.go_back()
            await page.wait_for_selector("table.users")


def row(number: int) -> Row:
    return (f"walker{number}", f"Walker {number}", f"walker{number}@{THINGS[number % 3]}.test")


def found(_: Application, word: str) -> Sequence[Row]:
    return [row(number) for number in range(PEOPLE) if THINGS[number % 3] == word]


def belonging(_: Application, office: str) -> Sequence[Row]:
    return [row(number)[:2] for number in range(PEOPLE) if OFFICES[number % 5 % 3] == office]


def keeping(_: Application, word: str) -> Sequence[Row]:
    """Those of the first page."""
    own = [number for number in range(PEOPLE) if THINGS[number % 3] == word][:25]
    return [(f"No. {number}", f"Keeper of gate {number * 7}", OFFICES[number % 5 % 3]) for number in own]


_WORDS = ({"word": "windmill"}, {"word": "quarry"})

EXHIBIT = Exhibit(
    "canaille",
    "people and groups",
    canaille,
    (
        Workflow("search", search, _WORDS, {"word": "footbridge"}, found, "/login"),
        Workflow(
            "members",
            members,
            ({"office": "Bakery"}, {"office": "Orchard"}),
            {"office": "Harbour"},
            belonging,
            "/login",
        ),
        Workflow("gates", gates, _WORDS, {"word": "footbridge"}, keeping, "/login"),
    ),
)

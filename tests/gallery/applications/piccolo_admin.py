"""Piccolo's admin from PyPI: a page by Vue with addresses behind `#`, a login with JSON, filters, and pages of rows."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, free_port, installed, served
from ..workflow import Exhibit, Row, Workflow

THINGS = ("windmill", "footbridge", "quarry")
PLACES = 120
_SERVE = """
import asyncio
import sys

import uvicorn
from piccolo.apps.user.tables import BaseUser
from piccolo.columns import Integer, Varchar
from piccolo.engine.sqlite import SQLiteEngine
from piccolo.table import Table
from piccolo_admin.endpoints import TableConfig, create_admin
from piccolo_api.rate_limiting.middleware import InMemoryLimitProvider
from piccolo_api.session_auth.tables import SessionsBase

port, secret, places, things = int(sys.argv[1]), sys.argv[2], int(sys.argv[3]), sys.argv[4:]
engine = SQLiteEngine(path="places.sqlite")


class Keeper(Table, db=engine):
    name = Varchar(length=99)


class Place(Table, db=engine):
    title = Varchar(length=99)
    height = Integer()


async def fill():
    for table in (Keeper, Place, BaseUser, SessionsBase):
        table._meta._db = engine
        await table.create_table()
    await BaseUser.create_user("reader", secret, active=True, admin=True, superuser=True)
    await Keeper.insert(*(Keeper(name=f"Keeper {number}") for number in range(7)))
    rows = [Place(title=f"The {things[n % len(things)]} {n}", height=n * 37 % 1000) for n in range(places)]
    await Place.insert(*rows)


asyncio.run(fill())
app = create_admin([TableConfig(Place), TableConfig(Keeper)], auth_table=BaseUser, session_table=SessionsBase,
    rate_limit_provider=InMemoryLimitProvider(limit=1000, timespan=300))
uvicorn.run(app, host="127.0.0.1", port=port)
"""


@contextlib.contextmanager
def piccolo_admin(folder: Path) -> Iterator[Application]:
    """Places of three kinds, which who is logged in may see."""
    python = installed("piccolo_admin", "piccolo_admin==1.14.0", "piccolo[sqlite]==1.38.0", "uvicorn") / "python"
    secret, url = "Quiet & please 1", f"http://127.0.0.1:{free_port(folder)}"
    with served([python, "-c", _SERVE, url.rpartition(":")[2], secret, str(PLACES), *THINGS], url, folder):
        yield Application(url, "reader", secret, folder)


async def open_filters(page: Page, app: Application) -> None:
    await page.fill("input[name=username]", app.user)
    await page.fill("input[name=password]", app.secret)
    await page.click("form button")
    await page.click("a:has-text('Place')")
    await page.wait_for_selector("td:has-text('windmill')")
    await page.click("text=Show Filters")


async def search(page: Page, app: Application, word: str) -> None:
    await open_filters(page, app)
    await page.fill("form input[name=title]", word)
    async with page.expect_response(lambda answer: "title=" in answer.url and "__page" in answer.url):
        await page.click("button:has-text('Apply')")
    for number in range(2, (PLACES // 3 + 14) // 15 + 1):
        async with page.expect_response(lambda answer, number=number: f"__page={number}" in answer.url):  # type: ignore[misc]
            await page.click("#pagination li:last-child a")


async def above(page: Page, app: Application, word: str, height: str) -> None:
    await open_filters(page, app)
    await page.fill("form input[name=title]", word)
    await page.select_option("form select[name=height__operator]", "gt")
    await page.fill("form input[name=height]", height)
    async with page.expect_response(lambda answer: "title=" in answer.url and "__page" in answer.url):
        await page.click("button:has-text('Apply')")


def found(_: Application, word: str, height: str = "-1") -> Sequence[Row]:
    heights = {number: number * 37 % 1000 for number in range(PLACES) if THINGS[number % 3] == word}
    return [(f"The {word} {number}", str(each)) for number, each in heights.items() if each > int(height)]


EXHIBIT = Exhibit(
    "piccolo_admin",
    "an admin with a page by Vue",
    piccolo_admin,
    (
        Workflow("search", search, ({"word": "windmill"}, {"word": "quarry"}), {"word": "footbridge"}, found),
        Workflow(
            "above",
            above,
            ({"word": "windmill", "height": "800"}, {"word": "quarry", "height": "750"}),
            {"word": "footbridge", "height": "850"},
            found,
        ),
    ),
)

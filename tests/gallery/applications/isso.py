"""Isso from PyPI: comments, for whoever keeps them, behind a password alone; pages are counted over all kinds."""

from __future__ import annotations

import contextlib
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, free_port, installed, served
from ..workflow import Exhibit, Row, Workflow, follow

THINGS = ("windmill", "footbridge", "quarry")
KINDS = ("Valid", "Pending", "Valid", "Staled")
KEEPERS = ("ada", "berta", "cora", "dora", "edna")
COMMENTS, THREADS = 440, 21
_SETTINGS = """
[general]
dbpath = comments.sqlite
host = http://walks.example/
[server]
listen = {url}/
[admin]
enabled = true
password = {secret}
[guard]
enabled = false
"""
_FILL = """
import sys
from isso import config, db

comments, threads = int(sys.argv[1]), int(sys.argv[2])
things, keepers, kinds = (part.split(",") for part in sys.argv[3:])
store = db.SQLite3("comments.sqlite", config.load(config.default_file(), "isso.cfg"))
for n in range(threads):
    store.threads.new(f"/walks/{things[n % 3]}-{n}", f"A walk to {things[n % 3]} {n}")
for n in range(comments):
    number, keeper = n % threads, keepers[n // 4 % len(keepers)]
    store.comments.add(f"/walks/{things[number % 3]}-{number}", {"created": 1780000000 + n * 3600, "parent": None,
        "mode": {"Valid": 1, "Pending": 2, "Staled": 4}[kinds[n % 4]], "remote_addr": "127.0.0.1",
        "text": f"The {things[number % 3]} was open on day {n}.", "author": keeper, "website": None,
        "email": f"{keeper}@walks.example"})
"""


@contextlib.contextmanager
def isso(folder: Path) -> Iterator[Application]:
    """Comments of three kinds below walks to three things."""
    programs = installed("isso", "isso>=0.13")
    url, secret = f"http://127.0.0.1:{free_port(folder)}", "quiet & please"
    (folder / "isso.cfg").write_text(_SETTINGS.format(url=url, secret=secret))
    lists = [",".join(words) for words in (THINGS, KEEPERS, KINDS)]
    filling = [programs / "python", "-c", _FILL, str(COMMENTS), str(THREADS), *lists]
    subprocess.run(filling, check=True, capture_output=True, cwd=folder)
    with served([programs / "isso", "-c", "isso.cfg", "run"], f"{url}/admin/", folder):
        yield Application(url, "", secret, folder)


async def log_in(page: Page, app: Application) -> None:
    await page.fill("input[name=password]", app.secret)
    async with page.expect_navigation():
        await page.press("input[name=password]", "Enter")


async def of_kind(page: Page, app: Application, kind: str) -> None:
    """Turn until a page has no comments: how many pages there are is counted over all kinds."""
    await log_in(page, app)
    await follow(page, f".mode a:has-text('{kind}')")
    while await page.locator(".isso-comment").count():
        await follow(page, ".pagination a:has-text('»')")


async def thread(page: Page, app: Application, address: str) -> None:
    await log_in(page, app)
    await page.fill("input[name=comment_search_url]", address)
    await follow(page, "button.search__button")


def row(number: int) -> Row:
    keeper = KEEPERS[number // 4 % len(KEEPERS)]
    return (
        f"The {THINGS[number % THREADS % 3]} was open on day {number}.",
        keeper,
        f"{keeper}@walks.example",
        KINDS[number % 4],
    )


def kept(_: Application, kind: str) -> Sequence[Row]:
    return [row(number) for number in range(COMMENTS) if KINDS[number % 4] == kind]


def below(_: Application, address: str) -> Sequence[Row]:
    return [row(number) for number in range(COMMENTS) if number % THREADS == int(address.rpartition("-")[2])]


_WALK = "http://walks.example/walks/"

EXHIBIT = Exhibit(
    "isso",
    "comments",
    isso,
    (
        Workflow("kind", of_kind, ({"kind": "Valid"}, {"kind": "Staled"}), {"kind": "Pending"}, kept, "/admin/"),
        Workflow(
            "thread",
            thread,
            ({"address": f"{_WALK}windmill-3"}, {"address": f"{_WALK}quarry-8"}),
            {"address": f"{_WALK}footbridge-13"},
            below,
            "/admin/",
        ),
    ),
)

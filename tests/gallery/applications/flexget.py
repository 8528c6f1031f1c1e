"""FlexGet from PyPI, what fetches films: React with choices of Material UI, pages of a list, and a list that grows."""

from __future__ import annotations

import contextlib
import json
import re
import sqlite3
import subprocess
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta, timezone
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, free_port, installed, served
from ..workflow import Exhibit, Row, Workflow

TASKS = ("films", "songs", "talks")
PLACES = ("Mill", "Barge", "Lock")
LISTS = ("Ships", "Bridges", "Trains")
METALS = ("iron", "copper", "silver", "golden")
FETCHED = 210
FILMS = 210
_SECRET = "Quiet&Please-77mountains"
_BEGIN = datetime(2024, 3, 1, 8, tzinfo=timezone.utc)
_RUN = """
import sys
from flexget.api.core import server
from flexget import main
server.get_latest_flexget_version_number = lambda: "3.22.8"
main(sys.argv[1:])
"""
"""As it is started, but it does not ask PyPI whether there is a later one."""


@contextlib.contextmanager
def flexget(folder: Path) -> Iterator[Application]:
    """What three tasks have fetched in turn, and films on three lists."""
    programs = installed("flexget", "FlexGet==3.22.8")
    url = f"http://127.0.0.1:{free_port(folder)}"
    tasks = "".join(f"  {task}:\n    mock: []\n    manual: yes\n" for task in TASKS)
    port = url.rpartition(":")[2]
    (folder / "config.yml").write_text(f"web_server:\n  bind: 127.0.0.1\n  port: {port}\ntasks:\n{tasks}")
    asked: list[str | Path] = [programs / "flexget", "-c", "config.yml", "web", "passwd", _SECRET]
    subprocess.run(asked, check=True, capture_output=True, cwd=folder)
    _fill(folder / "db-config.sqlite")
    serve: list[str | Path] = [programs / "python", "-c", _RUN, "-c", "config.yml", "daemon", "start"]
    with served(serve, url, folder):
        yield Application(url, "flexget", _SECRET, folder)


def _fill(database: Path) -> None:
    fetched = "insert into history (feed, filename, url, title, time, details) values (?, ?, ?, ?, ?, 'Accepted')"
    wanted = "insert into entry_list_entries (list_id, added, title, original_url, json) values (?, ?, ?, ?, ?)"
    with contextlib.closing(sqlite3.connect(database)) as filled:
        for n in range(FETCHED):
            own = (TASKS[n % 3], f"film{n}", f"http://films.example/{n}", _fetched(n), _when(n))
            filled.execute(fetched, own)
        for n, name in enumerate(LISTS):
            filled.execute("insert into entry_list_lists (id, name, added) values (?, ?, ?)", (n + 1, name, _when(n)))
        for n in range(FILMS):
            told = json.dumps({"title": _film(n), "url": _address(n)})
            filled.execute(wanted, (n % 3 + 1, _when(n), _film(n), _address(n), told))
        filled.commit()


def _when(number: int) -> str:
    return f"{_BEGIN + timedelta(hours=7 * number):%Y-%m-%d %H:%M:%S.000000}"


def _fetched(number: int) -> str:
    return f"{PLACES[number // 3 % 3]} by night {number + 40}"


def _film(number: int) -> str:
    return f"The {METALS[number // 3 % 4]} way {number + 40}"


def _address(number: int) -> str:
    return f"http://films.example/wanted/{number * 7 + 3}"


async def _log_in(page: Page, app: Application) -> None:
    await page.fill("input[name=username]", app.user)
    await page.fill("input[name=password]", app.secret)
    await page.click("button:has-text('Login')")
    await page.wait_for_selector("a[href='/history']")


async def films(page: Page, app: Application, name: str) -> None:
    await _log_in(page, app)
    await page.click("a[href='/entryList']")
    await page.click(f"[role=tab]:has-text('{name}')")
    for first in range(31, len(listed(app, name)), 30):
        await page.get_by_text(re.compile(rf"^{first - 30}-\d+ of \d+$")).wait_for()
        await page.click("button[aria-label='Next page']")
    await page.wait_for_selector("button[aria-label='Next page'][disabled]")


async def history(page: Page, app: Application, task: str) -> None:
    await _log_in(page, app)
    await page.click("a[href='/history']")
    await page.click("div:has(> input[name=task]) [role=button]")
    await page.click(f"li[role=option]:has-text('{task}')")
    await page.wait_for_load_state("networkidle")
    oldest = _fetched(TASKS.index(task))
    await page.hover("main")
    while not await page.get_by_text(oldest, exact=True).count():
        await page.mouse.wheel(0, 3000)
        await page.wait_for_timeout(300)


def listed(_: Application, name: str) -> Sequence[Row]:
    return [(_film(n),) for n in range(FILMS) if LISTS[n % 3] == name]


def got(_: Application, task: str) -> Sequence[Row]:
    return [(_fetched(n), task) for n in range(FETCHED) if TASKS[n % 3] == task]


EXHIBIT = Exhibit(
    "flexget",
    "what fetches films",
    flexget,
    (
        Workflow("films", films, ({"name": "Bridges"}, {"name": "Trains"}), {"name": "Ships"}, listed),
        Workflow("history", history, ({"task": "songs"}, {"task": "talks"}), {"task": "films"}, got),
    ),
)

"""Rdiffweb from PyPI: backups that rdiff-backup made, their files, the versions of each, and a log that is searched."""

from __future__ import annotations

import contextlib
import datetime as dt
import os
import sqlite3
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from tests.waiting import wait_until

from ..application import Application, free_port, installed, served, unpacked
from ..workflow import Exhibit, Row, Workflow, follow

PLACES = ("windmill", "footbridge", "quarry")
FILES, BACKUPS, MESSAGES = 14, 9, 150
_BEGIN = dt.datetime(2025, 3, 1, 12, tzinfo=dt.UTC)
_BACKUP = """#!/bin/sh
export PYTHONPATH={root}/usr/lib/python3/dist-packages LD_LIBRARY_PATH={libraries}
exec /usr/bin/python3 {root}/usr/bin/rdiff-backup "$@"
"""


@contextlib.contextmanager
def rdiffweb(folder: Path) -> Iterator[Application]:
    """Three places, each backed up day by day; one file of each changes at each backup."""
    programs = installed("rdiffweb", "rdiffweb>=7.2")
    root = unpacked("rdiff_backup", "rdiff-backup", "librsync2", "libb2-1", "libgomp1")
    backup = folder / "bin/rdiff-backup"
    backup.parent.mkdir()
    backup.write_text(_BACKUP.format(root=root, libraries=next(root.rglob("librsync.so.2")).parent))
    backup.chmod(0o755)
    (folder / "backups").mkdir()
    for place in PLACES:
        for day in range(BACKUPS):
            for number in range(FILES):
                file = folder / "walks" / place / "plans" / name(place, number)
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_bytes(b"x" * size(place, number, day))
                when = (_BEGIN - dt.timedelta(days=40 - day if changes(number, day) else 41)).timestamp()
                os.utime(file, (when, when))
            when = (_BEGIN + dt.timedelta(days=day)).timestamp()
            command = [backup, "--current-time", f"{when:.0f}", "--api-version", "201", "backup"]
            subprocess.run(
                [*command, f"walks/{place}", f"backups/{place}"], check=True, capture_output=True, cwd=folder
            )
    url, secret, store = f"http://127.0.0.1:{free_port(folder)}", "quiet & please", folder / "data.sqlite"
    host, port = url.removeprefix("http://").split(":")
    serve = [
        programs / "rdiffweb",
        "--server-host",
        host,
        "--server-port",
        port,
        "--database-uri",
        f"sqlite:///{store}",
    ]
    serve += ["--admin-user", "keeper", "--admin-password", secret, "--rate-limit", "1000000"]
    own = {"PATH": f"{backup.parent}:{os.environ['PATH']}"}
    with served(serve, f"{url}/login/", folder, own):
        _fill(store, folder / "backups")
        yield Application(url, "keeper", secret, folder)


def _fill(store: Path, backups: Path) -> None:
    """Say where the backups are, and what was noted of them."""
    with contextlib.closing(sqlite3.connect(store)) as database, database:
        wait_until(lambda: database.execute("select 1 from users").fetchall())
        database.execute("update users set UserRoot = ?", [str(backups)])
        for place in PLACES:
            repository = "insert into repos (UserID, RepoPath, keepdays, MaxAge) values (1, ?, '-1', 0)"
            database.execute(repository, [place])
        noted = (
            "insert into messages (model_name, model_id, model_summary, author_id, author_username, type, body, date)"
        )
        for number in range(MESSAGES):
            when = f"{_BEGIN + dt.timedelta(hours=number):%Y-%m-%d %H:%M:%S}"
            values = (PLACES[number % 3], said(number), when)
            database.execute(f"{noted} values ('repo', 1, ?, 1, 'keeper', 'comment', ?, ?)", values)


def name(place: str, number: int) -> str:
    return f"{place[:2]}-plan{number * 5 % FILES:02}.txt"


def changes(number: int, day: int) -> bool:
    return day > 0 and (number + day) % 3 == 0


def size(place: str, number: int, day: int) -> int:
    """It grows by as much each time that it changes."""
    return 100 + number * 11 + PLACES.index(place) * 3 + sum(changes(number, each) for each in range(day + 1)) * 23


def said(number: int) -> str:
    return f"Looked at part {number} of the {PLACES[number % 3]}"


async def log_in(page: Page, app: Application) -> None:
    await page.fill("input[name=login]", app.user)
    await page.fill("input[name=password]", app.secret)
    await follow(page, "form [type=submit]")


async def files(page: Page, app: Application, place: str) -> None:
    await log_in(page, app)
    await follow(page, f"a:has([title='{place}'])")
    async with page.expect_navigation():
        await page.press("td a[title=plans]", "Enter")


async def versions(page: Page, app: Application, file: str) -> None:
    await files(page, app, "quarry")
    row = f"tr:has(a[title='{file}'])"
    await page.click(f"{row} [data-bs-toggle=dropdown]")
    await follow(page, f"{row} a:has-text('Show history')")


async def activity(page: Page, app: Application, word: str) -> None:
    await log_in(page, app)
    await page.goto(f"{app.url}/admin/activity/")
    await page.locator("tbody tr").nth(5).wait_for()
    async with page.expect_response(f"**{word}**"):
        await page.fill("input[type=search]", word)
    await page.wait_for_timeout(500)
    while await page.locator(".rdw-pagination .next:not(.disabled)").count():
        async with page.expect_response("**/data.json**"):
            await page.click(".rdw-pagination .next:not(.disabled) >> nth=0")
        await page.wait_for_timeout(500)


def kept(_: Application, place: str) -> Sequence[Row]:
    return [(name(place, n), f"{size(place, n, BACKUPS - 1)} bytes") for n in range(FILES)]


def changed(_: Application, file: str) -> Sequence[Row]:
    number = next(each for each in range(FILES) if name("quarry", each) == file)
    days = [day for day in range(BACKUPS) if day == 0 or changes(number, day)]
    lasts = [*(day - 1 for day in days[1:]), BACKUPS - 1]  # when it was backed up for the last time
    return [
        (f"{size('quarry', number, day)} bytes", _told(_BEGIN + dt.timedelta(days=last)))
        for day, last in zip(days, lasts, strict=True)
    ]


def _told(when: dt.datetime) -> str:
    return f"{when:%b} {when.day}, {when.year}, 12:00:00 PM"


def noted(_: Application, word: str) -> Sequence[Row]:
    return [(said(number), word) for number in range(MESSAGES) if PLACES[number % 3] == word]


_PLACES = ({"place": "windmill"}, {"place": "quarry"})

EXHIBIT = Exhibit(
    "rdiffweb",
    "backups and their versions",
    rdiffweb,
    (
        Workflow("files", files, _PLACES, {"place": "footbridge"}, kept, "/login/"),
        Workflow(
            "versions",
            versions,
            ({"file": name("quarry", 2)}, {"file": name("quarry", 6)}),
            {"file": name("quarry", 9)},
            changed,
            "/login/",
        ),
        Workflow(
            "activity", activity, ({"word": "windmill"}, {"word": "quarry"}), {"word": "footbridge"}, noted, "/login/"
        ),
    ),
)

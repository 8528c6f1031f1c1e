"""CherryMusic from PyPI, a shelf of music: a page of jQuery that asks by posted JSON for folders and finds."""

from __future__ import annotations

import contextlib
import os
import subprocess
import urllib.parse
import urllib.request
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, free_port, installed, served
from ..workflow import Exhibit, Row, Workflow, follow

BANDS = ("Brass Gate", "Green Ferry", "Old Signal")
MOODS = ("Quiet", "Merry", "Stormy")
RECORDS = 36
TRACKS = 6


@contextlib.contextmanager
def cherrymusic(folder: Path) -> Iterator[Application]:
    """Records of three bands, a folder each, with files of three moods."""
    program = installed("cherrymusic", "cherrymusic==0.41.4") / "cherrymusic"
    for record in range(RECORDS):
        place = folder / "music" / BANDS[record % 3] / f"Record {record + 10}"
        place.mkdir(parents=True)
        for number in range(record * TRACKS, (record + 1) * TRACKS):
            (place / _track(number)).write_bytes(bytes(1000 + number))
    url = f"http://127.0.0.1:{free_port(folder)}"
    own = {"XDG_DATA_HOME": str(folder / "data"), "XDG_CONFIG_HOME": str(folder / "config")}
    said = {
        "media.basedir": str(folder / "music"),
        "server.port": url.rpartition(":")[2],
        "server.localhost_only": "True",
        "search.maxresults": "200",
    }
    settings = ["--conf", *(f"{name}={value}" for name, value in said.items())]
    for asked in (["--info"], ["--update"], ["--update"]):  # the first that is not just told writes its settings
        command: list[str | Path] = [program, *asked, *settings]
        subprocess.run(command, check=True, capture_output=True, cwd=folder, env={**os.environ, **own})
    with served([program, *settings], url, folder, own):
        told = {"username": "keeper", "password": "quiet & please", "login": "create admin user"}
        urllib.request.urlopen(url, urllib.parse.urlencode(told).encode()).close()
        yield Application(url, "keeper", "quiet & please", folder)


async def _log_in(page: Page, app: Application) -> None:
    await page.fill("[name=username]", app.user)
    await page.fill("[name=password]", app.secret)
    await follow(page, "[type=submit]")
    await page.wait_for_load_state("networkidle")


async def search(page: Page, app: Application, mood: str) -> None:
    await _log_in(page, app)
    await page.fill("[name=searchinput]:visible", mood)
    await page.press("[name=searchinput]:visible", "Enter")
    await page.wait_for_selector(f".musicfile:has-text('{mood}')")


async def records(page: Page, app: Application, band: str) -> None:
    await _log_in(page, app)
    await page.click("text=browse files >> visible=true")
    await page.click(f".list-dir:has-text('{band}')")
    for nth in (1, 4):
        await page.click(f".list-dir:has-text('Record') >> nth={nth}")
        await page.wait_for_selector(".musicfile")
        if nth == 1:
            await page.click(".cm-media-list-parent-item")


def found(_: Application, mood: str) -> Sequence[Row]:
    return [(_track(n),) for n in range(RECORDS * TRACKS) if MOODS[n % 3] == mood]


def tracks(_: Application, band: str) -> Sequence[Row]:
    return [(_track(n),) for n in range(RECORDS * TRACKS) if BANDS[n // TRACKS % 3] == band]


def _track(number: int) -> str:
    return f"{MOODS[number % 3]} song {number + 500}.mp3"


EXHIBIT = Exhibit(
    "cherrymusic",
    "a shelf of music",
    cherrymusic,
    (
        Workflow("search", search, ({"mood": "Quiet"}, {"mood": "Stormy"}), {"mood": "Merry"}, found),
        Workflow("records", records, ({"band": "Brass Gate"}, {"band": "Old Signal"}), {"band": "Green Ferry"}, tracks),
    ),
)

"""Maloja from PyPI, what was listened to: a search that answers while one types, and tables over pages."""

from __future__ import annotations

import contextlib
import os
import subprocess
from collections.abc import Iterator, Sequence
from datetime import datetime, timezone
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, free_port, installed, served
from ..workflow import Exhibit, Row, Workflow, follow, turn

BANDS = ("Tin Harbour", "Copper Lane", "Silver Weir")
SONGS = 360
PLAYS = 1800
_FILL = """
import sys
from maloja.pkg_global import conf
conf.AUX_MODE = False
from maloja.database import sqldb
bands, songs, plays, start = sys.argv[1].split(","), *map(int, sys.argv[2:])
sqldb.add_scrobbles([
    {
        "time": start + n * 90000,
        "track": {
            "artists": [bands[n % songs % 3]],
            "title": f"Song of the tide {n % songs + 40}",
            "album": {"albumtitle": f"Record {n % songs // 21 + 1} of {bands[n % songs % 3]}",
                "artists": [bands[n % songs % 3]]},
            "length": 180,
        },
        "duration": 180, "origin": "client:tap", "extra": {}, "rawscrobble": {},
    }
    for n in range(plays)
])
"""
_START = 1_500_000_000


@contextlib.contextmanager
def maloja(folder: Path) -> Iterator[Application]:
    """Songs of three bands, each listened to as often, over five years."""
    programs = installed("maloja", "malojaserver==3.2.3")
    url = f"http://127.0.0.1:{free_port(folder)}"
    own = {
        "MALOJA_DATA_DIRECTORY": str(folder / "data"),
        "MALOJA_SKIP_SETUP": "true",
        "MALOJA_FORCE_PASSWORD": "quiet & please",
        "MALOJA_HOST": "127.0.0.1",
        "MALOJA_PORT": url.rpartition(":")[2],
        "MALOJA_METADATA_PROVIDERS": "[]",
        "MALOJA_SEND_STATS": "false",
    }
    fill: list[str | Path] = [programs / "python", "-c", _FILL, ",".join(BANDS), str(SONGS), str(PLAYS), str(_START)]
    subprocess.run(fill, check=True, capture_output=True, cwd=folder, env={**os.environ, **own})
    with served([programs / "python", "-m", "maloja", "run"], url, folder, own):
        yield Application(url, "admin", "quiet & please", folder)


_NEXT = "xpath=//div[@class='paginate']/span/following-sibling::a[1]"
_SONG = "td.track > a"


async def _open(page: Page, band: str) -> None:
    await page.type("#searchinput", band)
    entry = f"#searchresults_artists td:has-text('{band}')"
    await page.wait_for_selector(entry)
    await page.wait_for_load_state("networkidle")
    await follow(page, entry)


async def plays(page: Page, app: Application, band: str) -> None:
    await _open(page, band)
    await follow(page, ".stats a:has-text('Scrobbles')")
    await turn(page, _NEXT)


async def songs(page: Page, app: Application, band: str) -> None:
    await _open(page, band)
    await follow(page, "h2 a:has-text('Top Tracks')")
    await follow(page, f"{_SONG} >> nth=2")
    await page.go_back()
    await follow(page, _NEXT)
    await follow(page, f"{_SONG} >> nth=5")


def heard(_: Application, band: str) -> Sequence[Row]:
    own = [n for n in range(PLAYS) if BANDS[n % SONGS % 3] == band]
    times = [datetime.fromtimestamp(_START + n * 90000, timezone.utc) for n in own]
    return [(f"{when:%d. %b %Y %I:%M %p}", _song(n % SONGS)) for n, when in zip(own, times, strict=True)]


def facts(_: Application, band: str) -> Sequence[Row]:
    return [(_song(n), f"Record {n // 21 + 1} of {band}") for n in range(SONGS) if BANDS[n % 3] == band]


def _song(number: int) -> str:
    return f"Song of the tide {number + 40}"


_BANDS = ({"band": "Tin Harbour"}, {"band": "Silver Weir"})
_OTHER = {"band": "Copper Lane"}

EXHIBIT = Exhibit(
    "maloja",
    "what was listened to",
    maloja,
    (
        Workflow("plays", plays, _BANDS, _OTHER, heard),
        Workflow("songs", songs, _BANDS, _OTHER, facts),
    ),
)

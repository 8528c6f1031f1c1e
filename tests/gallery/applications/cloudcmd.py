"""Cloud Commander from npm, a manager of files: a folder's files in two panels, which a script asks for as JSON."""

from __future__ import annotations

import contextlib
import datetime as dt
import os
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, free_port, installed_from_npm, served
from ..workflow import Exhibit, Row, Workflow

PLACES = ("harbour", "orchard", "quarry")
YEARS = ("1931", "1947", "1958", "1966")
SHEETS = 17


@contextlib.contextmanager
def cloudcmd(folder: Path) -> Iterator[Application]:
    """Sheets of a survey, by place and year."""
    programs = installed_from_npm("cloudcmd", cloudcmd="18.8.11")
    for place in PLACES:
        for year in YEARS:
            for number in range(SHEETS):
                sheet = folder / "files" / place / year / name(place, year, number)
                sheet.parent.mkdir(parents=True, exist_ok=True)
                sheet.write_text("x" * size(place, year, number))
                when = dt.datetime(2025, 3, 1 + number, 12, tzinfo=dt.UTC).timestamp()
                os.utime(sheet, (when, when))
    url = f"http://127.0.0.1:{free_port(folder)}"
    where = ["--port", url.rpartition(":")[2], "--root", folder / "files", "--no-open", "--no-auth", "--no-terminal"]
    own = {"HOME": str(folder)}
    with served([programs / "cloudcmd", *where, "--no-console", "--no-contact"], url, folder, own):
        yield Application(url, "", "", folder)


def name(place: str, year: str, number: int) -> str:
    return f"sheet-{place[:2]}{year[2:]}-{number:02}.txt"


def size(place: str, year: str, number: int) -> int:
    return 200 + (number * 37 + PLACES.index(place) * 11 + YEARS.index(year) * 5) % 700


async def _open(page: Page, entry: str) -> None:
    async with page.expect_response(lambda answer: entry in answer.url):
        await page.dblclick(f"[data-name=js-left] li a:text-is('{entry}') >> nth=0")
    await page.wait_for_load_state("networkidle")


async def listed(page: Page, _: Application, place: str, year: str) -> None:
    await page.wait_for_load_state("networkidle")
    await _open(page, place)
    await _open(page, year)


def of_year(_: Application, place: str, year: str) -> Sequence[Row]:
    return [(name(place, year, n), f"{size(place, year, n)}b") for n in range(SHEETS)]


EXHIBIT = Exhibit(
    "cloudcmd",
    "a manager of files over an API",
    cloudcmd,
    (
        Workflow(
            "listed",
            listed,
            ({"place": "harbour", "year": "1947"}, {"place": "orchard", "year": "1966"}),
            {"place": "quarry", "year": "1958"},
            of_year,
        ),
    ),
)

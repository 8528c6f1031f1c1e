"""Nikola from PyPI: a weblog as files, with tags, archives by month, and index pages that are numbered backwards."""

from __future__ import annotations

import contextlib
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, free_port, installed, served
from ..workflow import Exhibit, Row, Workflow, follow

THINGS = ("windmill", "footbridge", "quarry")
MONTHS = ("January", "February", "March", "April", "May")
POSTS = 65
_POST = """.. title: {title}
.. slug: walk-{number}
.. date: 2023-{month:02}-{day:02} 10:00:00 UTC
.. tags: {tags}
.. author: {writer}
.. type: text

Seen from road {road}.
"""


@contextlib.contextmanager
def nikola(folder: Path) -> Iterator[Application]:
    """Posts about three things, in five months."""
    programs = installed("nikola", "Nikola==8.3.3")
    subprocess.run([programs / "nikola", "init", "-q", "-d", "log"], check=True, capture_output=True, cwd=folder)
    site, url = folder / "log", f"http://127.0.0.1:{free_port(folder)}"
    settings = (site / "conf.py").read_text()
    own = f'\nSITE_URL = "{url}/"\nCREATE_MONTHLY_ARCHIVE = True\nINDEX_TEASERS = True\n'
    (site / "conf.py").write_text(settings + own)
    for number in range(POSTS):
        told = _POST.format(
            title=title(number),
            number=number,
            month=number % 5 + 1,
            day=number % 27 + 1,
            tags=f"{THINGS[number % 3]}, walks",
            writer=writer(number),
            road=number * 7,
        )
        (site / "posts" / f"walk-{number}.rst").write_text(told)
    subprocess.run([programs / "nikola", "build"], check=True, capture_output=True, cwd=site)
    serve = [programs / "python", "-m", "http.server", "--bind", "127.0.0.1", url.rpartition(":")[2]]
    with served([*serve, "-d", str(site / "output")], url, folder):
        yield Application(url, "", "", folder)


async def tagged(page: Page, _: Application, tag: str) -> None:
    await follow(page, "a:text-is('Tags')")
    await follow(page, f"a:text-is('{tag}')")


async def archive(page: Page, _: Application, month: str) -> None:
    await follow(page, "a[href*=archive] >> nth=0")
    await follow(page, "a:has-text('2023')")
    await follow(page, f"a:has-text('{month}')")


async def posts(page: Page, _: Application, tag: str) -> None:
    await follow(page, "a:text-is('Tags')")
    await follow(page, f"a:text-is('{tag}')")
    for place in (0, 3):
        await follow(page, f".listtitle >> nth={place}")
        if not place:
            await page.go_back()


def of_tag(_: Application, tag: str) -> Sequence[Row]:
    return [(title(n),) for n in range(POSTS) if THINGS[n % 3] == tag]


def of_month(_: Application, month: str) -> Sequence[Row]:
    return [(title(n),) for n in range(POSTS) if MONTHS[n % 5] == month]


def told_of_tag(_: Application, tag: str) -> Sequence[Row]:
    return [(title(n), writer(n), f"Seen from road {n * 7}.") for n in range(POSTS) if THINGS[n % 3] == tag]


def title(number: int) -> str:
    return f"Walk {number} to the {THINGS[number % 3]}"


def writer(number: int) -> str:
    return ("Ada", "Bert", "Cleo")[number % 7 % 3]


_TAGS = ({"tag": "windmill"}, {"tag": "quarry"})
EXHIBIT = Exhibit(
    "nikola",
    "a weblog of files",
    nikola,
    (
        Workflow("tagged", tagged, _TAGS, {"tag": "footbridge"}, of_tag),
        Workflow("archive", archive, ({"month": "January"}, {"month": "April"}), {"month": "March"}, of_month),
        Workflow("posts", posts, _TAGS, {"tag": "footbridge"}, told_of_tag),
    ),
)

"""Caddy's file server in Go, as Debian packages it: lists of files that are sorted by their columns."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, free_port, served, unpacked
from ..workflow import Exhibit, Row, Workflow, follow, read_two

THINGS = ("windmills", "footbridges", "quarries")
REGIONS = ("hills", "shore", "woods", "fens")
FILES = 40


@contextlib.contextmanager
def caddy(folder: Path) -> Iterator[Application]:
    """A folder for each of three things, with pictures, and with a folder for each of four regions."""
    program = unpacked("caddy", "caddy") / "usr/bin/caddy"
    for day, thing in enumerate(THINGS):
        places = folder / "shared" / thing
        for region in REGIONS:
            (places / region).mkdir(parents=True)
            for number in range(9):
                _write(places / region / picture(thing, number * 3, region), number)
            _date(places / region, day)
        for number in range(FILES):
            _write(places / picture(thing, number), number)
    url = f"http://127.0.0.1:{free_port(folder)}"
    own = {"HOME": str(folder), "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    where = ["--listen", url.removeprefix("http://"), "--root", folder / "shared"]
    with served([program, "file-server", "--browse", *where], url, folder, own):
        yield Application(url, "", "", folder)


def _write(path: Path, number: int) -> None:
    path.write_bytes(b"x" * _size(number))
    _date(path, number)


def _date(path: Path, number: int) -> None:
    os.utime(path, (1_700_000_000 + number * 90_000,) * 2)


def picture(thing: str, number: int, region: str = "all") -> str:
    return f"{region} & {thing} {number * 7 % FILES:02}.jpg"


def _size(number: int) -> int:
    return 100 + number * 17


async def largest(page: Page, _: Application, thing: str) -> None:
    await follow(page, f"a:has-text('{thing}')")
    await follow(page, "th a:has-text('Size')")


async def regions(page: Page, _: Application, thing: str) -> None:
    await follow(page, f"a:has-text('{thing}')")
    await read_two(page, "tr.file a:has(.name):not([href$=jpg])", 0, 2)


def of_thing(_: Application, thing: str) -> Sequence[Row]:
    return [(picture(thing, number), f"{_size(number)} B") for number in range(FILES)] + [
        (f"{name}/",) for name in REGIONS
    ]


def of_regions(_: Application, thing: str) -> Sequence[Row]:
    return [(picture(thing, number * 3, region), f"{_size(number)} B") for region in REGIONS for number in range(9)]


EXHIBIT = Exhibit(
    "caddy",
    "lists of files in Go",
    caddy,
    (
        Workflow("largest", largest, ({"thing": THINGS[0]}, {"thing": THINGS[1]}), {"thing": THINGS[2]}, of_thing),
        Workflow("regions", regions, ({"thing": THINGS[0]}, {"thing": THINGS[1]}), {"thing": THINGS[2]}, of_regions),
    ),
)

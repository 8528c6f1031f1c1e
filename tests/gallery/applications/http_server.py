"""http-server from npm, listings of folders: a table without a head, whose first row leads back up."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, free_port, installed_from_npm, served
from ..workflow import Exhibit, Row, Workflow, follow

PLACES = ("windmill", "footbridge", "quarry")
KINDS = ("plans", "walks")
FILES = 160
_BEGIN = 1_740_000_000


@contextlib.contextmanager
def http_server(folder: Path) -> Iterator[Application]:
    """Three folders, each with two folders of files."""
    version = {"http-server": "14.1.1"}
    program = installed_from_npm("http_server", None, **version) / "http-server"
    for number in range(FILES):
        file = folder / "files" / PLACES[number % 3] / KINDS[number // 3 % 2] / name(number)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(b"x" * size(number))
        os.utime(file, (_BEGIN, _BEGIN + number * 3600))
    url = f"http://127.0.0.1:{free_port(folder)}"
    with served([program, "files", "-a", "127.0.0.1", "-p", url.rpartition(":")[2]], url, folder):
        yield Application(url, "", "", folder)


def name(number: int) -> str:
    return f"part-{number * 7 % 163}.txt"


def size(number: int) -> int:
    return number * 11 + 5


def shown(number: int) -> str:
    return f"{size(number)}B" if size(number) < 1024 else f"{size(number) / 1024:.1f}k"


async def files(page: Page, _: Application, place: str) -> None:
    await follow(page, f"a >> text={place}/")
    await follow(page, "a >> text=walks/")


async def kinds(page: Page, _: Application, place: str, kind: str) -> None:
    await follow(page, f"a >> text={place}/")
    await follow(page, f"a >> text={kind}/")


def of_kind(_: Application, place: str, kind: str = "walks") -> Sequence[Row]:
    own = [n for n in range(FILES) if PLACES[n % 3] == place and KINDS[n // 3 % 2] == kind]
    return [(name(n), shown(n)) for n in own]


EXHIBIT = Exhibit(
    "http_server",
    "listings of folders",
    http_server,
    (
        Workflow("files", files, ({"place": "windmill"}, {"place": "quarry"}), {"place": "footbridge"}, of_kind),
        Workflow(
            "kinds",
            kinds,
            ({"place": "windmill", "kind": "plans"}, {"place": "quarry", "kind": "walks"}),
            {"place": "footbridge", "kind": "plans"},
            of_kind,
        ),
    ),
)

"""WsgiDAV from PyPI: folders of files as plain tables, one page each."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, free_port, installed, served
from ..workflow import Exhibit, Row, Workflow, follow

FOLDERS = ("letters", "maps", "tables")
FILES = 26


def sizes(kind: str) -> list[tuple[str, int]]:
    return [(f"{kind[:-1]}-{number:02}.txt", 10 + 7 * number + len(kind)) for number in range(FILES)]


@contextlib.contextmanager
def wsgidav(folder: Path) -> Iterator[Application]:
    """Three folders of files."""
    root = folder / "shared"
    for kind in FOLDERS:
        (root / kind).mkdir(parents=True)
        for name, size in sizes(kind):
            (root / kind / name).write_text("x" * size)
    url = f"http://127.0.0.1:{free_port(folder)}"
    program = installed("wsgidav", "wsgidav>=4.3", "cheroot") / "wsgidav"
    command = [program, "-H", "127.0.0.1", "-p", url.rpartition(":")[2], "-r", root, "--auth", "anonymous"]
    with served([*command, "--no-config"], url, folder):
        yield Application(url, "", "", folder)


async def open_folder(page: Page, _: Application, kind: str) -> None:
    await follow(page, f"table.dir-listing a >> text=/^\\s*{kind}/")


def files(_: Application, kind: str) -> Sequence[Row]:
    return [(name, f"{size} Bytes") for name, size in sizes(kind)]


EXHIBIT = Exhibit(
    "wsgidav",
    "lists of files",
    wsgidav,
    (Workflow("folder", open_folder, ({"kind": "letters"}, {"kind": "maps"}), {"kind": "tables"}, files),),
)

"""copyparty from PyPI: a file manager whose page asks for folders as data and for the trees beside them."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, free_port, installed, served
from ..workflow import Exhibit, Row, Workflow

THINGS = ("windmill", "footbridge", "quarry")
FILES = 27
_MARCH = 1_772_352_000


@contextlib.contextmanager
def copyparty(folder: Path) -> Iterator[Application]:
    """Three folders with notes."""
    program = installed("copyparty", "copyparty") / "copyparty"
    shared = folder / "shared"
    for place, thing in enumerate(THINGS):
        (shared / thing).mkdir(parents=True)
        for number in range(FILES):
            note = shared / thing / name(thing, number)
            note.write_text("x" * size(place, number))
            os.utime(note, (_MARCH, _MARCH + number * 60))
    url = f"http://127.0.0.1:{free_port(folder)}"
    serve = [program, "-i", "127.0.0.1", "-p", url.rpartition(":")[2], "-v", f"{shared}::r", "-q"]
    with served(serve, url, folder, {"HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}):
        yield Application(url, "", "", folder)


def name(thing: str, number: int) -> str:
    return f"note {number} of the {thing}.txt"


def size(place: int, number: int) -> int:
    return number * 37 + place + 1


async def browse(page: Page, _: Application, thing: str) -> None:
    await page.click(f"#files a:has-text('{thing}')")
    await page.wait_for_selector(f"#files a:has-text('{name(thing, FILES - 1)}')")


def of_folder(_: Application, thing: str) -> Sequence[Row]:
    return [(name(thing, n).replace(" ", "%20"), str(size(THINGS.index(thing), n))) for n in range(FILES)]


EXHIBIT = Exhibit(
    "copyparty",
    "a file manager",
    copyparty,
    (Workflow("folder", browse, ({"thing": "windmill"}, {"thing": "quarry"}), {"thing": "footbridge"}, of_folder),),
)

"""Archivy from PyPI, notes in folders: each page has a sidebar that lists all of them, and a login comes first."""

from __future__ import annotations

import contextlib
import os
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, free_port, installed, served
from ..workflow import Exhibit, Row, Workflow, follow, read_two

FOLDERS = ("hills", "shore", "woods")
TAGS = ("stone", "timber", "iron", "rope")
NOTES = 57


@contextlib.contextmanager
def archivy(folder: Path) -> Iterator[Application]:
    """Notes in three folders, of which some have been written to of late."""
    program = installed("archivy", "archivy==1.7.7", "flask-compress==1.14") / "archivy"
    url = f"http://127.0.0.1:{free_port(folder)}"
    (folder / "config.yml").write_text(
        f"USER_DIR: {folder}\nHOST: 127.0.0.1\nPORT: {url.rpartition(':')[2]}\nSECRET_KEY: for tests\n"
    )
    for number in range(NOTES):
        place = folder / "data" / within(number)
        place.mkdir(parents=True, exist_ok=True)
        text = (
            f"---\ndate: {written(number)}\nid: {number + 1}\nmodified_at: 04/{number % 28 + 1:02}/25 10:00\n"
            f"path: {within(number)}\ntags:\n- {tag(number)}\ntitle: {title(number)}\ntype: note\n---\n"
            f"Seen by {number * 3 + 2} walkers.\n"
        )
        (place / f"{number + 1}-{title(number).replace(' ', '_')}.md").write_text(text)
    own = {"ARCHIVY_INTERNAL_DIR_PATH": str(folder)}
    secret = "quiet & please"
    subprocess.run(
        [program, "create-admin", "keeper", "--password", secret],
        check=True,
        capture_output=True,
        cwd=folder,
        env={**os.environ, **own},
    )
    with served([program, "run"], f"{url}/login", folder, own):
        yield Application(url, "keeper", secret, folder)


def within(number: int) -> str:
    return FOLDERS[number % 3]


def tag(number: int) -> str:
    return TAGS[number // 3 % 4]


def title(number: int) -> str:
    return f"Bridge {number * 7 % 61 + 10} of {within(number)}"


def written(number: int) -> str:
    return f"03-{number % 28 + 1:02}-25"


async def notes(page: Page, app: Application, folder: str) -> None:
    await page.fill("input[name=username]", app.user)
    await page.fill("input[name=password]", app.secret)
    await follow(page, "#login-form [type=submit]")
    await follow(page, f"#files li.dir a >> text={folder}")


async def details(page: Page, app: Application, folder: str) -> None:
    await notes(page, app, folder)
    await read_two(page, "#files li.file a", 1, 4)


def kept(_: Application, folder: str) -> Sequence[Row]:
    return [(title(number),) for number in range(NOTES) if within(number) == folder]


def told(_: Application, folder: str) -> Sequence[Row]:
    own = [number for number in range(NOTES) if within(number) == folder]
    return [(title(number), tag(number), written(number)) for number in own]


_INPUTS = ({"folder": "hills"}, {"folder": "woods"})
_OTHER = {"folder": "shore"}

EXHIBIT = Exhibit(
    "archivy",
    "notes in folders",
    archivy,
    (
        Workflow("notes", notes, _INPUTS, _OTHER, kept, "/login"),
        Workflow("details", details, _INPUTS, _OTHER, told, "/login"),
    ),
)

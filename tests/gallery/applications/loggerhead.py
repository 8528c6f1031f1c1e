"""Loggerhead in Python, as Debian packages it: branches of Breezy, what was changed in them in pages, each change."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, NotInstallableError, free_port, served, unpacked, with_dependencies
from ..workflow import Exhibit, Row, Workflow, follow, read_two, turn

THINGS = ("windmill", "footbridge", "quarry")
GUILDS = ("millers", "weavers", "coopers", "sawyers")
KEEPERS = ("Ada", "Bert", "Cleo")
CHANGES = 57
_CHANGE = ".short_description a"
_NEEDED = (
    r"python3-(breezy|bleach|paste|fastbencode|merge3|patiencediff|urllib3|configobj|dulwich|pygments|webencodings"
    r"|html5lib|six|yaml|chameleon|simplejson|pkg-resources|packaging)$|libjs-jquery$"
)
_FILL = """
import json, sys
import breezy, breezy.bzr, breezy.bzr.bzrdir
from breezy.controldir import ControlDir
told = json.load(sys.stdin)
with breezy.initialize():
    for name, changes in told.items():
        tree = ControlDir.create_standalone_workingtree(name)
        with tree.lock_write():
            for number, (path, text, said, who, when) in enumerate(changes):
                with open(f"{name}/{path}", "a") as file:
                    file.write(text)
                if not tree.is_versioned(path):
                    tree.add([path])
                tree.commit(said, committer=who, timestamp=when, timezone=0, rev_id=f"walk-{name}-{number}".encode())
"""


@contextlib.contextmanager
def loggerhead(folder: Path) -> Iterator[Application]:
    """Branches of three things, each changed by three people."""
    python = "/usr/bin/python3"
    if not Path(python).exists():
        raise NotInstallableError("there is no python3 of Debian")
    root = unpacked("loggerhead", *with_dependencies(_NEEDED, "loggerhead", "python3-pygments"))
    modules = str(root / "usr/lib/python3/dist-packages")
    own = {"PYTHONPATH": modules, "BRZ_HOME": str(folder), "HOME": str(folder), "BRZ_EMAIL": "ada@hills.example"}
    (folder / "branches").mkdir()
    told = {thing: [_change(thing, number) for number in range(CHANGES)] for thing in THINGS}
    filling = {"input": json.dumps(told).encode(), "env": {**os.environ, **own}, "cwd": folder / "branches"}
    subprocess.run([python, "-c", _FILL], check=True, capture_output=True, **filling)  # type: ignore[call-overload]
    shutil.copy(root / "usr/bin/loggerhead-serve", folder / "serve.py")
    url = f"http://127.0.0.1:{free_port(folder)}"
    command = [python, "serve.py", "--host", "127.0.0.1", "--port", url.rpartition(":")[2], "--log-folder", folder]
    with served([*command, "--cache-dir", folder / "kept", folder / "branches"], url, folder, own):
        yield Application(url, "", "", folder)


def _change(thing: str, number: int) -> tuple[str, str, str, str, float]:
    path = f"{GUILDS[number % 4]}-{number % 9}.txt"
    return (
        path,
        f"Line {number * 13 % 401}\n",
        said(thing, number),
        f"{keeper(number)} <{keeper(number)}@hills>",
        when(number),
    )


def said(thing: str, number: int) -> str:
    return f"Mended the {thing} for the {number * 37 % 997}th time"


def keeper(number: int) -> str:
    return KEEPERS[number % 3]


def when(number: int) -> float:
    return 1600000000.0 + number * 90061


async def _open(page: Page, thing: str) -> None:
    await follow(page, f"a:text-is('{thing}')")


async def changes(page: Page, _: Application, thing: str) -> None:
    await _open(page, thing)
    await follow(page, "#menuTabs a:text-is('Changes')")
    await turn(page, "a:has-text('Older')")


async def files(page: Page, _: Application, thing: str) -> None:
    await _open(page, thing)


async def details(page: Page, _: Application, thing: str) -> None:
    """Two of the first page, and one of the second."""
    await _open(page, thing)
    await follow(page, "#menuTabs a:text-is('Changes')")
    await read_two(page, _CHANGE, 1, 4)
    await page.go_back()
    await follow(page, "a:has-text('Older')")
    await follow(page, f"{_CHANGE} >> nth=2")


def changed(_: Application, thing: str) -> Sequence[Row]:
    return [(str(number + 1), said(thing, number), keeper(number)) for number in range(CHANGES)]


def there(_: Application, thing: str) -> Sequence[Row]:
    last = {_change(thing, number)[0]: number for number in range(CHANGES)}
    return [(path, str(number + 1), keeper(number), said(thing, number)) for path, number in last.items()]


def read(_: Application, thing: str) -> Sequence[Row]:
    return [
        (
            said(thing, n),
            keeper(n),
            f"{datetime.fromtimestamp(when(n), UTC):%Y-%m-%d %H:%M:%S} UTC",
            _change(thing, n)[0],
        )
        for n in range(CHANGES)
    ]


_THINGS = ({"thing": THINGS[0]}, {"thing": THINGS[2]})

EXHIBIT = Exhibit(
    "loggerhead",
    "what was changed in branches, in Python",
    loggerhead,
    (
        Workflow("changes", changes, _THINGS, {"thing": THINGS[1]}, changed),
        Workflow("files", files, _THINGS, {"thing": THINGS[1]}, there),
        Workflow("details", details, _THINGS, {"thing": THINGS[1]}, read),
    ),
)

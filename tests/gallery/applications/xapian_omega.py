"""Xapian Omega, a search engine for files in C++ by CGI, as Debian packages it: pages behind buttons of one form."""

from __future__ import annotations

import contextlib
import os
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, unpacked, with_dependencies
from ..cgi import served_by_cgi
from ..workflow import Exhibit, Row, Workflow, follow, read_two, turn

THINGS = ("windmill", "footbridge", "quarry")
PLACES = ("north", "south", "east")
PAGES = 135
_NEEDED = r"lib(xapian|magic|pcre2|nettle|xxhash|crypt|lua|uuid)\d*\S*"


@contextlib.contextmanager
def xapian_omega(folder: Path) -> Iterator[Application]:
    """An index of pages about three things."""
    root = unpacked("xapian_omega", *with_dependencies(_NEEDED, "xapian-omega", "lighttpd"))
    written = folder / "written"
    written.mkdir()
    for number in range(PAGES):
        (written / f"part{number}.html").write_text(
            f"<title>{title(number)}</title><body><p>{body(number)}</p></body>", "utf-8"
        )
    libraries = ":".join(sorted({str(each.parent) for each in root.rglob("*.so*")}))
    magic = next(root.rglob("magic.mgc"))
    index = [root / "usr/bin/omindex", "--db", folder / "data/default", "--url", "/written/", written]
    (folder / "data").mkdir()
    environment = {**os.environ, "LD_LIBRARY_PATH": libraries, "MAGIC": str(magic)}
    subprocess.run(index, check=True, capture_output=True, env=environment)
    shared = root / "usr/share/xapian-omega/templates"
    (folder / "omega.conf").write_text(
        f"database_dir {folder}/data\ntemplate_dir {shared}\nlog_dir {folder}\ncdb_dir {folder}\n"
    )
    program = folder / "bin" / "omega.cgi"
    program.parent.mkdir()
    program.symlink_to(root / "usr/lib/cgi-bin/omega/omega")
    places = {"/bin/": program.parent, "/written/": written}
    with served_by_cgi(root, folder, "/bin/omega.cgi", places, {"OMEGA_CONFIG_FILE": f"{folder}/omega.conf"}) as app:
        yield app


def title(number: int) -> str:
    return f"Of the {THINGS[number % 3]}, part {number}"


def body(number: int) -> str:
    return f"The {THINGS[number % 3]} in the {PLACES[number // 3 % 3]} was seen by {number} walkers."


async def search(page: Page, _: Application, word: str) -> None:
    await page.fill("input[name=P]", word)
    await follow(page, "input[type=submit] >> nth=0")
    await turn(page, "input[type=submit][name='>']")


async def documents(page: Page, _: Application, word: str) -> None:
    await page.fill("input[name=P]", word)
    await follow(page, "input[type=submit] >> nth=0")
    await turn(page, "input[type=submit][name='>']", 1 if word == PLACES[0] else 2)
    await read_two(page, "td:nth-child(2) b a", 0, 1)


def found(_: Application, word: str) -> Sequence[Row]:
    return [(title(n), f"/written/part{n}.html") for n in range(PAGES) if word in body(n)]


def read(_: Application, word: str) -> Sequence[Row]:
    return [(body(n),) for n in range(PAGES) if word in body(n)]


_HOME = "/bin/omega.cgi"

EXHIBIT = Exhibit(
    "xapian_omega",
    "a search engine in C++ by CGI",
    xapian_omega,
    (
        Workflow("search", search, ({"word": "windmill"}, {"word": "quarry"}), {"word": "footbridge"}, found, _HOME),
        Workflow("documents", documents, ({"word": "north"}, {"word": "south"}), {"word": "east"}, read, _HOME),
    ),
)

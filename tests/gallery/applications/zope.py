"""Zope's own pages for who keeps a site, from PyPI: folders, a search over them, documents in forms, HTTP's login."""

from __future__ import annotations

import contextlib
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path
from urllib.parse import quote

from playwright.async_api import Page

from ..application import Application, free_port, installed, served
from ..workflow import Exhibit, Row, Workflow, follow, read_two, turn

THINGS = ("windmill", "footbridge", "quarry")
FOLDERS = ("hills", "shore", "woods")
DOCUMENTS = 153
_FILL = f"""
import transaction
things, folders = {THINGS!r}, {FOLDERS!r}
app.manage_addProduct["OFSP"].manage_addFolder("places", "Places")
for name in folders:
    app.places.manage_addProduct["OFSP"].manage_addFolder(name, f"Of the {{name}}")
for n in range({DOCUMENTS}):
    folder = app.places[folders[n // 3 % 3]]
    folder.manage_addProduct["OFSP"].manage_addDTMLDocument(f"part-{{n:03}}", f"Report {{n}}",
        file=f"Seen at the {{things[n % 3]}} in year {{1900 + n}}.")
transaction.commit()
"""


@contextlib.contextmanager
def zope(folder: Path) -> Iterator[Application]:
    """Documents about three things in three folders."""
    programs = installed("zope", "Zope[wsgi]>=5.9", "setuptools<80")
    secret = "quiet-and-please"
    make = [programs / "mkwsgiinstance", "-d", folder / "instance", "-u", f"keeper:{secret}"]
    settings, script = folder / "instance" / "etc", folder / "fill.py"
    script.write_text(_FILL)
    for command in (make, [programs / "zconsole", "run", settings / "zope.conf", script]):
        subprocess.run(command, check=True, capture_output=True, cwd=folder)
    url = f"http://127.0.0.1:{free_port(folder)}"
    told = (settings / "zope.ini").read_text()
    (settings / "zope.ini").write_text(told.replace("8080", url.rpartition(":")[2]))
    with served([programs / "runwsgi", settings / "zope.ini"], url, folder):
        yield Application(url, "keeper", secret, folder)


async def log_in(page: Page, app: Application) -> None:
    """As the browser does after it has asked for name and password."""
    await page.goto(f"{app.url.replace('//', f'//{app.user}:{quote(app.secret)}@')}/places/manage_main")


async def search(page: Page, app: Application, word: str) -> None:
    await log_in(page, app)
    await follow(page, "#tabs a:has-text('Find')")
    await page.fill("#contain", word)
    await follow(page, "input[name=btn_submit]")
    await turn(page, ".zmi-find-results a:has-text('Next')")


async def listed(page: Page, app: Application, name: str) -> None:
    await log_in(page, app)
    await follow(page, f".zmi-object-id a:has-text('Of the {name}')")
    await follow(page, "th.zmi-object-id a")


async def details(page: Page, app: Application, word: str) -> None:
    await log_in(page, app)
    await follow(page, "#tabs a:has-text('Find')")
    await page.fill("#contain", word)
    await follow(page, "input[name=btn_submit]")
    await read_two(page, "ul.zmi-find-results li a", 1, 4)


def _of_thing(word: str) -> list[int]:
    return [n for n in range(DOCUMENTS) if THINGS[n % 3] == word]


def found(_: Application, word: str) -> Sequence[Row]:
    return [(f"{FOLDERS[n // 3 % 3]}/part-{n:03} (Report {n})",) for n in _of_thing(word)]


def within(_: Application, name: str) -> Sequence[Row]:
    return [(f"part-{n:03}", f"(Report {n})") for n in range(DOCUMENTS) if FOLDERS[n // 3 % 3] == name]


def read(_: Application, word: str) -> Sequence[Row]:
    first = sorted(_of_thing(word), key=lambda n: (FOLDERS[n // 3 % 3], n))[:20]
    return [(f"Report {n}", f"Seen at the {word} in year {1900 + n}.") for n in first]


_TWO = ({"word": "windmill"}, {"word": "quarry"})
_OTHER = {"word": "footbridge"}

EXHIBIT = Exhibit(
    "zope",
    "an object database",
    zope,
    (
        Workflow("search", search, _TWO, _OTHER, found, "/"),
        Workflow("listed", listed, ({"name": "hills"}, {"name": "woods"}), {"name": "shore"}, within, "/"),
        Workflow("details", details, _TWO, _OTHER, read, "/"),
    ),
)

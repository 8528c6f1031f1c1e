"""MoinMoin 2 from PyPI: a wiki whose search tells of each page found in lines of text, and whose tags lead to pages."""

from __future__ import annotations

import contextlib
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, free_port, installed, served
from ..workflow import Exhibit, Row, Workflow, follow

THINGS = ("bridge", "engine", "lantern")
PAGES, HALLS = 30, 7
_FILL = """
import io
import sys
import uuid
from moin import current_app, flaskg
from moin.app import before_wiki, create_app

pages, halls, *things = sys.argv[1:]
with create_app().test_request_context("/"):
    before_wiki()
    flaskg.add_lineno_attr = False
    for n in range(int(pages) * len(things)):
        thing, hall = things[n % 3], n % int(halls)
        name, number = f"The {thing} {n // 3}", uuid.UUID(int=n + 1).hex
        meta = {"name": [name], "itemid": number, "namespace": "", "contenttype": "text/x.moin.wiki;charset=utf-8",
            "itemtype": "default", "summary": f"Kept in hall {hall}", "comment": f"Written for the {thing}",
            "tags": [thing]}
        text = f"All about {name}, which hall {hall} keeps." + chr(13) + chr(10)
        current_app.storage.get_item(itemid=number, namespace="").store_revision(meta, io.BytesIO(text.encode()))
"""


@contextlib.contextmanager
def moin(folder: Path) -> Iterator[Application]:
    """Ninety pages about three things."""
    programs = installed("moin", "moin==2.0.0b5")
    for command in (
        [programs / "moin", "create-instance", "--full"],
        [programs / "python", "-c", _FILL, str(PAGES), str(HALLS), *THINGS],
    ):
        subprocess.run(command, check=True, capture_output=True, cwd=folder)
    url = f"http://127.0.0.1:{free_port(folder)}"
    with served([programs / "moin", "run", "-p", url.rpartition(":")[2]], url, folder):
        yield Application(url, "", "", folder)


async def search(page: Page, _: Application, thing: str) -> None:
    await page.fill("#moin-long-searchform input[name=q]", thing)
    async with page.expect_navigation():
        await page.press("#moin-long-searchform input[name=q]", "Enter")


async def tagged(page: Page, _: Application, thing: str) -> None:
    await follow(page, f"a[href='/+tags/{thing}']")


def named(_: Application, thing: str) -> Sequence[Row]:
    return [(f"The {thing} {n}",) for n in range(PAGES)]


EXHIBIT = Exhibit(
    "moin",
    "a wiki with tags",
    moin,
    (
        Workflow(
            "search",
            search,
            ({"thing": "bridge"}, {"thing": "engine"}),
            {"thing": "lantern"},
            named,
            home="/+search",
        ),
        Workflow(
            "tagged",
            tagged,
            ({"thing": "bridge"}, {"thing": "engine"}),
            {"thing": "lantern"},
            named,
            home="/+tags",
        ),
    ),
)

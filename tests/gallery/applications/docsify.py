"""A site of Docsify from npm: pages of Markdown that a script fetches and draws, at addresses behind `#`."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, free_port, installed_from_npm, served
from ..workflow import Exhibit, Row, Workflow

AREAS = ("Harbour", "Moor", "Gorge", "Meadow", "Dunes")
ROUTES = 85
_PAGE = """<!DOCTYPE html><html><head><meta charset="utf-8"><title>Routes</title>
<link rel="stylesheet" href="vue.css"></head><body><div id="app"></div>
<script>window.$docsify = { name: "Routes", loadSidebar: true, subMaxLevel: 0 };</script>
<script src="docsify.min.js"></script></body></html>"""


@contextlib.contextmanager
def docsify(folder: Path) -> Iterator[Application]:
    """Routes of five areas: a page for each area, and one for each route."""
    programs = installed_from_npm("docsify", docsify="4.13.1", serve="14.2.5")
    made = programs.parent / "docsify"
    site = folder / "site"
    (site / "routes").mkdir(parents=True)
    for file in (made / "lib/docsify.min.js", made / "themes/vue.css"):
        (site / file.name).write_bytes(file.read_bytes())
    (site / "index.html").write_text(_PAGE)
    (site / "README.md").write_text("# Routes\n\nWhere one can walk here.\n")
    (site / "_sidebar.md").write_text("".join(f"- [{area}]({area.lower()}.md)\n" for area in AREAS))
    for area in AREAS:
        lines = [
            f"| [{_name(n)}](routes/route-{n}.md) | {_metres(n)} | {_sign(n)} |"
            for n in range(ROUTES)
            if _area(n) == area
        ]
        table = "\n".join(["| Route | Metres | Sign |", "| --- | --- | --- |", *lines])
        (site / f"{area.lower()}.md").write_text(f"# {area}\n\nThe routes of this area.\n\n{table}\n")
    for n in range(ROUTES):
        told = f"# {_name(n)}\n\n{_story(n)}\n\n## Facts\n\n- Metres: {_metres(n)}\n- Keeper: {_keeper(n)}\n"
        (site / f"routes/route-{n}.md").write_text(told)
    url = f"http://127.0.0.1:{free_port(folder)}"
    listen = f"tcp://{url.removeprefix('http://')}"
    with served([programs / "serve", "--no-clipboard", "--listen", listen, site], url, folder):
        yield Application(url, "", "", folder)


def _area(number: int) -> str:
    return AREAS[number * 3 % 5]


def _name(number: int) -> str:
    return f"Route {number} by the old {('mill', 'bridge', 'tower')[number % 3]}"


def _metres(number: int) -> str:
    return str(number * 37 % 1000 + 200)


def _sign(number: int) -> str:
    return f"{('red', 'white', 'green', 'black')[number % 4]} {number % 9}"


def _story(number: int) -> str:
    return f"It goes by {number + 3} gates, and was first walked in {1900 + number}."


def _keeper(number: int) -> str:
    return f"Society number {number * 7 % 41}"


async def _open(page: Page, link: str) -> None:
    async with page.expect_response("**/*.md"):
        await page.click(link)
    await page.wait_for_load_state("networkidle")


async def listed(page: Page, _: Application, area: str) -> None:
    await page.wait_for_load_state("networkidle")
    await _open(page, f".sidebar-nav a:text-is('{area}')")


async def told(page: Page, app: Application, area: str) -> None:
    await listed(page, app, area)
    await _open(page, "article td a >> nth=1")
    await page.go_back()
    await page.locator("article td a").first.wait_for()
    await _open(page, "article td a >> nth=4")


def of_area(_: Application, area: str) -> Sequence[Row]:
    return [(_name(n), _metres(n), _sign(n)) for n in range(ROUTES) if _area(n) == area]


def told_of(_: Application, area: str) -> Sequence[Row]:
    return [(_name(n), _story(n)) for n in range(ROUTES) if _area(n) == area]


EXHIBIT = Exhibit(
    "docsify",
    "Markdown behind `#` addresses",
    docsify,
    (
        Workflow("listed", listed, ({"area": "Harbour"}, {"area": "Gorge"}), {"area": "Dunes"}, of_area),
        Workflow("told", told, ({"area": "Moor"}, {"area": "Meadow"}), {"area": "Gorge"}, told_of),
    ),
)

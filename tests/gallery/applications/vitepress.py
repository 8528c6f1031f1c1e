"""A site that VitePress has made, from npm: pages in Vue, the next of which its script loads as a module."""

from __future__ import annotations

import contextlib
import json
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, free_port, installed_from_npm, served
from ..workflow import Exhibit, Row, Workflow

AREAS = ("Harbour", "Moor", "Gorge", "Meadow", "Dunes")
PLANTS = 70


@contextlib.contextmanager
def vitepress(folder: Path) -> Iterator[Application]:
    """Plants of five areas: a page for each area, and one for each plant."""
    programs = installed_from_npm("vitepress", vitepress="1.6.4")
    site = folder / "site"
    (site / ".vitepress").mkdir(parents=True)
    (site / "node_modules").symlink_to(programs.parent)
    sidebar = [{"text": area, "link": f"/{area.lower()}"} for area in AREAS]
    asked = {"title": "Plants", "themeConfig": {"sidebar": sidebar}, "cleanUrls": False}
    (site / ".vitepress/config.mjs").write_text(f"export default {json.dumps(asked)}")
    (site / "index.md").write_text("# Plants\n\nWhat grows here.\n")
    (site / "plants").mkdir()
    for area in AREAS:
        lines = [
            f"| [{_name(n)}](/plants/plant-{n}) | {_height(n)} | {_month(n)} |"
            for n in range(PLANTS)
            if _area(n) == area
        ]
        table = "\n".join(["| Plant | Height | Blossom |", "| --- | --- | --- |", *lines])
        (site / f"{area.lower()}.md").write_text(f"# {area}\n\nWhat grows in this area.\n\n{table}\n")
    for n in range(PLANTS):
        told = f"# {_name(n)}\n\n{_story(n)}\n\n## Facts\n\n- Height: {_height(n)}\n- Found by: {_finder(n)}\n"
        (site / f"plants/plant-{n}.md").write_text(told)
    subprocess.run([programs / "vitepress", "build", site], check=True, capture_output=True, cwd=folder)
    url = f"http://127.0.0.1:{free_port(folder)}"
    preview = ["preview", site, "--port", url.rpartition(":")[2], "--host", "127.0.0.1"]
    with served([programs / "vitepress", *preview], url, folder):
        yield Application(url, "", "", folder)


def _area(number: int) -> str:
    return AREAS[number * 2 % 5]


def _name(number: int) -> str:
    return f"{('Common', 'Great', 'Creeping')[number % 3]} herb {number}"


def _height(number: int) -> str:
    return f"{number * 13 % 170 + 4} cm"


def _month(number: int) -> str:
    return ("March", "April", "May", "June", "July", "August", "September")[number % 7]


def _story(number: int) -> str:
    return f"It likes wet ground, and was seen at {number + 2} places in {1950 + number}."


def _finder(number: int) -> str:
    return f"Walker {number * 7 % 41}"


async def _open(page: Page, link: str, pages: str) -> None:
    await page.click(link)
    await page.wait_for_url(pages)
    await page.wait_for_load_state("networkidle")


async def listed(page: Page, _: Application, area: str) -> None:
    await page.wait_for_load_state("networkidle")
    await _open(page, f".VPSidebar a:has-text('{area}')", f"**/{area.lower()}.html")


async def told(page: Page, app: Application, area: str) -> None:
    await listed(page, app, area)
    await _open(page, ".vp-doc td a >> nth=1", "**/plants/*")
    await page.go_back()
    await page.locator(".vp-doc td a").first.wait_for()
    await _open(page, ".vp-doc td a >> nth=4", "**/plants/*")


def of_area(_: Application, area: str) -> Sequence[Row]:
    return [(_name(n), _height(n), _month(n)) for n in range(PLANTS) if _area(n) == area]


def told_of(_: Application, area: str) -> Sequence[Row]:
    return [(_name(n), _story(n)) for n in range(PLANTS) if _area(n) == area]


EXHIBIT = Exhibit(
    "vitepress",
    "pages as modules of a script",
    vitepress,
    (
        Workflow("listed", listed, ({"area": "Harbour"}, {"area": "Gorge"}), {"area": "Dunes"}, of_area),
        Workflow("told", told, ({"area": "Moor"}, {"area": "Meadow"}), {"area": "Gorge"}, told_of),
    ),
)

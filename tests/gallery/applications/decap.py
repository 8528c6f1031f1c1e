"""Decap CMS from npm: an editor in React that asks one address for everything, by what it posts."""

from __future__ import annotations

import contextlib
import json
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, free_port, installed_from_npm, running, served
from ..workflow import Exhibit, Row, Workflow

THINGS = ("windmill", "footbridge", "quarry")
GUILDS = ("millers", "weavers", "coopers", "sawyers")
KINDS = ("walks", "letters", "photos")
ENTRIES = 57
_ENTRY = "a[href*='/entries/']"
_SERVER = """const express = require("express");
const [port, folder, scripts] = process.argv.slice(2);
express().use(express.static(folder)).use("/scripts", express.static(scripts)).listen(+port, "127.0.0.1");
"""
_PAGE = """<!doctype html><html><head><meta charset="utf-8"><title>Walks</title></head>
<body><script src="scripts/decap-cms.js"></script></body></html>
"""


@contextlib.contextmanager
def decap(folder: Path) -> Iterator[Application]:
    """Walks, letters and photos of three things, in files of JSON."""
    modules = installed_from_npm("decap", {}, **{"decap-server": "3.11.3", "decap-cms": "3.16.3"}).parent
    site, port = folder / "site", free_port(folder)
    for kind in KINDS:
        (site / "content" / kind).mkdir(parents=True)
        for number in range(ENTRIES):
            told = json.dumps(entry(kind, number))
            (site / "content" / kind / f"{kind[:-1]}-{number * 7 % 97:02}.json").write_text(told)
    fields = [
        {"label": name.title(), "name": name, "widget": "string"} for name in ("title", "guild", "about", "metres")
    ]
    listed = [
        {"name": kind, "label": kind.title(), "folder": f"content/{kind}", "create": True, "format": "json"}
        | {"fields": fields}
        for kind in KINDS
    ]
    asked = free_port(folder.with_name("proxy"))
    backend = {"name": "proxy", "proxy_url": f"http://127.0.0.1:{asked}/api/v1", "branch": "master"}
    config = {"backend": backend, "media_folder": "media", "collections": listed, "publish_mode": "simple"}
    (site / "config.yml").write_text(json.dumps(config | {"load_config_file": True}))
    (site / "index.html").write_text(_PAGE)
    (folder / "server.js").write_text(_SERVER)
    own = {"PORT": str(asked), "GIT_REPO_DIRECTORY": str(site), "MODE": "fs", "BIND_HOST": "127.0.0.1"}
    own |= {"NODE_PATH": str(modules), "ORIGIN": "*"}
    url, scripts = f"http://127.0.0.1:{port}", modules / "decap-cms" / "dist"
    node = shutil.which("node") or "node"
    with (
        running([modules / ".bin" / "decap-server"], folder, own, "proxy.log"),
        served([node, "server.js", str(port), site, scripts], url, folder, own),
    ):
        yield Application(url, "", "", folder)


def entry(kind: str, number: int) -> dict[str, str]:
    title = f"{kind[:-1].title()} {number * 7 % 997} by the {THINGS[number % 3]}"
    about = f"Tells of part {number * 13 % 401} of the way"
    return {"title": title, "guild": GUILDS[number % 4], "about": about, "metres": str(number * 37 % 1009)}


async def _log_in(page: Page) -> None:
    await page.click("button:has-text('Login')")
    await page.locator(_ENTRY).first.wait_for()


async def search(page: Page, _: Application, word: str) -> None:
    await _log_in(page)
    box = page.get_by_placeholder("Search all")
    await box.press_sequentially(word, delay=20)
    await box.press("Enter")
    await page.locator("text=Search Results").wait_for()
    await page.wait_for_load_state("networkidle")
    await page.wait_for_timeout(1000)


async def details(page: Page, _: Application, kind: str) -> None:
    await _log_in(page)
    await page.click(f"a[href='#/collections/{kind.lower()}']:text-is('{kind}')")
    await page.wait_for_url(f"**/collections/{kind.lower()}")
    await page.wait_for_load_state("networkidle")
    for place in (1, 4):
        await page.click(f"{_ENTRY} >> nth={place}")
        await page.wait_for_url("**/entries/*")
        await page.locator("input[type=text]").first.wait_for()
        await page.wait_for_timeout(1000)
        if place == 1:
            await page.go_back()
            await page.locator(_ENTRY).first.wait_for()


def found(_: Application, word: str) -> Sequence[Row]:
    return [(entry("walks", number)["title"],) for number in range(ENTRIES) if THINGS[number % 3] == word]


def opened(_: Application, kind: str) -> Sequence[Row]:
    return [tuple(entry(kind.lower(), number).values()) for number in range(ENTRIES)]


_WORDS = ({"word": THINGS[0]}, {"word": THINGS[2]})
_KINDS = ({"kind": "Letters"}, {"kind": "Photos"})

EXHIBIT = Exhibit(
    "decap",
    "an editor in React that posts to one address",
    decap,
    (
        Workflow("search", search, _WORDS, {"word": THINGS[1]}, found),
        Workflow("details", details, _KINDS, {"kind": "Walks"}, opened),
    ),
)

"""Docusaurus from npm: a blog as its build publishes it, whose further pages are opened by React without a request."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, free_port, installed_from_npm, served
from ..workflow import Exhibit, Row, Workflow

THINGS = ("windmill", "footbridge", "quarry")
POSTS = 72
_VERSIONS = {"@docusaurus/core": "3.8.1", "@docusaurus/preset-classic": "3.8.1", "react": "18.3.1"}
_VERSIONS |= {"react-dom": "18.3.1"}
_SETTINGS = """
const blog = { postsPerPage: 10, blogSidebarCount: 5, onInlineTags: "ignore", onInlineAuthors: "ignore" };
module.exports = {
  title: "Practice", url: "http://127.0.0.1", baseUrl: "/", onBrokenLinks: "ignore",
  presets: [["classic", { docs: false, blog, theme: {} }]],
  themeConfig: { navbar: { title: "Practice",
    items: [{ to: "/blog", label: "Blog" }, { to: "/blog/tags", label: "Tags" }] } },
};
"""
_POST = """---
title: {title}
tags: [{thing}]
authors: [{{name: Walker {walker}}}]
---

{seen}

<!-- truncate -->

**Drawer:** {drawer}
"""


@contextlib.contextmanager
def docusaurus(folder: Path) -> Iterator[Application]:
    """Posts about three things."""
    programs = installed_from_npm("docusaurus", {"webpack": "5.99.9"}, **_VERSIONS)
    (folder / "node_modules").symlink_to(programs.parent)
    (folder / "package.json").write_text(json.dumps({"name": "practice", "private": True}))
    (folder / "docusaurus.config.js").write_text(_SETTINGS)
    (folder / "blog").mkdir()
    for number in range(POSTS):
        told = {"title": title(number), "thing": THINGS[number % 3], "walker": number % 5}
        post = _POST.format(**told, seen=seen(number), drawer=drawer(number))
        (folder / "blog" / f"2024-{1 + number // 28:02}-{1 + number % 28:02}-part-{number}.md").write_text(post)
    program = folder / "node_modules" / ".bin" / "docusaurus"
    own = {**os.environ, "DOCUSAURUS_NO_PERSISTENT_CACHE": "true"}
    subprocess.run([program, "build"], check=True, capture_output=True, cwd=folder, env=own)
    url = f"http://127.0.0.1:{free_port(folder)}"
    serve: list[str | Path] = [program, "serve", "--no-open", "--host", "127.0.0.1", "--port", url.rpartition(":")[2]]
    with served(serve, f"{url}/blog", folder):
        yield Application(url, "", "", folder)


def title(number: int) -> str:
    return f"Part {number * 7 % 101} of the {THINGS[number % 3]}"


def seen(number: int) -> str:
    return f"Seen from road {number * 13 % 401}."


def drawer(number: int) -> str:
    return f"row {number * 31 % 97}, box {number * 17 % 89}"


async def _choose(page: Page, thing: str) -> None:
    await page.click("nav a:text-is('Tags')")
    await page.click(f"main a:has-text('{thing}')")
    await page.locator(f"h1:has-text('{thing}')").wait_for()
    await page.wait_for_timeout(1500)


async def _turn(page: Page) -> None:
    following = page.locator("a.pagination-nav__link--next")
    while await following.count():
        before = page.url
        await following.click()
        await page.wait_for_function("before => location.href != before", arg=before)
        await page.wait_for_timeout(1500)


async def tagged(page: Page, _: Application, thing: str) -> None:
    await _choose(page, thing)
    await _turn(page)


async def posts(page: Page, _: Application, thing: str) -> None:
    await _choose(page, thing)
    await _turn(page)
    for place in (0, 2):
        await page.click(f"article h2 a >> nth={place}")
        await page.locator("text=Drawer:").wait_for()
        await page.wait_for_timeout(1500)
        if not place:
            await page.go_back()
            await page.locator("article h2 a >> nth=2").wait_for()
            await page.wait_for_timeout(1500)


def listed(_: Application, thing: str) -> Sequence[Row]:
    return [(title(n), seen(n)) for n in range(POSTS) if THINGS[n % 3] == thing]


def opened(_: Application, thing: str) -> Sequence[Row]:
    return [(title(n), seen(n), drawer(n)) for n in range(POSTS) if THINGS[n % 3] == thing]


_THINGS = ({"thing": THINGS[0]}, {"thing": THINGS[2]})

EXHIBIT = Exhibit(
    "docusaurus",
    "published pages that React opens",
    docusaurus,
    (
        Workflow("tagged", tagged, _THINGS, {"thing": THINGS[1]}, listed, "/blog"),
        Workflow("posts", posts, _THINGS, {"thing": THINGS[1]}, opened, "/blog"),
    ),
)

"""Hexo from npm: a blog in Node, with its theme; archives of tags on pages whose number stands in the path."""

from __future__ import annotations

import contextlib
import json
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, free_port, installed_from_npm, served
from ..workflow import Exhibit, Row, Workflow, follow, read_two, turn

THINGS = ("windmill", "footbridge", "quarry")
PLACES = ("north", "south", "west")
POSTS = 105
_PACKAGES = {
    "hexo": "^7.3.0",
    "hexo-generator-archive": "^2.0.0",
    "hexo-generator-category": "^2.0.0",
    "hexo-generator-index": "^4.0.0",
    "hexo-generator-tag": "^2.0.0",
    "hexo-renderer-ejs": "^2.0.0",
    "hexo-renderer-marked": "^6.3.0",
    "hexo-renderer-stylus": "^3.0.1",
    "hexo-server": "^3.0.0",
    "hexo-theme-landscape": "^1.0.0",
}
_SETTINGS = """
title: Practice
language: en
timezone: UTC
url: {url}
permalink: :title/
source_dir: source
public_dir: public
theme: landscape
per_page: 10
pagination_dir: page
index_generator: {{ path: '', per_page: 10, order_by: -date }}
"""


@contextlib.contextmanager
def hexo(folder: Path) -> Iterator[Application]:
    """Posts about three things in two places."""
    programs = installed_from_npm("hexo", **_PACKAGES)
    url = f"http://127.0.0.1:{free_port(folder)}"
    posts = folder / "source" / "_posts"
    posts.mkdir(parents=True)
    for number in range(POSTS):
        when = f"2026-03-{1 + number // 24:02} {number % 24:02}:00:00"
        told = f"title: {title(number)}\ndate: {when}\nupdated: {when}\n"
        kinds = f"tags: [{THINGS[number % 3]}]\ncategories: [{PLACES[number // 3 % 3]}]\n"
        (posts / f"post-{number:03}.md").write_text(f"---\n{told}{kinds}---\n{body(number)}\n")
    (folder / "_config.yml").write_text(_SETTINGS.format(url=url))
    (folder / "package.json").write_text(
        json.dumps({"name": "practice", "private": True, "hexo": {"version": "7.3.0"}, "dependencies": _PACKAGES})
    )
    (folder / "node_modules").symlink_to(programs.parent)
    serve = [programs / "hexo", "server", "-i", "127.0.0.1", "-p", url.rpartition(":")[2], "--static"]
    generate = [programs / "hexo", "generate", "--silent"]
    subprocess.run(generate, check=True, capture_output=True, cwd=folder)
    with served(serve, url, folder):
        yield Application(url, "", "", folder)


def title(number: int) -> str:
    return f"Of the {THINGS[number % 3]} {number}"


def body(number: int) -> str:
    return f"It was walker {number * 7 % 50} who saw part {number} of it."


async def by_tag(page: Page, _: Application, thing: str) -> None:
    await follow(page, f"#sidebar .tag-list a:text-is('{thing}')")
    await turn(page, "a.extend.next, #page-nav .next >> nth=0")


async def by_place(page: Page, _: Application, place: str) -> None:
    await follow(page, f"#sidebar .category-list a:text-is('{place}')")
    if place == PLACES[1]:
        await follow(page, "#page-nav .next >> nth=0")
    await read_two(page, "a.archive-article-title", 0, 2)


def of_thing(_: Application, thing: str) -> Sequence[Row]:
    return [(title(n),) for n in range(POSTS) if THINGS[n % 3] == thing]


def at_place(_: Application, place: str) -> Sequence[Row]:
    return [(title(n), body(n)) for n in range(POSTS) if PLACES[n // 3 % 3] == place]


EXHIBIT = Exhibit(
    "hexo",
    "a blog in Node",
    hexo,
    (
        Workflow("tag", by_tag, ({"thing": "windmill"}, {"thing": "quarry"}), {"thing": "footbridge"}, of_thing),
        Workflow("posts", by_place, ({"place": "north"}, {"place": "south"}), {"place": "west"}, at_place),
    ),
)

"""Federated Wiki from npm: pages that are JSON, laid beside each other by a script, and looked for by it."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, free_port, installed_from_npm, served
from ..workflow import Exhibit, Row, Workflow

REGIONS = ("Hills", "Shore", "Woods")
THINGS = ("windmill", "footbridge", "quarry")
WALKS = 54


@contextlib.contextmanager
def federated_wiki(folder: Path) -> Iterator[Application]:
    """A page for each walk, and one for each region that leads to its walks."""
    modules = installed_from_npm("wiki", wiki="0.40.2").parent
    url, pages = f"http://127.0.0.1:{free_port(folder)}", folder / "data" / "pages"
    pages.mkdir(parents=True)
    _write(pages, "Welcome Visitors", ["Walks by their regions.", *(f"[[{region} Walks]]" for region in REGIONS)])
    for region in REGIONS:
        _write(pages, f"{region} Walks", [f"[[{name(n)}]] {told(n)}" for n in range(WALKS) if REGIONS[n % 3] == region])
    for number in range(WALKS):
        _write(pages, name(number), [way(number), kept(number)])
    own = ["--client", modules / "wiki-client" / "client", "--packageDir", modules, "--data", folder / "data"]
    server = ["node", modules / "wiki" / "index.js", "--port", url.rpartition(":")[2], "--host", "127.0.0.1"]
    with served([*server, "--url", url, *own], url, folder, {"HOME": str(folder)}):
        yield Application(url, "", "", folder)


def _write(pages: Path, title: str, texts: Sequence[str]) -> None:
    slug = _slug(title)
    story = [{"type": "paragraph", "id": f"{slug}-{n}", "text": text} for n, text in enumerate(texts)]
    made = {"type": "create", "item": {"title": title, "story": story}, "date": 1_700_000_000_000}
    (pages / slug).write_text(json.dumps({"title": title, "story": story, "journal": [made]}))


def _slug(title: str) -> str:
    return title.lower().replace(" ", "-")


def name(number: int) -> str:
    return f"Walk {number * 7 % WALKS + 100}"


def told(number: int) -> str:
    return f"passes the {THINGS[number // 3 % 3]} after {number % 9 + 2} miles."


def way(number: int) -> str:
    return f"It begins at gate {number * 11 % 67} and passes the {THINGS[number // 3 % 3]}."


def kept(number: int) -> str:
    return f"Walker {number % 5} keeps it, as told on sheet {number * 13 % 71}."


async def _choose(page: Page, region: str) -> None:
    await page.click(f"#welcome-visitors a:text-is('{region}')")
    await page.locator(f"#{_slug(region)} .item").nth(10).wait_for()
    await page.wait_for_timeout(1000)


async def listed(page: Page, _: Application, region: str) -> None:
    await _choose(page, region)


async def read(page: Page, _: Application, region: str) -> None:
    await _choose(page, region)
    for place in (1, 4):
        link = page.locator(f"#{_slug(region)} .item a >> nth={place}")
        slug = _slug(await link.inner_text())
        await link.click()
        await page.locator(f"#{slug} .item >> nth=1").wait_for()
        await page.wait_for_timeout(1000)


async def search(page: Page, _: Application, thing: str) -> None:
    await page.fill("input.search", thing)
    await page.press("input.search", "Enter")
    await page.locator(".page:has-text('Search') .item").nth(3).wait_for()
    await page.wait_for_timeout(1000)


def _own(region: str) -> list[int]:
    return [n for n in range(WALKS) if REGIONS[n % 3] == region.removesuffix(" Walks")]


def lines(_: Application, region: str) -> Sequence[Row]:
    """Each line of a region's page, as its data have it."""
    return [(f"[[{name(n)}]] {told(n)}",) for n in _own(region)]


def texts(_: Application, region: str) -> Sequence[Row]:
    """Name and text of each walk's page."""
    return [(name(n), f"{way(n)} {kept(n)}") for n in _own(region)]


def found(_: Application, thing: str) -> Sequence[Row]:
    return [(name(n),) for n in range(WALKS) if THINGS[n // 3 % 3] == thing]


_REGIONS = ({"region": "Hills Walks"}, {"region": "Woods Walks"})

EXHIBIT = Exhibit(
    "federated_wiki",
    "pages of JSON beside each other",
    federated_wiki,
    (
        Workflow("listed", listed, _REGIONS, {"region": "Shore Walks"}, lines),
        Workflow("read", read, _REGIONS, {"region": "Shore Walks"}, texts),
        Workflow("search", search, ({"thing": THINGS[0]}, {"thing": THINGS[2]}), {"thing": THINGS[1]}, found),
    ),
)

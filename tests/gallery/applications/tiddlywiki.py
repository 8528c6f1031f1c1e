"""TiddlyWiki from npm: a wiki in one page, searched by its own script, whose texts come when they are opened."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, free_port, installed_from_npm, served
from ..workflow import Exhibit, Row, Workflow

SPICES = ("saffron", "cumin", "sumac")
RECIPES = 63


@contextlib.contextmanager
def tiddlywiki(folder: Path) -> Iterator[Application]:
    """Recipes of three spices."""
    program = installed_from_npm("tiddlywiki", tiddlywiki="5.4.1") / "tiddlywiki"
    wiki = folder / "wiki"
    (wiki / "tiddlers").mkdir(parents=True)
    plugins = ["tiddlywiki/tiddlyweb", "tiddlywiki/filesystem"]
    told = {"plugins": plugins, "themes": ["tiddlywiki/vanilla", "tiddlywiki/snowwhite"]}
    (wiki / "tiddlywiki.info").write_text(json.dumps(told))
    _write(wiki, "$:/DefaultTiddlers", "Welcome")
    _write(wiki, "Welcome", "What is cooked here.")
    for number in range(RECIPES):
        _write(wiki, _title(number), _text(number), SPICES[number % 3])
    url = f"http://127.0.0.1:{free_port(folder)}"
    listen = ["--listen", f"port={url.rpartition(':')[2]}", "root-tiddler=$:/core/save/lazy-all"]
    with served([program, wiki, *listen], url, folder):
        yield Application(url, "", "", folder)


def _write(wiki: Path, title: str, text: str, tags: str = "") -> None:
    head = f"created: 20250101000000000\nmodified: 20250101000000000\ntags: {tags}\ntitle: {title}\n"
    file = wiki / "tiddlers" / f"{title.replace(':', '_').replace('/', '_')}.tid"
    file.write_text(f"{head}type: text/vnd.tiddlywiki\n\n{text}")


def _title(number: int) -> str:
    return f"Recipe {number + 10} with {SPICES[number % 3]}"


def _text(number: int) -> str:
    return f"It takes {number * 7 % 90 + 11} minutes, and serves {number % 5 + 2}."


async def searched(page: Page, _: Application, word: str) -> None:
    await page.wait_for_load_state("networkidle")
    await page.type(".tc-search input[type=search]", word, delay=30)
    await page.locator(f".tc-search-results a:has-text('{word}')").first.wait_for()


async def read(page: Page, app: Application, word: str) -> None:
    await searched(page, app, word)
    for number in (0, 4):
        async with page.expect_response("**/recipes/default/tiddlers/**"):
            await page.locator(f".tc-search-results a:has-text('{word}')").nth(number).click()
        await page.locator(".tc-story-river p:has-text('minutes')").first.wait_for()
        if not await page.locator(".tc-search-results").count():
            await page.fill(".tc-search input[type=search]", word)


def titles(_: Application, word: str) -> Sequence[Row]:
    return [(_title(number),) for number in range(RECIPES) if SPICES[number % 3] == word]


def texts(_: Application, word: str) -> Sequence[Row]:
    return [(_title(number), _text(number)) for number in range(RECIPES) if SPICES[number % 3] == word]


EXHIBIT = Exhibit(
    "tiddlywiki",
    "a wiki in one page",
    tiddlywiki,
    (
        Workflow("searched", searched, ({"word": "saffron"}, {"word": "sumac"}), {"word": "cumin"}, titles),
        Workflow("read", read, ({"word": "cumin"}, {"word": "sumac"}), {"word": "saffron"}, texts),
    ),
)

"""A site in SvelteKit from npm: pages by a server, and a script that asks for the data of the next one alone."""

from __future__ import annotations

import contextlib
import json
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, free_port, installed_from_npm, served
from ..workflow import Exhibit, Row, Workflow

GRAPES = ("riesling", "merlot", "syrah")
WINES = 102
_SIZE = 9
_VERSIONS = {
    "@sveltejs/kit": "2.27.0",
    "@sveltejs/adapter-node": "5.2.13",
    "svelte": "5.37.0",
    "vite": "6.3.5",
    "@sveltejs/vite-plugin-svelte": "5.1.1",
}
_FILES = {
    "package.json": '{"type": "module"}',
    "svelte.config.js": """import adapter from "@sveltejs/adapter-node";
export default { kit: { adapter: adapter() } };""",
    "vite.config.js": """import { sveltekit } from "@sveltejs/kit/vite";
export default { plugins: [sveltekit()] };""",
    "src/app.html": """<!doctype html><html lang="en"><head><meta charset="utf-8">%sveltekit.head%</head>
<body data-sveltekit-preload-data="false"><div style="display: contents">%sveltekit.body%</div></body></html>""",
    "src/routes/wines/+page.server.js": """import wines from "$lib/wines.json";
const SIZE = 9;
export function load({ url }) {
  const q = url.searchParams.get("q") ?? "", page = Number(url.searchParams.get("page") ?? 1);
  const found = wines.filter((wine) => wine.name.includes(q));
  const shown = found.slice((page - 1) * SIZE, page * SIZE).map(({ slug, name, price }) => ({ slug, name, price }));
  return { q, page, shown, count: found.length, more: page * SIZE < found.length };
}""",
    "src/routes/wines/+page.svelte": """<script>let { data } = $props();</script>
<svelte:head><title>Wines</title></svelte:head>
<form><input name="q" value={data.q}><button>Search</button></form><p>{data.count} wines</p>
{#each data.shown as wine (wine.slug)}<article><h3><a href="/wines/{wine.slug}">{wine.name}</a></h3>
<span class="price">{wine.price}</span></article>{/each}
<p class="page">{data.page}</p>
{#if data.more}<a class="next" href="/wines?q={data.q}&page={data.page + 1}">Next</a>{/if}""",
    "src/routes/wines/[slug]/+page.server.js": """import wines from "$lib/wines.json";
export function load({ params }) { return { wine: wines.find(({ slug }) => slug === params.slug) }; }""",
    "src/routes/wines/[slug]/+page.svelte": """<script>let { data } = $props();</script>
<a href="/wines">Wines</a><h1>{data.wine.name}</h1><p class="told">{data.wine.told}</p>
<dl><dt>Grower</dt><dd>{data.wine.grower}</dd></dl>""",
}


@contextlib.contextmanager
def sveltekit(folder: Path) -> Iterator[Application]:
    """Wines of three grapes."""
    programs = installed_from_npm("sveltekit", **_VERSIONS)
    site = folder / "site"
    for name, text in {**_FILES, "src/lib/wines.json": json.dumps([_wine(n) for n in range(WINES)])}.items():
        place = site / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text)
    subprocess.run(["cp", "-r", programs.parent, site / "node_modules"], check=True)
    subprocess.run([site / "node_modules/.bin/vite", "build"], check=True, capture_output=True, cwd=site)
    url = f"http://127.0.0.1:{free_port(folder)}"
    where = {"HOST": "127.0.0.1", "PORT": url.rpartition(":")[2], "ORIGIN": url}
    with served(["node", site / "build"], url, folder, where):
        yield Application(url, "", "", folder)


def _wine(number: int) -> dict[str, object]:
    grape = GRAPES[number * 5 % 3]
    return {
        "slug": f"{grape}-{number * 11}",
        "name": f"Good {grape} of barrel {number}",
        "price": f"{number * 13 % 70 + 4}.90 €",
        "told": f"Laid down in {1900 + number}.",
        "grower": f"Grower {number * 7 % 31}",
    }


async def search(page: Page, _: Application, grape: str) -> None:
    await _ask(page, grape)
    for number in range(2, -(-WINES // 3 // _SIZE) + 1):
        await _next(page, number)


async def wines(page: Page, _: Application, grape: str) -> None:
    await _ask(page, grape)
    for place in (1, 4):
        await _open(page, place)
        await page.go_back()
        await page.locator("article").first.wait_for()
    await _next(page, 2)
    await _open(page, 3)


async def _ask(page: Page, grape: str) -> None:
    await page.wait_for_load_state("networkidle")
    await page.fill("input[name=q]", grape)
    await page.click("text=Search")
    await page.wait_for_url(f"**/wines?q={grape}")
    await page.locator(f"article:first-of-type:has-text('{grape}')").wait_for()


async def _next(page: Page, number: int) -> None:
    await page.click("a.next")
    await page.locator(f".page:text-is('{number}')").wait_for()


async def _open(page: Page, place: int) -> None:
    await page.click(f"article a >> nth={place}")
    await page.locator(".told").wait_for()
    await page.wait_for_load_state("networkidle")


def found(_: Application, grape: str) -> Sequence[Row]:
    return [_row(n, "name", "price") for n in range(WINES) if GRAPES[n * 5 % 3] == grape]


def told(_: Application, grape: str) -> Sequence[Row]:
    return [_row(n, "name", "told", "grower") for n in range(WINES) if GRAPES[n * 5 % 3] == grape]


def _row(number: int, *names: str) -> Row:
    return tuple(str(_wine(number)[name]) for name in names)


EXHIBIT = Exhibit(
    "sveltekit",
    "pages of SvelteKit",
    sveltekit,
    (
        Workflow("search", search, ({"grape": "riesling"}, {"grape": "syrah"}), {"grape": "merlot"}, found, "/wines"),
        Workflow("wines", wines, ({"grape": "merlot"}, {"grape": "riesling"}), {"grape": "syrah"}, told, "/wines"),
    ),
)

"""Tabulator from npm: a table that its script fills page by page, narrowed in its headings, or as one scrolls down."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, free_port, installed_from_npm, served
from ..workflow import Exhibit, Row, Workflow

THINGS = ("windmill", "footbridge", "quarry")
WALKS = 129
_SIZE = 12
_SERVE = """
const express = require("express"), path = require("path");
const [port, count, size, ...things] = process.argv.slice(1);
const walks = Array.from({ length: Number(count) }, (_, n) => ({ id: n, name: `Walk ${n} to the ${things[n % 3]}`,
  thing: things[n % 3], metres: n * 37 % 1000 }));
const page = (own) => `<!DOCTYPE html><html><head><title>Walks</title>
<link rel="stylesheet" href="/made/css/tabulator.min.css"><script src="/made/js/tabulator.min.js"></script></head>
<body><h1>Walks</h1><select id="thing"><option value="">All</option>${things.map((thing) =>
`<option>${thing}</option>`).join("")}</select><div id="walks"></div><script>
const table = new Tabulator("#walks", { ajaxURL: "/walks", height: 300, layout: "fitColumns", filterMode: "remote",
sortMode: "remote", paginationSize: ${size}, ${own}, columns: [{ title: "Name", field: "name", headerFilter: "input" },
{ title: "Thing", field: "thing" }, { title: "Metres", field: "metres" }] });
document.getElementById("thing").addEventListener("change", (event) =>
  table.setFilter("thing", "=", event.target.value));</script></body></html>`;
express().use("/made", express.static(path.join(process.env.NODE_PATH, "tabulator-tables", "dist")))
  .get("/", (_, reply) => reply.send(page('pagination: true, paginationMode: "remote"')))
  .get("/long", (_, reply) => reply.send(page('progressiveLoad: "scroll"')))
  .get("/walks", ({ query }, reply) => {
    const fits = (walk) => Object.values(query.filter || {}).every(({ field, type, value }) =>
      type === "like" ? walk[field].toLowerCase().includes(value.toLowerCase()) : walk[field] === value);
    const found = walks.filter(fits), [length, at] = [Number(query.size), Number(query.page)];
    reply.json({ last_page: Math.ceil(found.length / length), data: found.slice((at - 1) * length, at * length) });
  }).listen(Number(port), "127.0.0.1");
"""


@contextlib.contextmanager
def tabulator(folder: Path) -> Iterator[Application]:
    """Walks to three things."""
    modules = installed_from_npm("tabulator", **{"tabulator-tables": "6.5.3", "express": "4.22.3"}).parent
    url = f"http://127.0.0.1:{free_port(folder)}"
    serve = ["node", "-e", _SERVE, url.rpartition(":")[2], str(WALKS), str(_SIZE), *THINGS]
    with served(serve, url, folder, {"NODE_PATH": str(modules)}):
        yield Application(url, "", "", folder)


async def narrowed(page: Page, _: Application, word: str) -> None:
    await page.wait_for_load_state("networkidle")
    async with page.expect_response(lambda answer: f"={word}" in answer.url):
        await page.type(".tabulator-header-filter input", word, delay=50)
    for number in range(2, -(-WALKS // 3 // _SIZE) + 1):
        async with page.expect_response(f"**/walks?*page={number}&*"):
            await page.click("button[data-page=next]")


async def scrolled(page: Page, _: Application, thing: str) -> None:
    await page.wait_for_load_state("networkidle")
    async with page.expect_response(lambda answer: f"={thing}" in answer.url):
        await page.select_option("#thing", thing)
    for number in range(10, WALKS // 3 + 1, 3):
        await page.hover(".tabulator-tableholder")
        await page.mouse.wheel(0, 40 * number)
        await page.wait_for_timeout(100)


def found(_: Application, word: str) -> Sequence[Row]:
    return of_thing(_, word)


def of_thing(_: Application, thing: str) -> Sequence[Row]:
    numbers = [n for n in range(WALKS) if THINGS[n % 3] == thing]
    return [(f"Walk {n} to the {thing}", str(n * 37 % 1000)) for n in numbers]


EXHIBIT = Exhibit(
    "tabulator",
    "a table that is narrowed",
    tabulator,
    (
        Workflow("narrowed", narrowed, ({"word": "windmill"}, {"word": "quarry"}), {"word": "footbridge"}, found),
        Workflow(
            "scrolled",
            scrolled,
            ({"thing": "windmill"}, {"thing": "quarry"}),
            {"thing": "footbridge"},
            of_thing,
            "/long",
        ),
    ),
)

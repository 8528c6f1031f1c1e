"""DataTables from npm: a table that its script asks a server for, page by page, with a search and in another order."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, free_port, installed_from_npm, served
from ..workflow import Exhibit, Row, Workflow

THINGS = ("windmill", "footbridge", "quarry")
WALKS = 126
_SERVE = """
const express = require("express"), path = require("path");
const [port, count, ...things] = process.argv.slice(1);
const walks = Array.from({ length: Number(count) }, (_, n) => ({ id: n, name: `Walk ${n} to the ${things[n % 3]}`,
  metres: n * 37 % 1000, road: `Road ${n * 7}` }));
const page = `<!DOCTYPE html><html><head><title>Walks</title>
<link rel="stylesheet" href="/dt/css/dataTables.dataTables.min.css"><script src="/jquery/jquery.min.js"></script>
<script src="/core/js/dataTables.min.js"></script><script src="/dt/js/dataTables.dataTables.min.js"></script></head>
<body><h1>Walks</h1><table id="walks" class="display"><thead><tr><th>Name</th><th>Metres</th><th>Road</th></tr></thead>
</table><script>new DataTable("#walks", { ajax: "/walks", serverSide: true, processing: true,
columns: [{ data: "name" }, { data: "metres" }, { data: "road" }] });</script></body></html>`;
const at = (name) => express.static(path.dirname(require.resolve(`${name}/package.json`)));
express().use("/core", at("datatables.net")).use("/dt", at("datatables.net-dt"))
  .use("/jquery", express.static(path.dirname(require.resolve("jquery"))))
  .get("/", (_, answer) => answer.send(page))
  .get("/walks", ({ query }, answer) => {
    const word = query.search.value.toLowerCase();
    const found = walks.filter((walk) => walk.name.toLowerCase().includes(word));
    const { column, dir } = (query.order || [{ column: 0, dir: "asc" }])[0];
    const by = query.columns[column].data, sign = dir === "desc" ? -1 : 1;
    found.sort((one, other) => sign * (one[by] > other[by] ? 1 : one[by] < other[by] ? -1 : one.id - other.id));
    const start = Number(query.start), rows = found.slice(start, start + Number(query.length));
    answer.json({ draw: Number(query.draw), recordsTotal: walks.length, recordsFiltered: found.length, data: rows });
  }).listen(Number(port), "127.0.0.1");
"""


@contextlib.contextmanager
def datatables(folder: Path) -> Iterator[Application]:
    """Walks to three things."""
    versions = {"datatables.net": "2.3.2", "datatables.net-dt": "2.3.2", "jquery": "3.7.1", "express": "4.22.3"}
    modules = installed_from_npm("datatables", **versions).parent
    url = f"http://127.0.0.1:{free_port(folder)}"
    serve = ["node", "-e", _SERVE, url.rpartition(":")[2], str(WALKS), *THINGS]
    with served(serve, url, folder, {"NODE_PATH": str(modules)}):
        yield Application(url, "", "", folder)


async def search(page: Page, _: Application, word: str) -> None:
    await page.wait_for_load_state("networkidle")
    async with page.expect_response(lambda answer: f"={word}&" in answer.url):
        await page.type("input[type=search]", word, delay=150)
    await _turn(page)


async def largest(page: Page, _: Application, length: str) -> None:
    await page.wait_for_load_state("networkidle")
    for _times in range(2):
        async with page.expect_response("**/walks?*"):
            await page.click("th:has-text('Metres')")
        await page.wait_for_load_state("networkidle")
    async with page.expect_response("**/walks?*"):
        await page.select_option("select", length)


async def _turn(page: Page) -> None:
    while await page.locator("button.next:not(.disabled)").count():
        async with page.expect_response("**/walks?*"):
            await page.click("button.next")
        await page.wait_for_load_state("networkidle")


def found(_: Application, word: str) -> Sequence[Row]:
    return [row(n) for n in range(WALKS) if THINGS[n % 3] == word]


def longest(_: Application, length: str) -> Sequence[Row]:
    return [row(n) for n in sorted(range(WALKS), key=lambda n: -(n * 37 % 1000))[: int(length)]]


def row(number: int) -> Row:
    return f"Walk {number} to the {THINGS[number % 3]}", str(number * 37 % 1000), f"Road {number * 7}"


EXHIBIT = Exhibit(
    "datatables",
    "a table filled by a server",
    datatables,
    (
        Workflow("search", search, ({"word": "windmill"}, {"word": "quarry"}), {"word": "footbridge"}, found),
        Workflow("largest", largest, ({"length": "25"}, {"length": "100"}), {"length": "50"}, longest),
    ),
)

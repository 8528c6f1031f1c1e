"""Bootstrap Table from npm over Express: a search of a table by rows that are left out, a filter, details."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, free_port, installed_from_npm, served
from ..workflow import Exhibit, Row, Workflow

TREES = ("maple", "alder", "rowan")
PLANTS = 87
_SIZE = 10
_SERVE = """
const express = require("express"), path = require("path");
const [port, count, ...trees] = process.argv.slice(1);
const plants = Array.from({ length: Number(count) }, (_, n) => ({ id: 300 + n, label: `Young ${trees[n % 3]} ${n}`,
  height: n * 37 % 400, row: `Row ${n % 7}` }));
const page = `<!DOCTYPE html><html><head><title>Nursery</title>
<link rel="stylesheet" href="/made/bootstrap-table/dist/bootstrap-table.min.css">
<script src="/made/jquery/dist/jquery.min.js"></script>
<script src="/made/bootstrap-table/dist/bootstrap-table.min.js"></script></head><body><h1>Nursery</h1>
<table id="plants" data-toggle="table" data-url="/api/plants" data-side-pagination="server" data-pagination="true"
data-search="true" data-detail-view="true" data-detail-view-by-click="true" data-detail-formatter="told"><thead><tr>
<th data-field="id">No</th><th data-field="label" data-sortable="true">Label</th>
<th data-field="height" data-sortable="true">Height</th></tr></thead></table><script>
function told(index, row, element) {
  fetch("/api/plants/" + row.id + "/notes").then((reply) => reply.json()).then((note) =>
    element.html("<p>" + note.text + "</p><p>" + note.keeper + "</p>"));
  return "…";
}</script></body></html>`;
express().use("/made", express.static(process.env.NODE_PATH))
  .get("/", (_, reply) => reply.send(page))
  .get("/api/plants/:id/notes", ({ params }, reply) => {
    const n = Number(params.id) - 300;
    reply.json({ text: `Watered ${n + 2} times`, keeper: `Gardener ${n * 7 % 41}` });
  })
  .get("/api/plants", ({ query }, reply) => {
    const found = plants.filter((plant) => plant.label.toLowerCase().includes((query.search || "").toLowerCase()));
    const [from, many] = [Number(query.offset || 0), Number(query.limit || 10)];
    reply.json({ total: found.length, totalNotFiltered: plants.length, rows: found.slice(from, from + many) });
  }).listen(Number(port), "127.0.0.1");
"""


@contextlib.contextmanager
def bootstrap_table(folder: Path) -> Iterator[Application]:
    """Plants of three kinds."""
    versions = {"bootstrap-table": "1.27.3", "jquery": "3.7.1", "express": "4.22.3"}
    modules = installed_from_npm("bootstrap_table", **versions).parent
    url = f"http://127.0.0.1:{free_port(folder)}"
    serve = ["node", "-e", _SERVE, url.rpartition(":")[2], str(PLANTS), *TREES]
    with served(serve, url, folder, {"NODE_PATH": str(modules)}):
        yield Application(url, "", "", folder)


async def search(page: Page, _: Application, word: str) -> None:
    await page.wait_for_load_state("networkidle")
    async with page.expect_response(f"**/api/plants?*search={word}*"):
        await page.type("input[type=search]", word, delay=30)
    for offset in range(_SIZE, PLANTS // 3, _SIZE):
        async with page.expect_response(f"**/api/plants?*offset={offset}*"):
            await page.click(".page-next a")


async def noted(page: Page, app: Application, word: str) -> None:
    await search(page, app, word)
    for number in (1, 4):
        async with page.expect_response("**/notes"):
            await page.click(f"tr[data-index='{number}'] td:has-text('Young')")


def found(_: Application, word: str) -> Sequence[Row]:
    return [(str(300 + n), f"Young {word} {n}", str(n * 37 % 400)) for n in range(PLANTS) if TREES[n % 3] == word]


def notes(_: Application, word: str) -> Sequence[Row]:
    return [(f"Watered {n + 2} times", f"Gardener {n * 7 % 41}") for n in range(PLANTS) if TREES[n % 3] == word]


EXHIBIT = Exhibit(
    "bootstrap_table",
    "a table by Bootstrap Table",
    bootstrap_table,
    (
        Workflow("search", search, ({"word": "maple"}, {"word": "rowan"}), {"word": "alder"}, found),
        Workflow("noted", noted, ({"word": "alder"}, {"word": "rowan"}), {"word": "maple"}, notes),
    ),
)

"""jqGrid from npm over Express: a grid whose rows are cells without names, narrowed by rules in JSON."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, free_port, installed_from_npm, served
from ..workflow import Exhibit, Row, Workflow

PARTS = ("valve", "gasket", "bearing")
STOCK = 102
_SIZE = 12
_SERVE = """
const express = require("express"), path = require("path");
const [port, count, size, ...parts] = process.argv.slice(1);
const stock = Array.from({ length: Number(count) }, (_, n) => ({ sku: `S-${n * 7 + 1000}`,
  name: `Steel ${parts[n % 3]} ${n}`, left: n * 37 % 300, shelf: `${"ABC"[n % 3]}${n % 11}` }));
const page = `<!DOCTYPE html><html><head><title>Stock</title>
<link rel="stylesheet" href="/made/free-jqgrid/dist/css/ui.jqgrid.min.css">
<script src="/made/jquery/dist/jquery.min.js"></script>
<script src="/made/free-jqgrid/dist/jquery.jqgrid.min.js"></script></head><body><h1>Stock</h1>
<table id="stock"></table><div id="pager"></div><script>
$("#stock").jqGrid({ url: "/stock/list", mtype: "POST", datatype: "json", rowNum: ${size}, pager: "#pager",
  viewrecords: true, sortname: "sku", sortorder: "asc", colModel: [{ name: "sku", label: "SKU", key: true },
  { name: "name", label: "Name" }, { name: "left", label: "Left", search: false }, { name: "shelf", label: "Shelf" }] })
  .jqGrid("filterToolbar", { stringResult: true, searchOnEnter: true, defaultSearch: "cn" });</script></body></html>`;
express().use("/made", express.static(process.env.NODE_PATH)).use(express.urlencoded({ extended: true }))
  .get("/", (_, reply) => reply.send(page))
  .post("/stock/list", ({ body }, reply) => {
    const rules = body._search === "true" ? JSON.parse(body.filters).rules : [];
    const fits = (item) => rules.every(({ field, data }) => item[field].toLowerCase().includes(data.toLowerCase()));
    const found = stock.filter(fits), [at, many] = [Number(body.page), Number(body.rows)];
    reply.json({ page: at, total: Math.ceil(found.length / many), records: found.length,
      rows: found.slice((at - 1) * many, at * many).map((item) =>
        ({ id: item.sku, cell: [item.sku, item.name, item.left, item.shelf] })) });
  }).listen(Number(port), "127.0.0.1");
"""


@contextlib.contextmanager
def jqgrid(folder: Path) -> Iterator[Application]:
    """Stock of three kinds of parts."""
    versions = {"free-jqgrid": "4.15.5", "jquery": "3.7.1", "express": "4.22.3"}
    modules = installed_from_npm("jqgrid", **versions).parent
    url = f"http://127.0.0.1:{free_port(folder)}"
    serve = ["node", "-e", _SERVE, url.rpartition(":")[2], str(STOCK), str(_SIZE), *PARTS]
    with served(serve, url, folder, {"NODE_PATH": str(modules)}):
        yield Application(url, "", "", folder)


async def narrowed(page: Page, _: Application, word: str) -> None:
    await page.wait_for_load_state("networkidle")
    await page.fill("#gs_stock_name, #gs_name", word)
    async with page.expect_response("**/stock/list"):
        await page.keyboard.press("Enter")
    for _number in range(-(-STOCK // 3 // _SIZE) - 1):
        async with page.expect_response("**/stock/list"):
            await page.click("[id^=next_]")
        await page.wait_for_load_state("networkidle")


def found(_: Application, word: str) -> Sequence[Row]:
    numbers = [n for n in range(STOCK) if PARTS[n % 3] == word]
    return [(f"S-{n * 7 + 1000}", f"Steel {word} {n}", str(n * 37 % 300), f"{'ABC'[n % 3]}{n % 11}") for n in numbers]


EXHIBIT = Exhibit(
    "jqgrid",
    "a grid by jqGrid",
    jqgrid,
    (Workflow("narrowed", narrowed, ({"word": "valve"}, {"word": "bearing"}), {"word": "gasket"}, found),),
)

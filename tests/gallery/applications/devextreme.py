"""DevExtreme's grid from npm over Express: conditions as lists in JSON, and rows that open a grid of their own.

The store is the example of its documentation (custom data sources): each option of a load is a parameter in JSON.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, free_port, installed_from_npm, served
from ..workflow import Exhibit, Row, Workflow

MILLS = ("Ashford", "Brindle", "Calder")
CLOTHS = ("denim", "linen", "tweed", "velvet")
ORDERS = 111
_SIZE = 10
_VERSIONS = {"devextreme": "22.2.14", "jquery": "3.7.1", "express": "4.22.3"}
_SERVE = """
const express = require("express"), fs = require("fs");
const [port, count, page, mills, cloths] = process.argv.slice(1), [places, kinds] =
  [mills, cloths].map((each) => JSON.parse(each));
const orders = Array.from({ length: Number(count) }, (_, n) => ({ OrderNumber: 35700 + n * 3,
  Mill: `${places[n % 3]} mill`, ClothId: Math.floor(n / 3) % 4 + 1, Buyer: `Buyer ${n * 7 % 43}`,
  Metres: 40 + n * 37 % 500 }));
const lines = orders.flatMap(({ OrderNumber }, n) => Array.from({ length: n % 3 + 2 }, (_, k) => ({
  LineId: OrderNumber * 10 + k, OrderNumber, Colour: `Colour ${(n * 5 + k * 11) % 67}`,
  Bolts: (n + k * 3) % 19 + 1 })));
const holds = { "=": (one, other) => one === other, contains: (one, other) => String(one).toLowerCase()
  .includes(String(other).toLowerCase()), ">=": (one, other) => one >= other, "<": (one, other) => one < other };
function fits(row, filter) {
  if (!filter) return true;
  if (typeof filter[0] === "string") return holds[filter[1]](row[filter[0]], filter[2]);
  const parts = filter.filter((each) => typeof each !== "string").map((each) => fits(row, each));
  return filter.includes("or") ? parts.some(Boolean) : parts.every(Boolean);
}
function loaded(rows, query) {
  const told = (name, other) => query[name] === undefined ? other : JSON.parse(query[name]);
  const found = rows.filter((row) => fits(row, told("filter")));
  for (const { selector, desc } of told("sort", []).reverse())
    found.sort((one, other) => (one[selector] > other[selector] ? 1 : one[selector] < other[selector] ? -1 : 0)
      * (desc ? -1 : 1));
  const skip = told("skip", 0);
  return { data: found.slice(skip, skip + told("take", 1000)), ...(told("requireTotalCount") ?
    { totalCount: found.length } : {}) };
}
express().use("/made", express.static(process.env.NODE_PATH))
  .get("/", (_, reply) => reply.type("html").send(fs.readFileSync(page, "utf-8")))
  .get("/api/orders", ({ query }, reply) => reply.json(loaded(orders, query)))
  .get("/api/lines", ({ query }, reply) => reply.json(loaded(lines, query)))
  .get("/api/cloths", (_, reply) => reply.json({ data: kinds.map((Name, n) => ({ Id: n + 1, Name })) }))
  .listen(Number(port), "127.0.0.1");
"""
_PAGE = """<!doctype html><html><head><title>Weaving</title>
<link rel="stylesheet" href="/made/devextreme/dist/css/dx.light.css"><script src="/made/jquery/dist/jquery.js"></script>
<script src="/made/devextreme/dist/js/dx.all.js"></script></head><body class="dx-viewport"><h1>Orders</h1>
<div id="orders"></div><script>
const isNotEmpty = (value) => value !== undefined && value !== null && value !== "";
const store = (url, key) => new DevExpress.data.CustomStore({ key, load(loadOptions) {
  const args = {};
  ["skip", "take", "requireTotalCount", "requireGroupCount", "sort", "filter", "totalSummary", "group", "groupSummary"]
    .filter((name) => isNotEmpty(loadOptions[name]))
    .forEach((name) => { args[name] = JSON.stringify(loadOptions[name]); });
  return $.ajax({ url, dataType: "json", data: args }).then((answer) => ({ data: answer.data,
    totalCount: answer.totalCount }));
} });
const cloths = new DevExpress.data.CustomStore({ key: "Id", loadMode: "raw",
  load: () => $.getJSON("/api/cloths").then(({ data }) => data) });
$("#orders").dxDataGrid({ dataSource: store("/api/orders", "OrderNumber"), showBorders: true,
  remoteOperations: { filtering: true, paging: true, sorting: true }, paging: { pageSize: SIZE },
  pager: { visible: true, showNavigationButtons: true, showInfo: true, displayMode: "full" },
  searchPanel: { visible: true }, filterRow: { visible: true },
  columns: [{ dataField: "OrderNumber", dataType: "number", allowSearch: false }, "Mill",
    { dataField: "ClothId", caption: "Cloth", lookup: { dataSource: cloths, valueExpr: "Id", displayExpr: "Name" } },
    "Buyer", { dataField: "Metres", dataType: "number", allowSearch: false }],
  masterDetail: { enabled: true, template(container, { key }) {
    $("<div class=lines>").dxDataGrid({ columnAutoWidth: true, columns: ["Colour", "Bolts"],
      remoteOperations: true, paging: { enabled: false },
      dataSource: { store: store("/api/lines", "LineId"), filter: ["OrderNumber", "=", key] } }).appendTo(container);
  } } });
</script></body></html>"""


@contextlib.contextmanager
def devextreme(folder: Path) -> Iterator[Application]:
    """Orders from three mills, each of several lines."""
    modules = installed_from_npm("devextreme", **_VERSIONS).parent
    (folder / "page.html").write_text(_PAGE.replace("pageSize: SIZE", f"pageSize: {_SIZE}"))
    url = f"http://127.0.0.1:{free_port(folder)}"
    told = [url.rpartition(":")[2], str(ORDERS), "page.html", json.dumps(MILLS), json.dumps(CLOTHS)]
    with served(["node", "-e", _SERVE, *told], url, folder, {"NODE_PATH": str(modules)}):
        yield Application(url, "", "", folder)


async def search(page: Page, _: Application, mill: str) -> None:
    await _search(page, mill)
    await _turn(page)


async def cloth(page: Page, _: Application, mill: str, cloth: str) -> None:
    await _search(page, mill)
    await page.click(".dx-datagrid-filter-row td:nth-child(4) .dx-dropdowneditor-button")
    async with page.expect_response("**/api/orders?*ClothId*"):
        await page.click(f".dx-item.dx-list-item:has-text('{cloth}')")
    await page.wait_for_load_state("networkidle")
    await page.wait_for_timeout(300)


async def lines(page: Page, _: Application, mill: str) -> None:
    await _search(page, mill)
    for place in (1, 4):
        await _expand(page, place)
    await _next(page)
    await _expand(page, 2)


async def _search(page: Page, mill: str) -> None:
    await page.locator(".dx-data-row >> nth=5").wait_for()
    async with page.expect_response(lambda answer: "/api/orders?" in answer.url and mill in answer.url):
        await page.locator(".dx-datagrid-search-panel input").press_sequentially(mill, delay=20)
    await page.wait_for_load_state("networkidle")
    await page.wait_for_timeout(300)


async def _turn(page: Page) -> None:
    while await page.locator(".dx-next-button:not(.dx-button-disable)").count():
        await _next(page)


async def _next(page: Page) -> None:
    async with page.expect_response("**/api/orders?*"):
        await page.click(".dx-next-button")
    await page.wait_for_load_state("networkidle")
    await page.wait_for_timeout(300)


async def _expand(page: Page, place: int) -> None:
    async with page.expect_response("**/api/lines?*"):
        await page.click(f"#orders .dx-data-row:has(> .dx-command-expand) >> nth={place} >> .dx-command-expand")
    await page.wait_for_load_state("networkidle")
    await page.wait_for_timeout(300)


def found(_: Application, mill: str) -> Sequence[Row]:
    return [
        (str(35700 + n * 3), f"{mill} mill", f"Buyer {n * 7 % 43}", str(40 + n * 37 % 500))
        for n in range(ORDERS)
        if MILLS[n % 3] == mill
    ]


def of_cloth(_: Application, mill: str, cloth: str) -> Sequence[Row]:
    kind = CLOTHS.index(cloth)
    return [
        (str(35700 + n * 3), f"Buyer {n * 7 % 43}", str(40 + n * 37 % 500))
        for n in range(ORDERS)
        if MILLS[n % 3] == mill and n // 3 % 4 == kind
    ]


def of_orders(_: Application, mill: str) -> Sequence[Row]:
    return [
        (f"Colour {(n * 5 + k * 11) % 67}", str((n + k * 3) % 19 + 1))
        for n in range(ORDERS)
        if MILLS[n % 3] == mill
        for k in range(n % 3 + 2)
    ]


EXHIBIT = Exhibit(
    "devextreme",
    "a grid of DevExtreme",
    devextreme,
    (
        Workflow("search", search, ({"mill": "Ashford"}, {"mill": "Calder"}), {"mill": "Brindle"}, found),
        Workflow(
            "cloth",
            cloth,
            ({"mill": "Brindle", "cloth": "tweed"}, {"mill": "Ashford", "cloth": "linen"}),
            {"mill": "Calder", "cloth": "velvet"},
            of_cloth,
        ),
        Workflow("lines", lines, ({"mill": "Calder"}, {"mill": "Brindle"}), {"mill": "Ashford"}, of_orders),
    ),
)

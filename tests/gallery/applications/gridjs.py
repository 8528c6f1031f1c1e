"""Grid.js from npm over a service in the manner of OData: `$filter`, `$skip`, `$count`, entries by key, `$expand`."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, free_port, installed_from_npm, served
from ..workflow import Exhibit, Row, Workflow

METALS = ("copper", "silver", "pewter")
COINS = 99
_SIZE = 10
_SERVE = """
const express = require("express"), path = require("path");
const [port, count, ...metals] = process.argv.slice(1), context = "http://127.0.0.1/odata/$metadata#Coins";
const coins = Array.from({ length: Number(count) }, (_, n) => ({ CoinID: 900 + n,
Title: `Coin ${n} of ${metals[n % 3]}`,
  Weight: n * 31 % 97 + 1, Found: { Place: `Field ${n * 7 % 43}`, Year: 1700 + n } }));
const page = `<!DOCTYPE html><html><head><title>Coins</title><link
rel="stylesheet" href="/made/gridjs/dist/theme/mermaid.css">
<script src="/made/gridjs/dist/gridjs.umd.js"></script></head><body><h1>Coins</h1><div id="coins"></div><div
id="coin"></div>
<script>
const grid = new gridjs.Grid({
  columns: [{ name: "No", hidden: true }, "Title", "Weight", "Place"],
  server: { url: "/odata/Coins?$count=true", total: (told) => told["@odata.count"],
    then: (told) => told.value.map((coin) => [coin.CoinID, coin.Title, coin.Weight, coin.Found.Place]) },
  search: { server: { url: (before, word) =>
before + "&$filter=" + encodeURIComponent("contains(Title,'" + word + "')") } },
  pagination: { limit: 10, server: { url: (before, page, limit) =>
before + "&$top=" + limit + "&$skip=" + page * limit } },
}).render(document.getElementById("coins"));
grid.on("rowClick", (_, row) => fetch("/odata/Coins(" + row.cells[0].data + ")?$expand=Owners")
  .then((reply) => reply.json()).then((coin) => {
    document.getElementById("coin").innerHTML = "<h2>" + coin.Title + "</h2><p>" + coin.Mint + "</p><ul>"
      + coin.Owners.map((owner) => "<li>" + owner.Name + "</li>").join("") + "</ul>";
  }));
</script></body></html>`;
express().use("/made", express.static(process.env.NODE_PATH))
  .get("/", (_, reply) => reply.send(page))
  .get(/^\\/odata\\/Coins\\((\\d+)\\)$/, ({ params }, reply) => {
    const n = Number(params[0]) - 900;
    reply.json({ "@odata.context": context + "/$entity", ...coins[n], Mint: `Mint ${n * 5 % 29}`,
      Owners: [{ Name: `Owner ${n * 3}` }] });
  })
  .get("/odata/Coins", ({ query }, reply) => {
    const [, word = ""] = /^contains\\(Title,'(.*)'\\)$/.exec(query.$filter || "") || [];
    const found = coins.filter((coin) => coin.Title.includes(word)), from = Number(query.$skip || 0);
    reply.json({ "@odata.context": context, ...(query.$count && { "@odata.count": found.length }),
      value: found.slice(from, from + Number(query.$top || 1000)) });
  }).listen(Number(port), "127.0.0.1");
"""


@contextlib.contextmanager
def gridjs(folder: Path) -> Iterator[Application]:
    """Coins of three metals."""
    modules = installed_from_npm("gridjs", gridjs="6.2.0", express="4.22.3").parent
    url = f"http://127.0.0.1:{free_port(folder)}"
    serve = ["node", "-e", _SERVE, url.rpartition(":")[2], str(COINS), *METALS]
    with served(serve, url, folder, {"NODE_PATH": str(modules)}):
        yield Application(url, "", "", folder)


async def search(page: Page, _: Application, metal: str) -> None:
    await _ask(page, metal)
    for start in range(_SIZE, COINS // 3, _SIZE):
        async with page.expect_response(f"**skip={start}"):
            await page.click("button:has-text('Next')")
        await page.wait_for_load_state("networkidle")


async def coins(page: Page, _: Application, metal: str) -> None:
    await _ask(page, metal)
    for place in (1, 4):
        await _open(page, place)
    async with page.expect_response(f"**skip={_SIZE}"):
        await page.click("button:has-text('Next')")
    await page.wait_for_load_state("networkidle")
    await _open(page, 2)


async def _open(page: Page, place: int) -> None:
    async with page.expect_response("**expand=Owners"):
        await page.click(f"tbody tr >> nth={place}")
    await page.wait_for_load_state("networkidle")


async def _ask(page: Page, metal: str) -> None:
    await page.wait_for_load_state("networkidle")
    async with page.expect_response(f"**filter=*{metal}*"):
        await page.fill("input[type=search]", metal)
    await page.locator(f"tbody tr:first-child:has-text('{metal}')").wait_for()


def found(_: Application, metal: str) -> Sequence[Row]:
    own = [n for n in range(COINS) if METALS[n % 3] == metal]
    return [(f"Coin {n} of {metal}", str(n * 31 % 97 + 1), f"Field {n * 7 % 43}") for n in own]


def told(_: Application, metal: str) -> Sequence[Row]:
    own = [n for n in range(COINS) if METALS[n % 3] == metal]
    return [(f"Coin {n} of {metal}", f"Mint {n * 5 % 29}") for n in own]


EXHIBIT = Exhibit(
    "gridjs",
    "a table by Grid.js over OData",
    gridjs,
    (
        Workflow("search", search, ({"metal": "copper"}, {"metal": "pewter"}), {"metal": "silver"}, found),
        Workflow("coins", coins, ({"metal": "silver"}, {"metal": "copper"}), {"metal": "pewter"}, told),
    ),
)

"""InstantSearch from npm, with Algolia's own client: a shop's search by words and by facets, over Algolia's API."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, free_port, installed_from_npm, served
from ..workflow import Exhibit, Row, Workflow

THINGS = ("windmill", "footbridge", "quarry")
KINDS = ("Poster", "Postcard", "Calendar")
WARES = 144
_SERVE = """
const express = require("express"), path = require("path");
const [port, count, things, kinds] = process.argv.slice(1);
const [sights, sorts] = [things.split(" "), kinds.split(" ")];
const wares = Array.from({ length: Number(count) }, (_, n) => ({ objectID: `ware-${n}`,
  kind: sorts[n >> 2 & 3] || "Mug", name: `Old ${sights[n % 3]} no. ${n}`, price: (n * 37 % 1000) / 4 + 1 }));
const page = `<!DOCTYPE html><html><head><title>Sights</title></head><body><h1>Sights on paper</h1>
<div id="box"></div><div id="kinds"></div><div id="hits"></div><div id="pages"></div>
<script src="/client/lite/builds/browser.umd.js"></script>
<script src="/widgets/instantsearch.production.min.js"></script>
<script>const { liteClient } = window["algoliasearch/lite"];
const hosts = [{ url: location.host, accept: "readWrite", protocol: "http" }];
const search = instantsearch({ indexName: "sights", searchClient: liteClient("SIGHTS", "open to all", { hosts }) });
const own = instantsearch.widgets;
const item = (hit, { html }) => html\\`<b>\\${hit.name}</b> <i>\\${hit.price} crowns</i>\\`;
search.addWidgets([own.searchBox({ container: "#box" }), own.hits({ container: "#hits", templates: { item } }),
  own.refinementList({ container: "#kinds", attribute: "kind" }), own.configure({ hitsPerPage: 12 }),
  own.pagination({ container: "#pages" })]);
search.start();</script></body></html>`;
const answer = ({ indexName, ...rest }) => {
  const asked = typeof rest.params === "string" ? Object.fromEntries(new URLSearchParams(rest.params)) : rest;
  const told = (name, usual) =>
    typeof asked[name] === "string" ? JSON.parse(asked[name]) : asked[name] ?? usual;
  const query = String(asked.query ?? "").toLowerCase(), wanted = told("facetFilters", []).map((each) => [each].flat());
  const words = query.split(" ").filter(Boolean);
  const found = wares.filter((ware) => words.every((word) => ware.name.toLowerCase().includes(word)));
  const hits = found.filter((ware) => wanted.every((any) => any.some((each) => each === `kind:${ware.kind}`)));
  const length = Number(asked.hitsPerPage ?? 20), at = Number(asked.page ?? 0), kind = {};
  for (const ware of found) kind[ware.kind] = (kind[ware.kind] || 0) + 1;
  return { hits: hits.slice(at * length, (at + 1) * length), nbHits: hits.length, page: at, hitsPerPage: length,
    nbPages: Math.ceil(hits.length / length), facets: { kind }, exhaustiveNbHits: true, query, index: indexName,
    params: new URLSearchParams(asked).toString(), processingTimeMS: 1 };
};
const built = (name) => express.static(path.join(process.env.NODE_PATH, name, "dist"));
express().use("/client", built("algoliasearch")).use("/widgets", built("instantsearch.js"))
  .get("/", (_, reply) => reply.send(page))
  .post("/1/indexes/*/queries", express.json({ type: () => true }),
    ({ body }, reply) => reply.json({ results: body.requests.map(answer) }))
  .listen(Number(port), "127.0.0.1");
"""


@contextlib.contextmanager
def instantsearch(folder: Path) -> Iterator[Application]:
    """Wares of four kinds that show three sights."""
    versions = {"instantsearch.js": "4.78.0", "algoliasearch": "5.23.0", "express": "4.22.3"}
    modules = installed_from_npm("instantsearch", **versions).parent
    url = f"http://127.0.0.1:{free_port(folder)}"
    serve = ["node", "-e", _SERVE, url.rpartition(":")[2], str(WARES), " ".join(THINGS), " ".join(KINDS)]
    with served(serve, url, folder, {"NODE_PATH": str(modules)}):
        yield Application(url, "", "", folder)


async def search(page: Page, _: Application, word: str) -> None:
    await page.wait_for_load_state("networkidle")
    await page.type("input[type=search]", word, delay=60)
    await _turn(page)


async def faceted(page: Page, _: Application, kind: str) -> None:
    await page.wait_for_load_state("networkidle")
    async with page.expect_response("**/queries*"):
        await page.click(f"#kinds label:has-text('{kind}')")
    await _turn(page)


async def _turn(page: Page) -> None:
    await page.wait_for_load_state("networkidle")
    following = page.locator("#pages li[class*=nextPage]:not([class*=disabled]) a")
    while await following.count():
        async with page.expect_response("**/queries*"):
            await following.click()
        await page.wait_for_load_state("networkidle")


def found(_: Application, word: str) -> Sequence[Row]:
    return [row(n) for n in range(WARES) if THINGS[n % 3] == word]


def of_kind(_: Application, kind: str) -> Sequence[Row]:
    return [row(n) for n in range(WARES) if (n >> 2 & 3) < len(KINDS) and KINDS[n >> 2 & 3] == kind]


def row(number: int) -> Row:
    return f"Old {THINGS[number % 3]} no. {number}", f"{number * 37 % 1000 / 4 + 1:g}"


EXHIBIT = Exhibit(
    "instantsearch",
    "a search over Algolia's API",
    instantsearch,
    (
        Workflow("search", search, ({"word": "windmill"}, {"word": "quarry"}), {"word": "footbridge"}, found),
        Workflow("faceted", faceted, ({"kind": "Poster"}, {"kind": "Calendar"}), {"kind": "Postcard"}, of_kind),
    ),
)

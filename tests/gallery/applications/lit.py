"""Lit from npm over Express: a market of second-hand things made of web components, whose content is in shadow roots.

One scrolls on for more, as long as an answer has a cursor; boxes narrow what is shown, and cards open in a dialog.
"""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, free_port, installed_from_npm, served
from ..workflow import Exhibit, Row, Workflow

THINGS = ("bicycle", "cupboard", "telescope")
STATES = ("like new", "used", "worn")
OFFERS = 189
_VERSIONS = {"lit": "3.3.1", "esbuild": "0.25.0", "express": "4.22.3"}
_SERVE = """
const express = require("express"), crypto = require("crypto");
const [port, count, things, states] = process.argv.slice(1);
const kinds = JSON.parse(things), conditions = JSON.parse(states);
const offers = Array.from({ length: Number(count) }, (_, n) => ({
  uuid: crypto.createHash("md5").update(`offer ${n}`).digest("hex"), slug: `${kinds[n % 3]}-${n}`,
  headline: `Old ${kinds[n % 3]} ${n}`, amount: { value: 15 + n * 37 % 431, currency: "EUR" },
  condition: conditions[Math.floor(n / 3) % 3], place: { city: `Town ${n * 5 % 23}`, distance: n * 3 % 70 },
  text: `Bought in ${1950 + n % 60}, kept in room ${n * 11 % 97}.`, seller: { nick: `seller${n * 7 % 41}` } }));
const brief = ({ text, seller, ...offer }) => offer;
const app = express().use(express.static("shown"));
app.get("/v2/search", ({ query }, reply) => {
  const chosen = [query.condition || []].flat();
  const found = offers.filter(({ headline, condition }) => headline.includes(query.term || "") &&
    (!chosen.length || chosen.includes(condition)));
  const begin = query.after ? found.findIndex(({ uuid }) => uuid === query.after) + 1 : 0;
  const shown = found.slice(begin, begin + 12), more = begin + 12 < found.length;
  reply.json({ hits: shown.map(brief), totalHits: found.length,
    pageInfo: { hasNextPage: more, endCursor: more ? shown.at(-1).uuid : null } });
});
app.get("/v2/offers/:uuid", ({ params }, reply) => reply.json(offers.find(({ uuid }) => uuid === params.uuid)));
app.listen(Number(port), "127.0.0.1");
"""
_PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Market</title></head>
<body><market-app></market-app><script type="module" src="app.js"></script></body></html>"""
_APP = """
import { LitElement, css, html } from "lit";
const STATES = %s;
class OfferCard extends LitElement {
  static properties = { offer: { type: Object } };
  static styles = css`:host { display: block; border: 1px solid; margin: 8px; padding: 8px; min-height: 160px }`;
  render() {
    const { headline, amount, condition, place } = this.offer;
    return html`<h3>${headline}</h3><p class="price">${amount.value} ${amount.currency}</p><p>${condition}</p>
      <p>${place.city} (${place.distance} km)</p>
      <button @click=${() => this.dispatchEvent(new CustomEvent("open", { detail: this.offer }))}>Show</button>`;
  }
}
class MarketFilter extends LitElement {
  render() {
    const change = ({ target }) => this.dispatchEvent(new CustomEvent("choose",
      { detail: { state: target.value, on: target.checked } }));
    return html`<fieldset><legend>State</legend>${STATES.map((state) => html`<label>
      <input type="checkbox" name="condition" value=${state} @change=${change}>${state}</label>`)}</fieldset>`;
  }
}
class MarketApp extends LitElement {
  static properties = { hits: { state: true }, total: { state: true }, open: { state: true } };
  constructor() {
    super();
    Object.assign(this, { hits: [], total: 0, open: null, term: "", chosen: new Set(), cursor: null, busy: false });
    this.load();
  }
  async load(more = false) {
    this.busy = true;
    const asked = new URLSearchParams({ term: this.term });
    for (const state of this.chosen) asked.append("condition", state);
    if (more) asked.set("after", this.cursor);
    const { hits, totalHits, pageInfo } = await (await fetch(`/v2/search?${asked}`)).json();
    this.hits = more ? [...this.hits, ...hits] : hits;
    this.total = totalHits;
    this.cursor = pageInfo.endCursor;
    this.busy = false;
  }
  choose({ detail }) {
    this.chosen[detail.on ? "add" : "delete"](detail.state);
    this.load();
  }
  async show({ detail }) { this.open = await (await fetch(`/v2/offers/${detail.uuid}`)).json(); }
  search(event) {
    event.preventDefault();
    this.term = this.renderRoot.querySelector("input[name=term]").value;
    this.load();
  }
  firstUpdated() {
    new IntersectionObserver(([entry]) => { if (entry.isIntersecting && this.cursor && !this.busy) this.load(true); })
      .observe(this.renderRoot.querySelector("#end"));
  }
  render() {
    return html`<h1>Market</h1><form @submit=${this.search}><input name="term" placeholder="What?">
      <button>Search</button></form><market-filter @choose=${this.choose}></market-filter><p>${this.total} offers</p>
      ${this.hits.map((offer) => html`<offer-card .offer=${offer} @open=${this.show}></offer-card>`)}
      <div id="end">&nbsp;</div>${this.open ? html`<dialog open style="position: fixed; top: 0">
      <h2>${this.open.headline}</h2><p class="text">${this.open.text}</p><p>Offered by ${this.open.seller.nick}</p>
      <button @click=${() => { this.open = null; }}>Close</button></dialog>` : ""}`;
  }
}
customElements.define("offer-card", OfferCard);
customElements.define("market-filter", MarketFilter);
customElements.define("market-app", MarketApp);
"""


@contextlib.contextmanager
def lit(folder: Path) -> Iterator[Application]:
    """Offers of three things in three states."""
    programs = installed_from_npm("lit", **_VERSIONS)
    shown = folder / "shown"
    shown.mkdir()
    (shown / "index.html").write_text(_PAGE)
    (folder / "app.js").write_text(_APP.replace("%s", json.dumps(STATES)))
    modules = {"NODE_PATH": str(programs.parent)}
    build = [programs / "esbuild", "app.js", "--bundle", "--minify", "--format=esm", f"--outfile={shown}/app.js"]
    subprocess.run(build, check=True, capture_output=True, cwd=folder, env={**os.environ, **modules})
    url = f"http://127.0.0.1:{free_port(folder)}"
    told = [url.rpartition(":")[2], str(OFFERS), json.dumps(THINGS), json.dumps(STATES)]
    with served(["node", "-e", _SERVE, *told], url, folder, modules):
        yield Application(url, "", "", folder)


async def search(page: Page, _: Application, term: str) -> None:
    await _search(page, term)
    await _scroll(page, 63)


async def in_state(page: Page, _: Application, term: str, state: str) -> None:
    await _search(page, term)
    async with page.expect_response("**/v2/search?*"):
        await page.check(f"input[name=condition][value='{state}']")
    await page.wait_for_load_state("networkidle")
    await _scroll(page, 21)


async def offers(page: Page, _: Application, term: str) -> None:
    await _search(page, term)
    for place in (1, 4, 14):
        await _scroll(page, place + 1)
        await page.click(f"offer-card >> nth={place} >> button")
        await page.locator("dialog p.text").wait_for()
        await page.wait_for_load_state("networkidle")
        await page.click("dialog button")
        await page.locator("dialog").wait_for(state="hidden")


async def _search(page: Page, term: str) -> None:
    await page.locator("offer-card >> nth=3").wait_for()
    await page.wait_for_load_state("networkidle")
    await page.fill("input[name=term]", term)
    async with page.expect_response(f"**/v2/search?*{term}*"):
        await page.click("button:has-text('Search')")
    await page.wait_for_load_state("networkidle")
    await page.wait_for_timeout(300)


async def _scroll(page: Page, count: int) -> None:
    while await page.locator("offer-card").count() < count:
        await page.mouse.wheel(0, 3000)
        await page.wait_for_timeout(200)
        await page.wait_for_load_state("networkidle")


def headline(number: int) -> str:
    return f"Old {THINGS[number % 3]} {number}"


def row(number: int) -> Row:
    return headline(number), str(15 + number * 37 % 431), STATES[number // 3 % 3], f"Town {number * 5 % 23}"


def found(_: Application, term: str) -> Sequence[Row]:
    return [row(n) for n in range(OFFERS) if THINGS[n % 3] == term]


def narrowed(_: Application, term: str, state: str) -> Sequence[Row]:
    return [row(n) for n in range(OFFERS) if THINGS[n % 3] == term and STATES[n // 3 % 3] == state]


def told_of(_: Application, term: str) -> Sequence[Row]:
    own = [n for n in range(OFFERS) if THINGS[n % 3] == term]
    return [(*row(n), f"Bought in {1950 + n % 60}, kept in room {n * 11 % 97}.", f"seller{n * 7 % 41}") for n in own]


EXHIBIT = Exhibit(
    "lit",
    "a market of web components",
    lit,
    (
        Workflow("search", search, ({"term": "bicycle"}, {"term": "telescope"}), {"term": "cupboard"}, found),
        Workflow(
            "state",
            in_state,
            ({"term": "cupboard", "state": "used"}, {"term": "bicycle", "state": "worn"}),
            {"term": "telescope", "state": "like new"},
            narrowed,
        ),
        Workflow("offers", offers, ({"term": "telescope"}, {"term": "cupboard"}), {"term": "bicycle"}, told_of),
    ),
)

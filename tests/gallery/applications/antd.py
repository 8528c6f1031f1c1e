"""Ant Design from npm over Express: a shop whose table turns pages, sorts and filters by an API as Strapi has it."""

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

TEAS = ("assam", "oolong", "sencha")
GROWERS = ("Hill Estate", "Lake Garden", "River Farm", "Valley Trust")
PACKETS = 180
_VERSIONS = {"antd": "5.29.3", "react": "18.3.1", "react-dom": "18.3.1", "esbuild": "0.25.0", "qs": "6.14.0"}
_VERSIONS |= {"express": "4.22.3"}
_SERVE = """
const express = require("express"), qs = require("qs");
const [port, count, teas, growers] = process.argv.slice(1);
const kinds = JSON.parse(teas), farms = JSON.parse(growers).map((name, n) => ({ id: 3 + n * 2, attributes: {
  name, slug: name.toLowerCase().replace(" ", "-"), country: ["India", "China", "Japan", "Nepal"][n] } }));
const packets = Array.from({ length: Number(count) }, (_, n) => ({ id: 501 + n, attributes: {
  name: `${kinds[n % 3]} packet ${n}`, slug: `${kinds[n % 3]}-packet-${n}`, price: 4 + n * 37 % 181 + 0.5,
  grams: [50, 100, 250][n % 3], inStock: n % 4 > 0,
  description: `Picked in week ${n % 52 + 1}, dried for ${n % 19} hours.`,
  createdAt: `2025-01-${10 + n % 18}T08:00:00.000Z`, grower: { data: farms[Math.floor(n / 3) % 4] } } }));
const app = express().set("query parser", (text) => qs.parse(text, { depth: 9 })).use(express.static("shown"));
app.get("/api/growers", (_, reply) => reply.json({ data: farms, meta: { pagination: { page: 1, pageSize: 25,
  pageCount: 1, total: farms.length } } }));
app.get("/api/packets", ({ query }, reply) => {
  const { filters = {}, pagination = {}, sort = [] } = query, page = Number(pagination.page || 1);
  const size = Number(pagination.pageSize || 25), [by, way] = (sort[0] || "id:asc").split(":");
  const ids = filters.grower?.id?.$in?.map(Number), found = packets.filter(({ attributes }) =>
    attributes.name.includes(filters.name?.$containsi || "") && (!ids || ids.includes(attributes.grower.data.id)) &&
    (!filters.slug || attributes.slug === filters.slug.$eq));
  if (by !== "id") {
    found.sort((one, other) => (one.attributes[by] - other.attributes[by]) * (way === "desc" ? -1 : 1));
  }
  const data = found.slice((page - 1) * size, page * size).map(({ id, attributes: { description, grower, ...own } }) =>
    ({ id, attributes: { ...own, ...(query.populate ? { grower } : {}), ...(filters.slug ? { description } : {}) } }));
  reply.json({ data, meta: { pagination: { page, pageSize: size, pageCount: Math.ceil(found.length / size),
    total: found.length } } });
});
app.get("*", (_, reply) => reply.sendFile(`${process.cwd()}/shown/index.html`));
app.listen(Number(port), "127.0.0.1");
"""
_PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Tea</title></head>
<body><div id="root"></div><script src="/app.js"></script></body></html>"""
_APP = """
import { useEffect, useState } from "react";
import { createRoot } from "react-dom/client";
import { Button, Card, Descriptions, Input, Table } from "antd";
import qs from "qs";
const ask = async (what, query) =>
  (await fetch(`/api/${what}?${qs.stringify(query, { encodeValuesOnly: true })}`)).json();
function Packets() {
  const [growers, setGrowers] = useState([]), [answer, setAnswer] = useState({ data: [], meta: {} });
  const [asked, setAsked] = useState({ page: 1, name: "", growers: null, sort: null });
  useEffect(() => { ask("growers", {}).then(({ data }) => setGrowers(data)); }, []);
  useEffect(() => {
    const filters = { ...(asked.name ? { name: { $containsi: asked.name } } : {}),
      ...(asked.growers ? { grower: { id: { $in: asked.growers } } } : {}) };
    ask("packets", { filters, populate: "*", pagination: { page: asked.page, pageSize: 12 },
      ...(asked.sort ? { sort: [asked.sort] } : {}) }).then(setAnswer);
  }, [asked]);
  const columns = [
    { title: "Name", dataIndex: ["attributes", "name"], render: (name, { attributes }) =>
      <a onClick={() => go(`/packets/${attributes.slug}`)}>{name}</a> },
    { title: "Price", dataIndex: ["attributes", "price"], key: "price", sorter: true,
      render: (price) => `${price.toFixed(2)} €` },
    { title: "Grams", dataIndex: ["attributes", "grams"] },
    { title: "Grower", dataIndex: ["attributes", "grower", "data", "attributes", "name"], key: "grower",
      filters: growers.map(({ id, attributes }) => ({ text: attributes.name, value: id })) },
    { title: "Stock", dataIndex: ["attributes", "inStock"], render: (is) => is ? "yes" : "no" }];
  const change = ({ current }, { grower }, { field, order }, { action }) => setAsked({ ...asked,
    page: action === "paginate" ? current : 1, growers: grower,
    sort: order ? `price:${order.replace("end", "")}` : null });
  return <Card title="Tea"><Input.Search name="q" enterButton="Search" style={{ width: 300 }}
    onSearch={(name) => setAsked({ ...asked, page: 1, name })} />
    <Table rowKey="id" columns={columns} dataSource={answer.data} onChange={change} pagination={{ current: asked.page,
      pageSize: 12, total: answer.meta.pagination?.total, showSizeChanger: false }} /></Card>;
}
function Packet({ slug }) {
  const [data, setData] = useState(null);
  useEffect(() => { ask("packets", { filters: { slug: { $eq: slug } }, populate: "*" })
    .then(({ data }) => setData(data[0].attributes)); }, [slug]);
  return data && <Card title={data.name}><Descriptions column={1} items={[
    { key: 1, label: "Price", children: `${data.price.toFixed(2)} €` },
    { key: 2, label: "Grower", children: data.grower.data.attributes.name },
    { key: 3, label: "Country", children: data.grower.data.attributes.country },
    { key: 4, label: "About", children: <span className="about">{data.description}</span> }]} />
    <Button onClick={() => history.back()}>Back</Button></Card>;
}
let go = () => {};
function App() {
  const [path, setPath] = useState(location.pathname);
  useEffect(() => { const move = () => setPath(location.pathname); addEventListener("popstate", move); }, []);
  go = (to) => { history.pushState({}, "", to); setPath(to); };
  const slug = path.split("/packets/")[1];
  return <><div style={{ display: slug ? "none" : "block" }}><Packets /></div>{slug && <Packet slug={slug} />}</>;
}
createRoot(document.getElementById("root")).render(<App />);
"""


@contextlib.contextmanager
def antd(folder: Path) -> Iterator[Application]:
    """Packets of three teas by four growers."""
    programs = installed_from_npm("antd", **_VERSIONS)
    shown = folder / "shown"
    shown.mkdir()
    (shown / "index.html").write_text(_PAGE)
    (folder / "app.jsx").write_text(_APP)
    modules = {"NODE_PATH": str(programs.parent)}
    build = ["--bundle", "--minify", "--jsx=automatic", '--define:process.env.NODE_ENV="production"']
    subprocess.run(
        [programs / "esbuild", "app.jsx", *build, f"--outfile={shown}/app.js"],
        check=True,
        capture_output=True,
        cwd=folder,
        env={**os.environ, **modules},
    )
    url = f"http://127.0.0.1:{free_port(folder)}"
    told = [url.rpartition(":")[2], str(PACKETS), json.dumps(TEAS), json.dumps(GROWERS)]
    with served(["node", "-e", _SERVE, *told], url, folder, modules):
        yield Application(url, "", "", folder)


async def search(page: Page, _: Application, tea: str) -> None:
    await _search(page, tea)
    await _turn(page)


async def grown(page: Page, _: Application, grower: str) -> None:
    await page.locator("tbody tr >> nth=5").wait_for()
    await page.wait_for_load_state("networkidle")
    await page.click(".ant-table-filter-trigger")
    await page.click(f".ant-dropdown-menu-item:has-text('{grower}')")
    await _ask(page, ".ant-table-filter-dropdown button:has-text('OK')")
    await _ask(page, "th:has-text('Price')")
    await _turn(page)


async def packets(page: Page, _: Application, tea: str) -> None:
    await _search(page, tea)
    for place in (1, 4):
        await _open(page, place)
        await page.click("button:has-text('Back')")
        await page.locator(".about").wait_for(state="detached")
    await _ask(page, "li.ant-pagination-next button")
    await _open(page, 2)


async def _search(page: Page, tea: str) -> None:
    await page.locator("tbody tr >> nth=5").wait_for()
    await page.wait_for_load_state("networkidle")
    await page.fill("input[name=q]", tea)
    await _ask(page, "button:has-text('Search')")


async def _turn(page: Page) -> None:
    while await page.locator("li.ant-pagination-next:not(.ant-pagination-disabled)").count():
        await _ask(page, "li.ant-pagination-next button")


async def _ask(page: Page, selector: str) -> None:
    async with page.expect_response("**/api/packets?*"):
        await page.click(selector)
    await page.wait_for_load_state("networkidle")
    await page.wait_for_timeout(500)


async def _open(page: Page, place: int) -> None:
    await page.click(f"tbody tr.ant-table-row >> nth={place} >> a")
    await page.locator(".about").wait_for()
    await page.wait_for_load_state("networkidle")


def name(number: int) -> str:
    return f"{TEAS[number % 3]} packet {number}"


def price(number: int) -> str:
    return str(4 + number * 37 % 181 + 0.5)


def grower_of(number: int) -> str:
    return GROWERS[number // 3 % 4]


def found(_: Application, tea: str) -> Sequence[Row]:
    return [(name(n), price(n), grower_of(n)) for n in range(PACKETS) if TEAS[n % 3] == tea]


def of_grower(_: Application, grower: str) -> Sequence[Row]:
    return [(name(n), price(n), grower) for n in range(PACKETS) if grower_of(n) == grower]


def told_of(_: Application, tea: str) -> Sequence[Row]:
    own = [n for n in range(PACKETS) if TEAS[n % 3] == tea]
    told = "Picked in week {}, dried for {} hours."
    return [(name(n), price(n), grower_of(n), told.format(n % 52 + 1, n % 19)) for n in own]


EXHIBIT = Exhibit(
    "antd",
    "a shop in React, filters in brackets",
    antd,
    (
        Workflow("search", search, ({"tea": "assam"}, {"tea": "sencha"}), {"tea": "oolong"}, found),
        Workflow(
            "grown",
            grown,
            ({"grower": "Lake Garden"}, {"grower": "Valley Trust"}),
            {"grower": "River Farm"},
            of_grower,
        ),
        Workflow("packets", packets, ({"tea": "oolong"}, {"tea": "sencha"}), {"tea": "assam"}, told_of),
    ),
)

"""urql from npm over GraphQL as Hasura makes it: patterns and comparisons in variables, more rows as one scrolls."""

from __future__ import annotations

import contextlib
import json
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, free_port, installed_from_npm, served
from ..workflow import Exhibit, Row, Workflow

PLANTS = ("campion", "gentian", "saxifrage")
HABITATS = ("alpine meadow", "scree", "snowbed")
SHEETS = 135
_SIZE = 8
_VERSIONS = {"urql": "4.2.2", "@urql/core": "5.1.1", "react": "18.3.1", "react-dom": "18.3.1", "graphql": "16.11.0"}
_VERSIONS |= {"graphql-http": "1.22.4", "esbuild": "0.25.0"}
_SERVE = """
const { buildSchema, GraphQLScalarType } = require("graphql"), { createHandler } = require("graphql-http/lib/use/http");
const http = require("http"), fs = require("fs");
const [port, count, script, plants, habitats] = process.argv.slice(1), [kinds, places] =
  [plants, habitats].map((each) => JSON.parse(each));
const uuid = (n) => `${(n * 2654435761 % 4294967296).toString(16).padStart(8, "0")}-0000-4000-8000-${String(n * 7919)
  .padStart(12, "0")}`;
const sheets = Array.from({ length: Number(count) }, (_, n) => ({ id: uuid(n + 1),
  title: `Alpine ${kinds[n % 3]}, sheet ${n}`, year: 1820 + n * 7 % 160, place_id: Math.floor(n / 3) % 3 + 11,
  note: `Found by path ${n * 11 % 83}`, collector_id: uuid(900 + n % 13) }));
const schema = buildSchema(`
  scalar uuid
  enum order_by { asc desc }
  input String_comparison_exp { _eq: String _ilike: String }
  input Int_comparison_exp { _eq: Int _in: [Int!] }
  input sheets_bool_exp { title: String_comparison_exp place_id: Int_comparison_exp _and: [sheets_bool_exp!] }
  input sheets_order_by { title: order_by year: order_by id: order_by }
  type places { id: Int! name: String! }
  type collectors { id: uuid! name: String! }
  type sheets { id: uuid! title: String! year: Int! note: String! place: places! collector: collectors! }
  type sheets_aggregate_fields { count: Int! }
  type sheets_aggregate { aggregate: sheets_aggregate_fields! }
  type Query {
    sheets(where: sheets_bool_exp, order_by: [sheets_order_by!], limit: Int, offset: Int): [sheets!]!
    sheets_aggregate(where: sheets_bool_exp): sheets_aggregate!
    sheets_by_pk(id: uuid!): sheets
    places(order_by: [sheets_order_by!]): [places!]!
  }`);
const place = (id) => ({ id, name: places[id - 11] });
const full = (sheet) => sheet && ({ ...sheet, place: place(sheet.place_id),
  collector: { id: sheet.collector_id, name: `Collector ${sheets.indexOf(sheet) % 13}` } });
const fits = (sheet, where) => Object.entries(where || {}).every(([name, told]) => name === "_and"
  ? told.every((each) => fits(sheet, each)) : Object.entries(told).every(([way, value]) =>
    way === "_in" ? value.includes(sheet[name]) : way === "_ilike"
      ? new RegExp(`^${value.toLowerCase().replaceAll("%", ".*")}$`).test(sheet[name].toLowerCase())
      : sheet[name] === value));
const rootValue = {
  sheets: ({ where, order_by, limit, offset }) => {
    const [by, way] = Object.entries((order_by || [{ id: "asc" }])[0])[0];
    return sheets.filter((sheet) => fits(sheet, where)).sort((one, other) =>
      (one[by] > other[by] ? 1 : one[by] < other[by] ? -1 : one.id > other.id ? 1 : -1) * (way === "desc" ? -1 : 1))
      .slice(offset || 0, (offset || 0) + (limit ?? 1000)).map(full);
  },
  sheets_aggregate: ({ where }) => ({ aggregate: { count: sheets.filter((sheet) => fits(sheet, where)).length } }),
  sheets_by_pk: ({ id }) => full(sheets.find((sheet) => sheet.id === id)),
  places: () => places.map((_, n) => place(n + 11)),
};
const page = `<!DOCTYPE html><html><head><title>Herbarium</title></head><body><div id="root"></div>
<script src="/app.js"></script></body></html>`;
const answer = createHandler({ schema, rootValue });
http.createServer((request, reply) => {
  if (request.url.startsWith("/v1/graphql")) return answer(request, reply);
  const told = request.url === "/app.js" ? ["text/javascript", fs.readFileSync(script)] : ["text/html", page];
  reply.writeHead(200, { "Content-Type": told[0] }).end(told[1]);
}).listen(Number(port), "127.0.0.1");
"""
_APP = """
import { useEffect, useRef, useState } from "react";
import { createRoot } from "react-dom/client";
import { Client, Provider, cacheExchange, fetchExchange, gql, useQuery } from "urql";

const client = new Client({ url: "/v1/graphql", exchanges: [cacheExchange, fetchExchange], preferGetMethod: false,
  fetchOptions: () => ({ headers: { "x-hasura-role": "visitor" } }) });
const SHEETS = gql`query Sheets($where: sheets_bool_exp!, $order_by: [sheets_order_by!], $limit: Int!, $offset: Int!) {
  sheets(where: $where, order_by: $order_by, limit: $limit, offset: $offset) { id title year place { name } }
  sheets_aggregate(where: $where) { aggregate { count } } }`;
const SHEET = gql`query Sheet($id: uuid!) { sheets_by_pk(id: $id) { id title note collector { id name }
  place { id name } } }`;
const PLACES = gql`query Places { places { id name } }`;
const SIZE = 8;

function Part({ asked, offset, open, isLast, more }) {
  const [{ data, fetching }] = useQuery({ query: SHEETS, variables: { ...asked, limit: SIZE, offset } });
  const end = useRef(null);
  useEffect(() => {
    if (!isLast || !data || !end.current || offset + SIZE >= data.sheets_aggregate.aggregate.count) return;
    const watching = new IntersectionObserver(([entry]) => entry.isIntersecting && more(), { rootMargin: "40px" });
    watching.observe(end.current);
    return () => watching.disconnect();
  }, [data, isLast]);
  if (fetching) return <p>Loading…</p>;
  return <>{data.sheets.map((sheet) => <article key={sheet.id} style={{ minHeight: 90 }}>
    <h3><a href={`#${sheet.id}`} onClick={() => open(sheet.id)}>{sheet.title}</a></h3>
    <p>{sheet.year}</p><p>{sheet.place.name}</p></article>)}<div ref={end} /></>;
}
function Sheet({ id, close }) {
  const [{ data }] = useQuery({ query: SHEET, variables: { id } });
  return data ? <section><h2>{data.sheets_by_pk.title}</h2><p className="note">{data.sheets_by_pk.note}</p>
    <p>{data.sheets_by_pk.collector.name}</p><p>{data.sheets_by_pk.place.name}</p>
    <button onClick={close}>Close</button></section> : null;
}
function Herbarium() {
  const [text, setText] = useState(""), [places, setPlaces] = useState([]), [order, setOrder] = useState("title"),
    [parts, setParts] = useState(1), [opened, open] = useState(null), [typed, type] = useState("");
  const [{ data }] = useQuery({ query: PLACES });
  const conditions = [...(text ? [{ title: { _ilike: `%${text}%` } }] : []),
    ...(places.length ? [{ place_id: { _in: places } }] : [])];
  const asked = { where: { _and: conditions }, order_by: [{ [order]: "asc" }] };
  const tick = (id) => { setParts(1); setPlaces(places.includes(id) ? places.filter((each) => each !== id)
    : [...places, id]); };
  return <><h1>Herbarium</h1><form onSubmit={(event) => { event.preventDefault(); setParts(1); setText(typed); }}>
    <input name="text" placeholder="Search sheets" value={typed} onChange={(event) => type(event.target.value)} />
    <button>Search</button></form>
    <fieldset><legend>Habitat</legend>{data?.places.map(({ id, name }) => <label key={id}>
      <input type="checkbox" checked={places.includes(id)} onChange={() => tick(id)} /> {name}</label>)}</fieldset>
    {opened && <Sheet id={opened} close={() => open(null)} />}
    <main>{Array.from({ length: parts }, (_, n) => <Part key={`${JSON.stringify(asked)}${n}`} asked={asked}
      offset={n * SIZE} open={open} isLast={n === parts - 1} more={() => setParts(n + 2)} />)}</main></>;
}
createRoot(document.getElementById("root")).render(<Provider value={client}><Herbarium /></Provider>);
"""


@contextlib.contextmanager
def urql(folder: Path) -> Iterator[Application]:
    """Sheets of three plants from three habitats."""
    programs = installed_from_npm("urql", **_VERSIONS)
    modules = {"NODE_PATH": str(programs.parent)}
    (folder / "app.jsx").write_text(_APP.replace("SIZE = 8", f"SIZE = {_SIZE}"))
    build = ["--bundle", "--minify", "--jsx=automatic", '--define:process.env.NODE_ENV="production"']
    command = [programs / "esbuild", "app.jsx", *build, "--outfile=app.js"]
    subprocess.run(command, check=True, capture_output=True, cwd=folder, env=modules)
    url = f"http://127.0.0.1:{free_port(folder)}"
    told = [url.rpartition(":")[2], str(SHEETS), "app.js", json.dumps(PLANTS), json.dumps(HABITATS)]
    with served(["node", "-e", _SERVE, *told], url, folder, modules):
        yield Application(url, "", "", folder)


async def search(page: Page, _: Application, plant: str) -> None:
    await _search(page, plant)
    await _scroll(page, SHEETS // 3)


async def habitat(page: Page, _: Application, plant: str, place: str) -> None:
    await _search(page, plant)
    async with page.expect_response("**/v1/graphql"):
        await page.click(f"label:has-text('{place}')")
    await _scroll(page, SHEETS // 9)


async def notes(page: Page, _: Application, plant: str) -> None:
    await _search(page, plant)
    for place in (1, 4, _SIZE + 3):
        link = page.locator(f"article a >> nth={place}")
        if not await link.count():
            await page.locator("article").last.scroll_into_view_if_needed()
            await page.mouse.wheel(0, 3000)
        await link.click()
        await page.locator(".note").wait_for()
        await page.click("text=Close")


async def _search(page: Page, plant: str) -> None:
    await page.locator("article >> nth=3").wait_for()
    await page.fill("input[name=text]", plant)
    await page.click("button:text-is('Search')")
    await page.locator(f"article:has-text('{plant}') >> nth=3").wait_for()
    await page.wait_for_load_state("networkidle")


async def _scroll(page: Page, count: int) -> None:
    rows = page.locator("article")
    while await rows.count() < count:
        await page.mouse.wheel(0, 600)
        await page.wait_for_timeout(250)
    await page.wait_for_load_state("networkidle")


def title(number: int) -> str:
    return f"Alpine {PLANTS[number % 3]}, sheet {number}"


def found(_: Application, plant: str) -> Sequence[Row]:
    return [(title(n), str(1820 + n * 7 % 160), HABITATS[n // 3 % 3]) for n in range(SHEETS) if PLANTS[n % 3] == plant]


def of_habitat(app: Application, plant: str, place: str) -> Sequence[Row]:
    return [row for row in found(app, plant) if row[2] == place]


def noted(_: Application, plant: str) -> Sequence[Row]:
    return [
        (title(n), f"Found by path {n * 11 % 83}", f"Collector {n % 13}", HABITATS[n // 3 % 3])
        for n in range(SHEETS)
        if PLANTS[n % 3] == plant
    ]


EXHIBIT = Exhibit(
    "urql",
    "GraphQL as Hasura makes it, behind urql",
    urql,
    (
        Workflow("search", search, ({"plant": "campion"}, {"plant": "saxifrage"}), {"plant": "gentian"}, found),
        Workflow(
            "habitat",
            habitat,
            ({"plant": "gentian", "place": "scree"}, {"plant": "campion", "place": "snowbed"}),
            {"plant": "saxifrage", "place": "alpine meadow"},
            of_habitat,
        ),
        Workflow("notes", notes, ({"plant": "saxifrage"}, {"plant": "gentian"}), {"plant": "campion"}, noted),
    ),
)

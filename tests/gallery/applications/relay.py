"""GraphQL from PyPI and Vue from npm: a login that gives a bearer token, pages by cursors, details by their ids."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, free_port, installed, installed_from_npm, served
from ..workflow import Exhibit, Row, Workflow

THINGS = ("windmill", "footbridge", "quarry")
KEEPERS = ("Ada", "Berta", "Cora", "Dora")
PLACES = 117
_SERVE = """
import base64
import secrets as chance
import sys
from flask import Flask, jsonify, request, send_from_directory
from graphql import build_schema, graphql_sync

port, secret, modules, places, things = int(sys.argv[1]), sys.argv[2], sys.argv[3], int(sys.argv[4]), sys.argv[5:8]
keepers = sys.argv[8:]
app, tokens = Flask(__name__), set()
PLACES = [{"id": f"place:{n}", "title": f"The {things[n % 3]} {n}", "height": n * 37 % 1000, "kind": things[n % 3],
    "note": f"Seen from road {n * 7}", "keeper": {"name": keepers[n % 4]},
    "tags": [things[n % 3], f"region {n % 5}"]} for n in range(places)]
SCHEMA = build_schema('''
type Keeper { name: String! }
type Place { id: ID! title: String! height: Int! kind: String! note: String! keeper: Keeper! tags: [String!]! }
type Edge { cursor: String! node: Place! }
type Info { endCursor: String hasNextPage: Boolean! }
type Connection { totalCount: Int! edges: [Edge!]! pageInfo: Info! }
type Query { places(first: Int!, after: String, search: String): Connection! place(id: ID!): Place me: Keeper }
''')


class Root:
    def me(self, info):
        return {"name": "reader"}

    def place(self, info, id):
        return next((each for each in PLACES if each["id"] == id), None)

    def places(self, info, first, after=None, search=""):
        found = [each for each in PLACES if search.lower() in each["title"].lower()]
        start = int(base64.b64decode(after).decode().partition(":")[2]) + 1 if after else 0
        edges = [{"cursor": base64.b64encode(f"offset:{n}".encode()).decode(), "node": each}
            for n, each in enumerate(found)][start:start + first]
        return {"totalCount": len(found), "edges": edges, "pageInfo": {"hasNextPage": start + first < len(found),
            "endCursor": edges[-1]["cursor"] if edges else None}}


PAGE = '''<!doctype html><html><head><title>Places</title></head><body><div id="app"></div>
<script src="/modules/vue/dist/vue.global.prod.js"></script><script>
const LIST = `query Places($first: Int!, $after: String, $search: String) { places(first: $first, after: $after,
search: $search) { totalCount edges { cursor node { id title height keeper { name } tags } }
pageInfo { endCursor hasNextPage } } }`
const ONE = `query Place($id: ID!) { place(id: $id) { id title note height kind keeper { name } } }`
const { createApp } = Vue
createApp({
  data: () => ({ token: localStorage.token || "", name: "", secret: "", word: "", edges: [], info: {}, total: 0,
    one: null }),
  template: `<form v-if="!token" @submit.prevent="enter"><input name="username" v-model="name">
    <input name="password" type="password" v-model="secret"><button>Log in</button></form>
    <main v-else><form @submit.prevent="find"><input type="search" v-model="word" placeholder="Search">
    <button>Find</button></form><article v-if="one"><h2>{{ one.title }}</h2><p class="note">{{ one.note }}</p>
    <p>{{ one.keeper.name }}</p><button class="back" @click="one = null">Back</button></article>
    <template v-else><p>{{ total }} places</p><ul><li v-for="each in edges" :key="each.node.id">
    <a href="#" @click.prevent="open(each.node.id)">{{ each.node.title }}</a> <i>{{ each.node.height }} m</i>
    <em>{{ each.node.keeper.name }}</em></li></ul><button class="more" v-if="info.hasNextPage" @click="more">More
    </button></template></main>`,
  methods: {
    async ask(operationName, query, variables) {
      const body = JSON.stringify({ operationName, query, variables })
      const answer = await fetch("/graphql", { method: "POST", body,
        headers: { "Content-Type": "application/json", Authorization: `Bearer ${this.token}` } })
      return (await answer.json()).data
    },
    async enter() {
      const answer = await fetch("/api/login", { method: "POST", headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ username: this.name, password: this.secret }) })
      this.token = (await answer.json()).access_token
      await this.load(null)
    },
    async load(after) {
      const { places } = await this.ask("Places", LIST, { first: 12, after, search: this.word })
      this.edges = after ? [...this.edges, ...places.edges] : places.edges
      this.info = places.pageInfo
      this.total = places.totalCount
    },
    find() { return this.load(null) },
    more() { return this.load(this.info.endCursor) },
    async open(id) { this.one = (await this.ask("Place", ONE, { id })).place },
  },
}).mount("#app")
</script></body></html>'''


@app.get("/")
def home():
    return PAGE


@app.post("/api/login")
def login():
    if request.json != {"username": "reader", "password": secret}:
        return jsonify(error="wrong name or password"), 401
    tokens.add(token := chance.token_urlsafe(24))
    return jsonify(access_token=token, token_type="bearer")


@app.post("/graphql")
def graphql():
    if request.headers.get("Authorization", "").removeprefix("Bearer ") not in tokens:
        return jsonify(errors=[{"message": "not logged in"}]), 401
    told = request.json
    found = graphql_sync(SCHEMA, told["query"], Root(), variable_values=told.get("variables"),
        operation_name=told.get("operationName"))
    return jsonify(found.formatted)


@app.get("/modules/<path:path>")
def module(path):
    return send_from_directory(modules, path)


app.run("127.0.0.1", port)
"""


@contextlib.contextmanager
def relay(folder: Path) -> Iterator[Application]:
    """Places of three kinds, which who is logged in may ask for."""
    python = installed("relay", "flask", "graphql-core") / "python"
    modules = installed_from_npm("relay_npm", vue="3.5.13").parent
    secret, url = "Quiet & please 1", f"http://127.0.0.1:{free_port(folder)}"
    words = [url.rpartition(":")[2], secret, modules, str(PLACES), *THINGS, *KEEPERS]
    with served([python, "-c", _SERVE, *words], url, folder):
        yield Application(url, "reader", secret, folder)


async def find(page: Page, app: Application, word: str) -> None:
    await page.fill("input[name=username]", app.user)
    await page.fill("input[name=password]", app.secret)
    async with page.expect_response("**/graphql"):
        await page.click("text=Log in")
    await page.fill("input[type=search]", word)
    async with page.expect_response("**/graphql"):
        await page.click("text=Find")
    await page.wait_for_selector(f"li:has-text('{word}') >> nth=0")


async def search(page: Page, app: Application, word: str) -> None:
    await find(page, app, word)
    for _ in range((PLACES // 3 - 1) // 12):
        async with page.expect_response("**/graphql"):
            await page.click("button.more")


async def details(page: Page, app: Application, word: str) -> None:
    await find(page, app, word)
    for place in (1, 4):
        async with page.expect_response("**/graphql"):
            await page.click(f"li a >> nth={place}")
        await page.wait_for_selector("p.note")
        await page.click("button.back")


def found(_: Application, word: str) -> Sequence[Row]:
    numbers = [number for number in range(PLACES) if THINGS[number % 3] == word]
    return [(f"place:{n}", f"The {word} {n}", str(n * 37 % 1000), KEEPERS[n % 4]) for n in numbers]


def told(app: Application, word: str) -> Sequence[Row]:
    return [(*row, f"Seen from road {int(row[0].partition(':')[2]) * 7}") for row in found(app, word)[:12]]


EXHIBIT = Exhibit(
    "relay",
    "GraphQL behind Vue, with a bearer token",
    relay,
    (
        Workflow("search", search, ({"word": "windmill"}, {"word": "quarry"}), {"word": "footbridge"}, found),
        Workflow("details", details, ({"word": "windmill"}, {"word": "quarry"}), {"word": "footbridge"}, told),
    ),
)

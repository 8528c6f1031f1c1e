"""Quasar from npm over json-server: a table whose server searches, sorts and turns, with its count in a header."""

from __future__ import annotations

import contextlib
import json
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, free_port, installed_from_npm, served
from ..workflow import Exhibit, Row, Workflow

THINGS = ("windmill", "footbridge", "quarry")
GUILDS = ("millers", "weavers", "coopers", "sawyers")
KINDS = ("walks", "letters", "photos")
ENTRIES = 132
_VERSIONS = {"quasar": "2.18.5", "vue": "3.5.22", "vue-router": "4.6.3", "json-server": "0.17.4"}
_SERVER = """const server = require("json-server"), express = require("express");
const [port, modules] = process.argv.slice(2), app = server.create();
app.use(server.defaults({ static: ".", logger: false }), express.static("."));
app.use("/made", express.static(modules)).use("/api", server.router("store.json")).listen(+port, "127.0.0.1");
"""
_PAGE = """<!doctype html><html><head><meta charset="utf-8"><title>Walks</title>
<link rel="stylesheet" href="/made/quasar/dist/quasar.prod.css"><style>.q-icon { overflow: hidden; }</style></head>
<body><div id="app"></div>
<script src="/made/vue/dist/vue.global.prod.js"></script><script src="/made/quasar/dist/quasar.umd.prod.js"></script>
<script src="/made/vue-router/dist/vue-router.global.prod.js"></script><script>
const columns = ["title", "thing", "guild", "metres"].map((name) =>
  ({ name, field: name, label: name[0].toUpperCase() + name.slice(1), sortable: true, align: "left" }));
const Table = { props: ["kind"], data: () => ({ rows: [], filter: "", guild: null, loading: false, columns,
    guilds: ["millers", "weavers", "coopers", "sawyers"],
    pagination: { page: 1, rowsPerPage: 15, rowsNumber: 0, sortBy: "title", descending: false } }),
  computed: { asked() { return this.filter + "|" + this.guild; } },
  watch: { kind() { this.filter = ""; this.guild = null; this.ask({ pagination: { ...this.pagination, page: 1 } }); } },
  mounted() { this.ask({ pagination: this.pagination }); },
  methods: { async ask({ pagination }) {
    this.loading = true;
    const { page, rowsPerPage, sortBy, descending } = pagination;
    const told = new URLSearchParams({ _page: page, _limit: rowsPerPage, _sort: sortBy || "id",
      _order: descending ? "desc" : "asc" });
    if (this.filter) told.set("q", this.filter);
    if (this.guild) told.set("guild", this.guild);
    const answer = await fetch(`/api/${this.kind}?${told}`);
    this.rows = await answer.json();
    this.pagination = { ...pagination, rowsNumber: Number(answer.headers.get("X-Total-Count")) };
    this.loading = false;
  } },
  template: `<q-page padding><q-table :title="kind" :rows="rows" :columns="columns" row-key="id" :filter="asked"
    v-model:pagination="pagination" :loading="loading" :rows-per-page-options="[15, 30]" @request="ask"
    @row-click="(_, row) => $router.push('/' + kind + '/' + row.id)"><template v-slot:top-right>
    <q-select v-model="guild" :options="guilds" label="Guild" clearable style="min-width: 150px"></q-select>
    <q-input debounce="300" v-model="filter" placeholder="Search"></q-input></template></q-table></q-page>` };
const Entry = { props: ["kind", "id"], data: () => ({ entry: null }),
  async mounted() { this.entry = await (await fetch(`/api/${this.kind}/${this.id}`)).json(); },
  template: `<q-page padding><q-card v-if="entry"><q-card-section><div class="text-h6">{{ entry.title }}</div>
    <div>{{ entry.about }}</div></q-card-section><q-list><q-item v-for="name in ['thing', 'guild', 'metres', 'keeper']">
    <q-item-section><q-item-label caption>{{ name }}</q-item-label><q-item-label>{{ entry[name] }}</q-item-label>
    </q-item-section></q-item></q-list></q-card></q-page>` };
const kinds = ["walks", "letters", "photos"];
const App = { data: () => ({ kinds }), template: `<q-layout view="hHh lpR fFf"><q-header><q-toolbar>
  <q-toolbar-title>Walks</q-toolbar-title></q-toolbar></q-header><q-drawer show-if-above :width="180"><q-list>
  <q-item v-for="kind in kinds" clickable :to="'/' + kind"><q-item-section>{{ kind[0].toUpperCase() + kind.slice(1) }}
  </q-item-section></q-item></q-list></q-drawer><q-page-container><router-view></router-view></q-page-container>
  </q-layout>` };
const routes = [{ path: "/", redirect: "/walks" }, { path: "/:kind", component: Table, props: true },
  { path: "/:kind/:id", component: Entry, props: true }];
const router = VueRouter.createRouter({ history: VueRouter.createWebHashHistory(), routes });
Vue.createApp(App).use(Quasar).use(router).mount("#app");
</script></body></html>
"""


@contextlib.contextmanager
def quasar(folder: Path) -> Iterator[Application]:
    """Walks, letters and photos of three things."""
    modules = installed_from_npm("quasar", {}, **_VERSIONS).parent
    told = {kind: [entry(kind, number) for number in range(ENTRIES)] for kind in KINDS}
    (folder / "store.json").write_text(json.dumps(told))
    (folder / "index.html").write_text(_PAGE)
    (folder / "server.js").write_text(_SERVER)
    url, node = f"http://127.0.0.1:{free_port(folder)}", shutil.which("node") or "node"
    command = [node, "server.js", url.rpartition(":")[2], modules]
    with served(command, url, folder, {"NODE_PATH": str(modules)}):
        yield Application(url, "", "", folder)


def entry(kind: str, number: int) -> dict[str, str | int]:
    title = f"{kind[:-1].title()} {number * 7 % 997} by the water"
    told = {"id": 300 + number * 3, "title": title, "thing": THINGS[number % 3], "guild": GUILDS[number // 3 % 4]}
    about = f"Tells of part {number * 13 % 401} of the way"
    return told | {"metres": 100 + number * 37 % 1009, "about": about, "keeper": f"Keeper {number * 17 % 61}"}


async def _settled(page: Page) -> None:
    await page.locator("tbody tr").first.wait_for()
    await page.wait_for_load_state("networkidle")
    await page.wait_for_timeout(700)


async def _turn(page: Page) -> None:
    after = ".q-table__bottom button[aria-label='Next page']"
    while await page.locator(f"{after}:not([disabled])").count():
        async with page.expect_response("**/api/*_page=*"):
            await page.click(after)
        await _settled(page)


async def search(page: Page, _: Application, word: str) -> None:
    await _settled(page)
    async with page.expect_response(f"**/api/*q={word}*"):
        await page.get_by_placeholder("Search").press_sequentially(word, delay=20)
    await _settled(page)
    await _turn(page)


async def guild(page: Page, _: Application, kind: str, name: str) -> None:
    await _settled(page)
    await page.click(f".q-drawer .q-item:has-text('{kind}')")
    await _settled(page)
    await page.click(".q-select")
    async with page.expect_response("**/api/*guild=*"):
        await page.click(f".q-menu .q-item:has-text('{name}')")
    await _settled(page)
    await _turn(page)


async def details(page: Page, _: Application, word: str) -> None:
    """Each time the table has forgotten what was looked for."""
    for place in (1, 4):
        await _settled(page)
        async with page.expect_response(f"**/api/*q={word}*"):
            await page.get_by_placeholder("Search").press_sequentially(word, delay=20)
        await _settled(page)
        await page.click(f"tbody tr >> nth={place}")
        await page.locator(".q-card .text-h6").wait_for()
        await page.wait_for_timeout(700)
        if place == 1:
            await page.go_back()


def _row(kind: str, number: int, *names: str) -> Row:
    return tuple(str(entry(kind, number)[name]) for name in names)


def found(_: Application, word: str) -> Sequence[Row]:
    shown = ("title", "thing", "guild", "metres")
    return [_row("walks", number, *shown) for number in range(ENTRIES) if THINGS[number % 3] == word]


def of_guild(_: Application, kind: str, name: str) -> Sequence[Row]:
    shown = ("title", "thing", "guild", "metres")
    return [_row(kind.lower(), number, *shown) for number in range(ENTRIES) if GUILDS[number // 3 % 4] == name]


def opened(_: Application, word: str) -> Sequence[Row]:
    shown = ("title", "about", "keeper", "metres")
    return [_row("walks", number, *shown) for number in range(ENTRIES) if GUILDS[number // 3 % 4] == word]


_THINGS = ({"word": THINGS[0]}, {"word": THINGS[2]})
_GUILDS = ({"kind": "Letters", "name": GUILDS[0]}, {"kind": "Photos", "name": GUILDS[2]})
_WORDS = ({"word": GUILDS[0]}, {"word": GUILDS[2]})

EXHIBIT = Exhibit(
    "quasar",
    "a table of Quasar over json-server",
    quasar,
    (
        Workflow("search", search, _THINGS, {"word": THINGS[1]}, found),
        Workflow("guild", guild, _GUILDS, {"kind": "Walks", "name": GUILDS[1]}, of_guild),
        Workflow("details", details, _WORDS, {"word": GUILDS[3]}, opened),
    ),
)

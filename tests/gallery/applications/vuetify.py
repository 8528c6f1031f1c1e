"""Vuetify from npm over Express: a table whose server turns pages, tokens that are renewed, a header from a cookie.

The table is the example of its documentation (`v-data-table-server`); the calls are those of axios, which sends its
cookie `XSRF-TOKEN` as a header, and has a token that was refused renewed before it asks once more.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, free_port, installed_from_npm, served
from ..workflow import Exhibit, Row, Workflow

RIGS = ("cutter", "ketch", "schooner")
BERTHS = {"North quay": "b-71", "Old basin": "b-84", "Fish dock": "b-93"}
BOATS = 108
_SIZE = 10
_SECONDS = 4
"""How long a token holds."""
_VERSIONS = {"vuetify": "3.10.5", "vue": "3.5.22", "axios": "1.12.2", "express": "4.22.3", "jsonwebtoken": "9.0.3"}
_VERSIONS |= {"cookie-parser": "1.4.7"}
_SERVE = """
const express = require("express"), cookies = require("cookie-parser"), jwt = require("jsonwebtoken");
const crypto = require("crypto"), fs = require("fs");
const [port, count, seconds, page, email, password, rigs, berths] = process.argv.slice(1);
const kinds = JSON.parse(rigs), places = JSON.parse(berths), key = crypto.randomBytes(20).toString("hex");
const boats = Array.from({ length: Number(count) }, (_, n) => ({ id: 4000 + n * 17,
  name: `${kinds[n % 3]} Swift ${n}`, length: 6 + n * 29 % 41, berth: places[Math.floor(n / 3) % 3].id,
  owner: `Owner ${n * 5 % 31}`, built: 1890 + n, log: `Sailed ${n * 13 % 97} times` }));
const renewals = new Map();
const made = () => jwt.sign({ sub: email, jti: crypto.randomUUID() }, key, { expiresIn: Number(seconds) });
function grant(reply) {
  const renewal = crypto.randomUUID();
  renewals.set(renewal, email);
  reply.cookie("refresh_token", renewal, { httpOnly: true, path: "/api/auth" }).json({ accessToken: made() });
}
const app = express().use(cookies(), express.json()).use("/made", express.static(process.env.NODE_PATH));
app.get("/", (request, reply) => {
  if (!request.cookies["XSRF-TOKEN"]) reply.cookie("XSRF-TOKEN", crypto.randomBytes(16).toString("base64url"));
  reply.type("html").send(fs.readFileSync(page, "utf-8"));
});
app.use("/api", (request, reply, next) => {
  const token = request.cookies["XSRF-TOKEN"];
  return request.method === "GET" || (token && request.get("X-XSRF-TOKEN") === token) ? next()
    : reply.status(403).json({ message: "invalid csrf token" });
});
app.post("/api/auth/login", ({ body }, reply) => body.email === email && body.password === password ? grant(reply)
  : reply.status(422).json({ message: "These credentials do not match our records." }));
app.post("/api/auth/refresh", (request, reply) => renewals.delete(request.cookies.refresh_token) ? grant(reply)
  : reply.status(401).json({ message: "Unauthenticated." }));
app.use("/api", (request, reply, next) => {
  try { jwt.verify((request.get("Authorization") || "").replace("Bearer ", ""), key); next(); }
  catch (error) { reply.status(401).json({ message: "Unauthenticated." }); }
});
app.get("/api/berths", (_, reply) => reply.json(places));
app.get("/api/boats", ({ query }, reply) => {
  const [at, many] = [Number(query.page || 1), Number(query.itemsPerPage || 10)], [by, way] =
    (query.sort || "id:asc").split(":");
  const found = boats.filter(({ name, berth }) => name.includes(query.search || "") &&
    (!query.berth || berth === query.berth))
    .sort((one, other) => (one[by] > other[by] ? 1 : -1) * (way === "desc" ? -1 : 1));
  reply.json({ items: found.slice((at - 1) * many, at * many).map(({ id, name, length, built }) =>
    ({ id, name, length, built })), total: found.length });
});
app.get("/api/boats/:id", ({ params }, reply) => reply.json({
  data: boats.find(({ id }) => String(id) === params.id) }));
app.listen(Number(port), "127.0.0.1");
"""
_PAGE = """<!doctype html><html><head><title>Marina</title><link rel="stylesheet" href="/made/vuetify/dist/vuetify.css">
</head><body><div id="app"></div><script src="/made/vue/dist/vue.global.prod.js"></script>
<script src="/made/vuetify/dist/vuetify.js"></script><script src="/made/axios/dist/axios.min.js"></script><script>
const api = axios.create({ baseURL: "/api" });
let token = null, renewing = null;
api.interceptors.request.use((config) => {
  if (token) config.headers.Authorization = `Bearer ${token}`;
  return config;
});
api.interceptors.response.use((answer) => answer, async (error) => {
  const { config, response } = error;
  if (response?.status !== 401 || config.again || config.url.startsWith("/auth/")) throw error;
  renewing ??= api.post("/auth/refresh").finally(() => { renewing = null; });
  token = (await renewing).data.accessToken;
  return api({ ...config, again: true });
});
const Login = { template: `<v-card max-width="400" class="mx-auto mt-8" title="Log in"><v-form @submit.prevent="login">
  <v-text-field v-model="email" label="E-mail" name="email"></v-text-field>
  <v-text-field v-model="password" label="Password" name="password" type="password"></v-text-field>
  <v-btn type="submit" color="primary">Log in</v-btn><p>{{ failed }}</p></v-form></v-card>`,
  emits: ["done"], data: () => ({ email: "", password: "", failed: "" }),
  methods: { async login() {
    try {
      token = (await api.post("/auth/login", { email: this.email, password: this.password })).data.accessToken;
      this.$emit("done");
    } catch (error) { this.failed = error.response.data.message; }
  } } };
const Boats = { template: `<v-container><h1>Boats</h1><v-row><v-col>
  <v-text-field v-model="typed" label="Name" name="search" @keydown.enter="search = typed"></v-text-field>
  </v-col><v-col>
  <v-select v-model="berth" :items="berths" item-title="name" item-value="id" label="Berth" clearable></v-select>
  </v-col></v-row>
  <v-data-table-server v-model:items-per-page="itemsPerPage" :headers="headers" :items="items" :items-length="total"
    :loading="loading" :search="search + '|' + berth" item-value="id" @update:options="load" @click:row="open">
  </v-data-table-server>
  <v-dialog v-model="shown" max-width="500"><v-card v-if="boat" :title="boat.name"><v-card-text>
    <p class="owner">{{ boat.owner }}</p><p>{{ boat.log }}</p><p>{{ boat.length }} m, built in {{ boat.built }}</p>
    </v-card-text><v-btn @click="shown = false">Close</v-btn></v-card></v-dialog></v-container>`,
  data: () => ({ itemsPerPage: 10, items: [], total: 0, loading: true, typed: "", search: "", berth: null, berths: [],
    shown: false, boat: null, headers: [{ title: "Name", key: "name" }, { title: "Length", key: "length" },
      { title: "Built", key: "built" }] }),
  async created() { this.berths = (await api.get("/berths")).data; },
  methods: {
    async load({ page, itemsPerPage, sortBy }) {
      this.loading = true;
      const params = { page, itemsPerPage, search: this.search };
      if (this.berth) params.berth = this.berth;
      if (sortBy.length) params.sort = `${sortBy[0].key}:${sortBy[0].order}`;
      const { data } = await api.get("/boats", { params });
      Object.assign(this, { items: data.items, total: data.total, loading: false });
    },
    async open(_, { item }) {
      this.boat = (await api.get(`/boats/${item.id}`)).data.data;
      this.shown = true;
    } } };
Vue.createApp({ components: { Login, Boats }, data: () => ({ isIn: false }),
  template: `<v-app><v-main><Boats v-if="isIn" /><Login v-else @done="isIn = true" /></v-main></v-app>` })
  .use(Vuetify.createVuetify()).mount("#app");
</script></body></html>"""


@contextlib.contextmanager
def vuetify(folder: Path) -> Iterator[Application]:
    """Boats of three rigs at three berths, for those who are logged in."""
    modules = installed_from_npm("vuetify", **_VERSIONS).parent
    (folder / "page.html").write_text(_PAGE)
    url, user, secret = f"http://127.0.0.1:{free_port(folder)}", "warden@marina.test", "quiet & please"
    berths = json.dumps([{"id": key, "name": name} for name, key in BERTHS.items()])
    told = [url.rpartition(":")[2], str(BOATS), str(_SECONDS), "page.html", user, secret, json.dumps(RIGS), berths]
    with served(["node", "-e", _SERVE, *told], url, folder, {"NODE_PATH": str(modules)}):
        yield Application(url, user, secret, folder)


async def search(page: Page, app: Application, rig: str) -> None:
    await _search(page, app, rig)
    await page.wait_for_timeout(1000 * _SECONDS)
    await _turn(page)


async def berthed(page: Page, app: Application, rig: str, berth: str) -> None:
    await _search(page, app, rig)
    await page.click(".v-select")
    async with page.expect_response("**/api/boats?*berth=*"):
        await page.click(f".v-list-item:has-text('{berth}')")
    await page.wait_for_load_state("networkidle")
    await _turn(page)


async def owners(page: Page, app: Application, rig: str) -> None:
    await _search(page, app, rig)
    for place in (1, 4):
        await _open(page, place)
    await page.wait_for_timeout(1000 * _SECONDS)
    await _next(page)
    await _open(page, 2)


async def _search(page: Page, app: Application, rig: str) -> None:
    await page.fill("input[name=email]", app.user)
    await page.fill("input[name=password]", app.secret)
    await page.click("button[type=submit]")
    await page.locator("tbody tr >> nth=5").wait_for()
    await page.fill("input[name=search]", rig)
    async with page.expect_response(f"**/api/boats?*search={rig}*"):
        await page.press("input[name=search]", "Enter")
    await page.wait_for_load_state("networkidle")


async def _turn(page: Page) -> None:
    while await page.locator("button[aria-label='Next page']:not([disabled])").count():
        await _next(page)


async def _next(page: Page) -> None:
    shown = await page.locator(".v-data-table-footer__info").text_content()
    await page.click("button[aria-label='Next page']")
    await page.locator(f".v-data-table-footer__info:not(:has-text('{shown}'))").wait_for()
    await page.wait_for_load_state("networkidle")
    await page.wait_for_timeout(300)


async def _open(page: Page, place: int) -> None:
    await page.click(f"tbody tr >> nth={place}")
    await page.locator(".owner").wait_for()
    await page.click("text=Close")
    await page.locator(".owner").wait_for(state="hidden")


def name(number: int) -> str:
    return f"{RIGS[number % 3]} Swift {number}"


def length(number: int) -> str:
    return str(6 + number * 29 % 41)


def found(_: Application, rig: str) -> Sequence[Row]:
    return [(name(n), length(n), str(1890 + n)) for n in range(BOATS) if RIGS[n % 3] == rig]


def at_berth(_: Application, rig: str, berth: str) -> Sequence[Row]:
    place = list(BERTHS).index(berth)
    return [(name(n), length(n)) for n in range(BOATS) if RIGS[n % 3] == rig and n // 3 % 3 == place]


def owned(_: Application, rig: str) -> Sequence[Row]:
    return [
        (name(n), f"Owner {n * 5 % 31}", f"Sailed {n * 13 % 97} times", str(1890 + n))
        for n in range(BOATS)
        if RIGS[n % 3] == rig
    ]


EXHIBIT = Exhibit(
    "vuetify",
    "a table of Vuetify, tokens that are renewed",
    vuetify,
    (
        Workflow("search", search, ({"rig": "cutter"}, {"rig": "schooner"}), {"rig": "ketch"}, found),
        Workflow(
            "berthed",
            berthed,
            ({"rig": "ketch", "berth": "Old basin"}, {"rig": "cutter", "berth": "Fish dock"}),
            {"rig": "schooner", "berth": "Old basin"},
            at_berth,
        ),
        Workflow("owners", owners, ({"rig": "schooner"}, {"rig": "ketch"}), {"rig": "cutter"}, owned),
    ),
)

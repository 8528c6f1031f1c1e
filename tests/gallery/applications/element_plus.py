"""Element Plus from npm over Express: flats to let, lists that are asked for by POST as many Vue sites ask for them.

The table and its pages are those of its documentation (`el-table`, `el-pagination`); answers are wrapped with a code.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, free_port, installed_from_npm, served
from ..workflow import Exhibit, Row, Workflow

DISTRICTS = {"Harbour": 11, "Old Town": 24, "West Park": 37}
STREETS = ("Mill Lane", "Bridge Street", "Quarry Road")
FLATS = 189
_VERSIONS = {"element-plus": "2.11.4", "vue": "3.5.22", "axios": "1.12.2", "express": "4.22.3"}
_SERVE = """
const express = require("express"), crypto = require("crypto"), fs = require("fs");
const [port, count, page, name, secret, streets, districts] = process.argv.slice(1);
const roads = JSON.parse(streets), areas = JSON.parse(districts), tokens = new Set();
const flats = Array.from({ length: Number(count) }, (_, n) => ({ houseId: 88000 + n * 31,
  title: `${1 + n % 4} rooms, ${roads[n % 3]} ${n}`, rent: 400 + n * 53 % 977, area: 30 + n * 7 % 83,
  areaId: areas[Math.floor(n / 3) % 3].id, areaName: areas[Math.floor(n / 3) % 3].name, status: n % 2,
  createTime: `2024-0${1 + n % 9}-1${n % 10} 08:${10 + n % 50}:00`, agent: `Agent ${n * 11 % 29}`,
  phone: `0170-${5000 + n}`, remark: `Heated with ${["gas", "wood", "oil"][n % 3]} since ${1950 + n % 60}.` }));
const ok = (reply, data) => reply.json({ code: 200, msg: "success", data, success: true, timestamp: Date.now() });
const app = express().use(express.json()).use("/made", express.static(process.env.NODE_PATH));
app.get("/", (_, reply) => reply.type("html").send(fs.readFileSync(page, "utf-8")));
app.post("/prod-api/user/login", ({ body }, reply) => {
  if (body.username !== name || body.password !== secret) {
    return reply.json({ code: 500, msg: "Wrong name or password", data: null, success: false });
  }
  const token = crypto.randomBytes(24).toString("hex");
  tokens.add(token);
  ok(reply, { token, tokenHead: "Bearer " });
});
app.use("/prod-api", (request, reply, next) => tokens.has((request.get("token") || "")) ? next()
  : reply.json({ code: 401, msg: "Not logged in or timed out", data: null, success: false }));
app.get("/prod-api/user/info", (_, reply) => ok(reply, { username: name, roles: ["tenant"], unread: 3 }));
app.get("/prod-api/dict/area", (_, reply) => ok(reply,
  areas.map(({ id, name }) => ({ dictValue: id, dictLabel: name }))));
app.post("/prod-api/house/page", ({ body }, reply) => {
  const { pageNum, pageSize, keyword = "", areaId = null, orderBy = null } = body;
  const found = flats.filter((flat) => flat.title.includes(keyword) && (!areaId || flat.areaId === areaId));
  if (orderBy) found.sort((one, other) => orderBy === "rent asc" ? one.rent - other.rent : other.rent - one.rent);
  const records = found.slice((pageNum - 1) * pageSize, pageNum * pageSize)
    .map(({ agent, phone, remark, ...flat }) => flat);
  ok(reply, { records, total: found.length, size: pageSize, current: pageNum,
    pages: Math.ceil(found.length / pageSize) });
});
app.get("/prod-api/house/detail", ({ query }, reply) => ok(reply,
  flats.find(({ houseId }) => String(houseId) === query.houseId)));
app.listen(Number(port), "127.0.0.1");
"""
_PAGE = """<!doctype html><html><head><title>Flats to let</title>
<link rel="stylesheet" href="/made/element-plus/dist/index.css"></head><body><div id="app"></div>
<script src="/made/vue/dist/vue.global.prod.js"></script>
<script src="/made/element-plus/dist/index.full.min.js"></script>
<script src="/made/axios/dist/axios.min.js"></script><script>
const http = axios.create({ baseURL: "/prod-api" });
http.interceptors.request.use((config) => {
  const token = localStorage.getItem("token");
  if (token) config.headers.token = token;
  return config;
});
http.interceptors.response.use(({ data }) => {
  if (data.code !== 200) { ElementPlus.ElMessage.error(data.msg); throw new Error(data.msg); }
  return data.data;
});
const Login = { template: `<el-card style="width: 400px; margin: 4em auto"><el-form :model="form" label-width="80px">
  <el-form-item label="Name"><el-input v-model="form.username" name="username"></el-input></el-form-item>
  <el-form-item label="Password"><el-input v-model="form.password" type="password" name="password"></el-input>
  </el-form-item><el-button type="primary" @click="login">Log in</el-button></el-form></el-card>`, emits: ["done"],
  data: () => ({ form: { username: "", password: "" } }),
  methods: { async login() {
    const { token } = await http.post("/user/login", this.form);
    localStorage.setItem("token", token);
    this.$emit("done");
  } } };
const Flats = { template: `<el-container direction="vertical"><el-header>Flats to let, {{ user.username }}</el-header>
  <el-main><el-form inline :model="query"><el-form-item label="Title">
    <el-input v-model="query.keyword" name="keyword" clearable @keyup.enter="search"></el-input></el-form-item>
  <el-form-item label="District"><el-select v-model="query.areaId" clearable style="width: 200px" class="district">
    <el-option v-for="each in areas" :key="each.dictValue" :label="each.dictLabel" :value="each.dictValue"></el-option>
    </el-select></el-form-item>
  <el-form-item><el-button type="primary" @click="search">Search</el-button>
    <el-button @click="reset">Reset</el-button></el-form-item></el-form>
  <el-table v-loading="loading" :data="records" stripe border @sort-change="order">
    <el-table-column type="index" label="#" width="60"></el-table-column>
    <el-table-column prop="title" label="Title"></el-table-column>
    <el-table-column prop="rent" label="Rent" sortable="custom"></el-table-column>
    <el-table-column prop="area" label="Area"><template #default="{ row }">{{ row.area }} m²</template>
    </el-table-column>
    <el-table-column prop="areaName" label="District"></el-table-column>
    <el-table-column label="State"><template #default="{ row }"><el-tag :type="row.status ? 'success' : 'info'">
      {{ row.status ? "free" : "let" }}</el-tag></template></el-table-column>
    <el-table-column label="" width="100"><template #default="{ row }">
      <el-button link type="primary" @click="open(row)">Details</el-button></template></el-table-column></el-table>
  <el-pagination background layout="total, sizes, prev, pager, next, jumper" :total="total"
    v-model:current-page="query.pageNum" v-model:page-size="query.pageSize" @change="load"></el-pagination>
  <el-drawer v-model="shown" :title="flat.title"><el-descriptions :column="1" border>
    <el-descriptions-item label="Rent">{{ flat.rent }}</el-descriptions-item>
    <el-descriptions-item label="Agent">{{ flat.agent }}</el-descriptions-item>
    <el-descriptions-item label="Phone">{{ flat.phone }}</el-descriptions-item>
    <el-descriptions-item label="Remark">{{ flat.remark }}</el-descriptions-item></el-descriptions></el-drawer>
  </el-main></el-container>`,
  data: () => ({ user: {}, areas: [], records: [], total: 0, loading: false, shown: false, flat: {},
    query: { pageNum: 1, pageSize: 10, keyword: "", areaId: null, orderBy: null } }),
  async created() {
    this.user = await http.get("/user/info");
    this.areas = await http.get("/dict/area");
    await this.load();
  },
  methods: {
    async load() {
      this.loading = true;
      const { records, total } = await http.post("/house/page", this.query);
      Object.assign(this, { records, total, loading: false });
    },
    search() { this.query.pageNum = 1; this.load(); },
    reset() { Object.assign(this.query, { pageNum: 1, keyword: "", areaId: null }); this.load(); },
    order({ prop, order }) {
      this.query.orderBy = order ? `${prop} ${order === "ascending" ? "asc" : "desc"}` : null;
      this.search();
    },
    async open({ houseId }) {
      this.flat = await http.get("/house/detail", { params: { houseId, _t: Date.now() } });
      this.shown = true;
    } } };
Vue.createApp({ components: { Login, Flats }, data: () => ({ isIn: Boolean(localStorage.getItem("token")) }),
  template: `<Flats v-if="isIn" /><Login v-else @done="isIn = true" />` }).use(ElementPlus).mount("#app");
</script></body></html>"""


@contextlib.contextmanager
def element_plus(folder: Path) -> Iterator[Application]:
    """Flats in three districts, for those who are logged in."""
    modules = installed_from_npm("element_plus", **_VERSIONS).parent
    (folder / "page.html").write_text(_PAGE)
    url, user, secret = f"http://127.0.0.1:{free_port(folder)}", "tenant", "quiet & please"
    areas = json.dumps([{"id": key, "name": name} for name, key in DISTRICTS.items()])
    told = [url.rpartition(":")[2], str(FLATS), "page.html", user, secret, json.dumps(STREETS), areas]
    with served(["node", "-e", _SERVE, *told], url, folder, {"NODE_PATH": str(modules)}):
        yield Application(url, user, secret, folder)


async def search(page: Page, app: Application, street: str) -> None:
    await _search(page, app, street)
    while await page.locator("button.btn-next:not([disabled])").count():
        await _next(page)


async def in_district(page: Page, app: Application, district: str) -> None:
    await _log_in(page, app)
    await page.click(".district")
    await page.click(f".el-select-dropdown__item:has-text('{district}')")
    await _ask(page, "button:has-text('Search')")
    while await page.locator("button.btn-next:not([disabled])").count():
        await _next(page)


async def details(page: Page, app: Application, street: str) -> None:
    await _search(page, app, street)
    for place in (1, 4):
        await _open(page, place)
    await _next(page)
    await _open(page, 2)


async def _log_in(page: Page, app: Application) -> None:
    await page.fill("input[name=username]", app.user)
    await page.fill("input[name=password]", app.secret)
    await page.click("button:has-text('Log in')")
    await page.locator("tbody tr >> nth=5").wait_for()
    await page.wait_for_load_state("networkidle")


async def _search(page: Page, app: Application, street: str) -> None:
    await _log_in(page, app)
    await page.fill("input[name=keyword]", street)
    await _ask(page, "button:has-text('Search')")


async def _next(page: Page) -> None:
    await _ask(page, "button.btn-next")


async def _ask(page: Page, selector: str) -> None:
    async with page.expect_response("**/house/page"):
        await page.click(selector)
    await page.wait_for_load_state("networkidle")
    await page.wait_for_timeout(300)


async def _open(page: Page, place: int) -> None:
    await page.click(f"tbody tr >> nth={place} >> button:has-text('Details')")
    await page.locator(".el-drawer__body td:text-is('Agent')").wait_for()
    await page.wait_for_timeout(500)
    await page.click(".el-drawer__close-btn")
    await page.locator(".el-drawer__body").wait_for(state="hidden")


def title(number: int) -> str:
    return f"{1 + number % 4} rooms, {STREETS[number % 3]} {number}"


def rent(number: int) -> str:
    return str(400 + number * 53 % 977)


def remark(number: int) -> str:
    return f"Heated with {('gas', 'wood', 'oil')[number % 3]} since {1950 + number % 60}."


def found(_: Application, street: str) -> Sequence[Row]:
    own = [n for n in range(FLATS) if STREETS[n % 3] == street]
    return [(title(n), rent(n), list(DISTRICTS)[n // 3 % 3]) for n in own]


def placed(_: Application, district: str) -> Sequence[Row]:
    own = [n for n in range(FLATS) if list(DISTRICTS)[n // 3 % 3] == district]
    return [(title(n), rent(n), district) for n in own]


def told_of(_: Application, street: str) -> Sequence[Row]:
    own = [n for n in range(FLATS) if STREETS[n % 3] == street]
    return [(title(n), rent(n), f"Agent {n * 11 % 29}", f"0170-{5000 + n}", remark(n)) for n in own]


EXHIBIT = Exhibit(
    "element_plus",
    "flats to let in Vue, lists by POST",
    element_plus,
    (
        Workflow(
            "search", search, ({"street": "Mill Lane"}, {"street": "Quarry Road"}), {"street": "Bridge Street"}, found
        ),
        Workflow(
            "district",
            in_district,
            ({"district": "Old Town"}, {"district": "West Park"}),
            {"district": "Harbour"},
            placed,
        ),
        Workflow(
            "details",
            details,
            ({"street": "Quarry Road"}, {"street": "Bridge Street"}),
            {"street": "Mill Lane"},
            told_of,
        ),
    ),
)

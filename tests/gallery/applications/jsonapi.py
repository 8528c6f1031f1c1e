"""A server of JSON:API behind a table of Quasar, both from npm: who wrote what stands beside the rows that name it."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, free_port, installed_from_npm, served
from ..workflow import Exhibit, Row, Workflow

THEMES = ("harbour", "meadow", "tower")
WRITERS = ("Ada Brand", "Bela Finch", "Cleo Hart", "Dora Ives", "Emil Jung")
POEMS = 90
_SIZE = 10
_VERSIONS = {"jsonapi-server": "4.2.0", "vue": "3.5.13", "quasar": "2.18.1"}
_SERVE = """
const api = require("jsonapi-server"), express = require("express"), path = require("path");
const [port, count, shown, modules, ...words] = process.argv.slice(1), themes = words.slice(0, 3),
  names = words.slice(3);
api.setConfig({ protocol: "http", hostname: "127.0.0.1", port: Number(port), base: "rest", graphiql: false,
  swagger: {} });
const identity = (kind, n) => `${kind}${String(n).padStart(7, "0")}-1f1d-4c2b-9d1e-5a6b7c8d9e0f`;
api.define({ resource: "writers", handlers: new api.MemoryHandler(), attributes: { name: api.Joi.string(),
  born: api.Joi.number() }, examples: names.map((name, n) => ({ id: identity("a", n), type: "writers", name,
    born: 1950 + n * 7 })) });
const kept = new api.MemoryHandler(), found = {
  ready: true,
  initialise(resource) { kept.initialise(resource); this.all = resource.examples; },
  find: (request, answer) => kept.find(request, answer),
  search({ params }, answer) {
    const { title, writer } = params.filter ?? {}, { offset = 0, limit = 50 } = params.page ?? {};
    const own = this.all.filter((each) => (!title || each.title.includes(title[0].slice(1)))
      && (!writer || each.writer.id === writer[0]));
    const [from, most] = [Number(offset), Number(limit)], key = params.sort.replace("-", ""),
      way = params.sort[0] === "-" ? -1 : 1;
    const sorted = own.sort((a, b) => (a[key] > b[key] ? way : -way));
    answer(null, structuredClone(sorted.slice(from, from + most)), sorted.length);
  },
};
api.define({ resource: "poems", handlers: found, attributes: { title: api.Joi.string(),
  lines: api.Joi.number(), theme: api.Joi.string(), opening: api.Joi.string(), writer: api.Joi.one("writers") },
  examples: Array.from({ length: Number(count) }, (_, n) => ({ id: identity("b", n), type: "poems",
    title: `Of the ${themes[n % 3]} at ${n}`, lines: n * 17 % 60 + 4, theme: themes[n % 3],
      opening: `When verse ${n * 13} began`,
    writer: { type: "writers", id: identity("a", n * 3 % 5) } })) });
const web = api.getExpressServer();
web.use("/lib", express.static(modules));
web.use("/app", express.static(path.resolve(shown)));
api.start();
"""
_PAGE = """<!DOCTYPE html><html><head><title>Poems</title>
<link rel="stylesheet" href="/lib/quasar/dist/quasar.prod.css"></head>
<body><div id="app"><q-table title="Poems" :rows="rows" :columns="columns" row-key="id" :rows-per-page-options="[0]"
  :loading="loading" hide-pagination @row-click="open">
  <template #top-right><q-select v-model="writer" :options="writers" option-label="name" option-value="id"
    label="Writer"
    clearable style="width: 200px" @update:model-value="load(1)"></q-select>
    <q-input v-model="filter" debounce="400" placeholder="Search"
      @update:model-value="load(1)"></q-input></template></q-table>
  <p class="shown">{{ page }} of {{ pages }}</p>
  <q-pagination v-model="page" :max="pages" direction-links @update:model-value="load"></q-pagination>
  <q-card v-if="poem"><h2>{{ poem.title }}</h2><p class="opening">{{ poem.opening }}</p><p>{{
    poem.writer }}</p></q-card></div>
<script src="/lib/vue/dist/vue.global.prod.js"></script><script src="/lib/quasar/dist/quasar.umd.prod.js"></script>
<script>
const ask = async (path, params) => (await fetch(`/rest/${path}?${new URLSearchParams(params)}`,
  { headers: { Accept: "application/vnd.api+json" } })).json();
const named = (answer) => {
  const writers = Object.fromEntries((answer.included ?? []).map((each) => [each.id, each.attributes.name]));
  return (each) => ({ id: each.id, ...each.attributes, writer: writers[each.relationships.writer.data.id] });
};
const app = Vue.createApp({
  data: () => ({ rows: [], filter: "", loading: false, poem: null, writer: null, writers: [], page: 1, pages: 1,
    columns: [{ name: "title", label: "Title", field: "title", align: "left" }, { name: "lines", label: "Lines",
      field: "lines" },
      { name: "writer", label: "Writer", field: "writer", align: "left" }] }),
  async mounted() {
    this.writers = (await ask("writers", { sort: "name" })).data.map(({ id, attributes }) => ({ id,
      name: attributes.name }));
    this.load(1);
  },
  methods: {
    async load(page) {
      this.loading = true;
      const params = { include: "writer", sort: "title", "page[offset]": (page - 1) * SIZE, "page[limit]": SIZE };
      if (this.filter) params["filter[title]"] = `:${this.filter}`;
      if (this.writer) params["filter[writer]"] = this.writer.id;
      const answer = await ask("poems", params);
      this.rows = answer.data.map(named(answer));
      [this.page, this.pages, this.loading] = [page, Math.ceil(answer.meta.page.total / SIZE), false];
    },
    async open(_, row) {
      const answer = await ask(`poems/${row.id}`, { include: "writer" });
      this.poem = named(answer)(answer.data);
    },
  },
});
app.use(Quasar);
app.mount("#app");
</script></body></html>"""


@contextlib.contextmanager
def jsonapi(folder: Path) -> Iterator[Application]:
    """Poems of five writers."""
    modules = installed_from_npm("jsonapi", **_VERSIONS).parent
    (folder / "shown").mkdir()
    (folder / "shown/index.html").write_text(_PAGE.replace("SIZE", str(_SIZE)))
    url = f"http://127.0.0.1:{free_port(folder)}"
    serve = ["node", "-e", _SERVE, url.rpartition(":")[2], str(POEMS), "shown", modules, *THEMES, *WRITERS]
    with served(serve, f"{url}/app/", folder, {"NODE_PATH": str(modules)}):
        yield Application(url, "", "", folder)


async def search(page: Page, _: Application, theme: str) -> None:
    await _found(page, POEMS)
    await page.fill("input[placeholder=Search]", theme)
    await _found(page, POEMS // 3)
    for number in range(2, POEMS // 3 // _SIZE + 1):
        await _turn(page, number)


async def of_writer(page: Page, _: Application, writer: str) -> None:
    await _found(page, POEMS)
    await page.click(".q-select")
    await page.click(f".q-item:has-text('{writer}')")
    await _found(page, POEMS // 5)
    await _turn(page, 2)


async def openings(page: Page, _: Application, theme: str) -> None:
    await _found(page, POEMS)
    await page.fill("input[placeholder=Search]", theme)
    await _found(page, POEMS // 3)
    await _open(page, 2)
    await _open(page, 0)
    await _turn(page, 2)
    await _open(page, 1)


async def _found(page: Page, count: int) -> None:
    await page.locator(f".shown:text-is('1 of {-(-count // _SIZE)}')").wait_for()


async def _turn(page: Page, number: int) -> None:
    await page.click("button[aria-label='Next page']")
    await page.locator(f".shown:has-text('{number} of')").wait_for()
    await page.wait_for_load_state("networkidle")


async def _open(page: Page, place: int) -> None:
    row = page.locator(f"tbody tr >> nth={place}")
    title = await row.locator("td").first.text_content()
    await row.click()
    await page.locator(f"h2:text-is('{title}')").wait_for()


def row(number: int) -> Row:
    return title(number), str(number * 17 % 60 + 4), writer_of(number)


def title(number: int) -> str:
    return f"Of the {THEMES[number % 3]} at {number}"


def writer_of(number: int) -> str:
    return WRITERS[number * 3 % 5]


def found(_: Application, theme: str) -> Sequence[Row]:
    return [row(n) for n in range(POEMS) if THEMES[n % 3] == theme]


def written(_: Application, writer: str) -> Sequence[Row]:
    return [row(n)[:2] for n in range(POEMS) if writer_of(n) == writer]


def opened(_: Application, theme: str) -> Sequence[Row]:
    return [(title(n), f"When verse {n * 13} began", writer_of(n)) for n in range(POEMS) if THEMES[n % 3] == theme]


EXHIBIT = Exhibit(
    "jsonapi",
    "JSON:API behind Quasar",
    jsonapi,
    (
        Workflow("search", search, ({"theme": "harbour"}, {"theme": "tower"}), {"theme": "meadow"}, found, "/app/"),
        Workflow(
            "writer",
            of_writer,
            ({"writer": "Ada Brand"}, {"writer": "Dora Ives"}),
            {"writer": "Bela Finch"},
            written,
            "/app/",
        ),
        Workflow(
            "openings", openings, ({"theme": "meadow"}, {"theme": "harbour"}), {"theme": "tower"}, opened, "/app/"
        ),
    ),
)

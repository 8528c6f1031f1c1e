"""A site in Nuxt from npm: a library's catalogue, drawn by the server first and by the browser from then on."""

from __future__ import annotations

import contextlib
import json
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, free_port, installed_from_npm, served
from ..workflow import Exhibit, Row, Workflow

SUBJECTS = ("Beekeeping", "Seafaring", "Weaving")
BRANCHES = ("Hill", "Market", "Quay", "Station")
BOOKS = 132
_SIZE = 8
_FILES = {
    "nuxt.config.ts": """export default defineNuxtConfig({ telemetry: false, compatibilityDate: "2025-07-15",
  devtools: { enabled: false }, app: { head: { title: "Library" } } })""",
    "app/app.vue": """<template><header><NuxtLink to="/">Library</NuxtLink></header>
  <main><NuxtPage /></main></template>""",
    "app/pages/index.vue": """<script setup>
const route = useRoute()
const router = useRouter()
const typed = ref(route.query.q || "")
const { data: facets } = await useFetch("/api/branches")
const { data } = await useFetch("/api/books", { query: computed(() => ({ q: route.query.q || "",
  branch: route.query.branch, page: route.query.page || 1 })) })
const go = (query) => router.push({ path: "/", query: { ...route.query, page: undefined, ...query } })
</script>
<template>
  <form @submit.prevent="go({ q: typed })"><input v-model="typed" name="q" placeholder="Title or subject">
    <button type="submit">Find</button></form>
  <aside><h2>Branch</h2><ul><li v-for="each in facets" :key="each.slug">
    <a href="#" @click.prevent="go({ branch: each.slug })">{{ each.name }}</a> ({{ each.count }})</li></ul></aside>
  <p class="found">{{ data.total }} books</p>
  <article v-for="book in data.items" :key="book.isbn" class="book"><h3>
    <NuxtLink :to="`/books/${book.slug}`" no-prefetch>{{ book.title }}</NuxtLink></h3>
    <p>by {{ book.author }}, {{ book.year }}</p><span class="branch">{{ book.branch }}</span></article>
  <button v-if="data.page < data.pages" class="next" @click="go({ page: data.page + 1 })">Next page</button>
</template>""",
    "app/pages/books/[slug].vue": """<script setup>
const route = useRoute()
const { data: book } = await useFetch(`/api/books/${route.params.slug}`)
</script>
<template><h1>{{ book.title }}</h1><p class="blurb">{{ book.blurb }}</p><table><tbody>
  <tr><th>Author</th><td>{{ book.author }}</td></tr><tr><th>ISBN</th><td>{{ book.isbn }}</td></tr>
  <tr><th>Shelf</th><td>{{ book.shelf }}</td></tr><tr><th>Branch</th><td>{{ book.branch }}</td></tr></tbody></table>
  <NuxtLink to="/">Back</NuxtLink></template>""",
    "app/pages/news.vue": """<script setup>
const section = ref("")
const items = ref([])
const next = ref(null)
const { data: first } = await useFetch("/api/news")
items.value = first.value.items
next.value = first.value.next
async function choose() {
  const answer = await $fetch("/api/news", { query: { section: section.value } })
  items.value = answer.items
  next.value = answer.next
}
async function more() {
  const answer = await $fetch("/api/news", { query: { section: section.value, after: next.value } })
  items.value.push(...answer.items)
  next.value = answer.next
}
</script>
<template><h1>News</h1><select v-model="section" name="section" @change="choose"><option value="">All</option>
  <option v-for="each in ['Beekeeping', 'Seafaring', 'Weaving']" :key="each">{{ each }}</option></select>
  <ul class="news"><li v-for="each in items" :key="each.id"><strong>{{ each.headline }}</strong>
    <time>{{ each.on }}</time></li></ul><button v-if="next" class="more" @click="more">Load more</button></template>""",
    "server/api/branches.get.ts": """import books from "../books.json"
export default defineEventHandler(() => [...new Set(books.map(({ branch }) => branch))].map((name) => ({ name,
  slug: name.toLowerCase(), count: books.filter(({ branch }) => branch === name).length })))""",
    "server/api/books/index.get.ts": """import books from "../../books.json"
export default defineEventHandler((event) => {
  const { q = "", branch = "", page = 1 } = getQuery(event)
  const found = books.filter((book) => `${book.title} ${book.subject}`.includes(String(q)) &&
    (!branch || book.branch.toLowerCase() === branch))
  const at = Number(page)
  return { total: found.length, page: at, pages: Math.ceil(found.length / SIZE),
    items: found.slice((at - 1) * SIZE, at * SIZE).map(({ blurb, shelf, ...book }) => book) }
})""",
    "server/api/books/[slug].get.ts": """import books from "../../books.json"
export default defineEventHandler((event) => books.find(({ slug }) => slug === getRouterParam(event, "slug")))""",
    "server/api/news.get.ts": """import news from "../news.json"
export default defineEventHandler((event) => {
  const { section = "", after = "" } = getQuery(event)
  const found = news.filter((each) => !section || each.section === section)
  const start = after ? found.findIndex(({ id }) => id === Number(atob(String(after)))) + 1 : 0
  const items = found.slice(start, start + 9)
  return { items, next: start + 9 < found.length ? btoa(String(items.at(-1).id)) : null }
})""",
}


@contextlib.contextmanager
def nuxt(folder: Path) -> Iterator[Application]:
    """Books on three subjects in four branches, and news of the three."""
    programs = installed_from_npm("nuxt", **{"nuxt": "4.1.3", "vue": "3.5.22", "vue-router": "4.5.1"})
    site = folder / "site"
    news = [
        {
            "id": 7000 + n * 3,
            "section": SUBJECTS[n % 3],
            "headline": headline(n),
            "on": f"2025-0{1 + n % 9}-{10 + n % 18}",
        }
        for n in range(NEWS)
    ]
    data = {"books.json": [_book(n) for n in range(BOOKS)], "news.json": news}
    texts = {f"server/{name}": json.dumps(told) for name, told in data.items()}
    for name, text in {**_FILES, **texts, "package.json": '{"type": "module"}'}.items():
        (site / name).parent.mkdir(parents=True, exist_ok=True)
        (site / name).write_text(text.replace("SIZE", str(_SIZE)))
    subprocess.run(["cp", "-r", programs.parent, site / "node_modules"], check=True)
    subprocess.run([site / "node_modules/.bin/nuxt", "build"], check=True, capture_output=True, cwd=site)
    url = f"http://127.0.0.1:{free_port(folder)}"
    own = {"NITRO_HOST": "127.0.0.1", "NITRO_PORT": url.rpartition(":")[2]}
    with served(["node", site / ".output/server/index.mjs"], url, folder, own):
        yield Application(url, "", "", folder)


NEWS = 114


def headline(number: int) -> str:
    return f"{SUBJECTS[number % 3]} evening no. {number} is booked out"


def _book(number: int) -> dict[str, str | int]:
    subject = SUBJECTS[number % 3]
    return {
        "isbn": f"978-3-{100000 + number * 77}",
        "slug": f"{subject.lower()}-for-{number}-winters",
        "title": f"{subject} for {number} winters",
        "subject": subject,
        "author": f"Author {number * 5 % 31}",
        "year": 1950 + number % 70,
        "branch": BRANCHES[number // 3 % 4],
        "shelf": f"Shelf {number * 3}",
        "blurb": f"All that {number + 11} people knew of {subject.lower()}.",
    }


async def search(page: Page, _: Application, subject: str) -> None:
    await _find(page, subject)
    await _turn(page)


async def branch(page: Page, _: Application, subject: str, name: str) -> None:
    await _find(page, subject)
    async with page.expect_response("**/api/books?*branch=*"):
        await page.click(f"aside a:has-text('{name}')")
    await page.wait_for_load_state("networkidle")
    await page.wait_for_timeout(300)
    await _turn(page)


async def books(page: Page, _: Application, subject: str) -> None:
    await _find(page, subject)
    for place in (1, 4):
        await _open(page, place)
        await page.go_back()
        await page.locator("article >> nth=4").wait_for()
        await page.wait_for_load_state("networkidle")
    await _next(page)
    await _open(page, 2)


async def news(page: Page, _: Application, section: str) -> None:
    await page.wait_for_load_state("networkidle")
    async with page.expect_response("**/api/news?*"):
        await page.select_option("select[name=section]", section)
    await page.wait_for_timeout(300)
    while await page.locator("button.more").count():
        async with page.expect_response("**/api/news?*"):
            await page.click("button.more")
        await page.wait_for_timeout(300)


async def _find(page: Page, subject: str) -> None:
    await page.wait_for_load_state("networkidle")
    await page.fill("input[name=q]", subject)
    async with page.expect_response("**/api/books?*"):
        await page.click("button[type=submit]")
    await page.wait_for_load_state("networkidle")
    await page.wait_for_timeout(300)


async def _turn(page: Page) -> None:
    while await page.locator("button.next").count():
        await _next(page)


async def _next(page: Page) -> None:
    async with page.expect_response("**/api/books?*"):
        await page.click("button.next")
    await page.wait_for_load_state("networkidle")
    await page.wait_for_timeout(300)


async def _open(page: Page, place: int) -> None:
    await page.click(f"article h3 a >> nth={place}")
    await page.locator("p.blurb").wait_for()
    await page.wait_for_load_state("networkidle")


def _row(number: int, *names: str) -> Row:
    book = _book(number)
    return tuple(str(book[name]) for name in names)


def found(_: Application, subject: str) -> Sequence[Row]:
    own = [n for n in range(BOOKS) if SUBJECTS[n % 3] == subject]
    return [_row(n, "title", "author", "year", "branch") for n in own]


def in_branch(_: Application, subject: str, name: str) -> Sequence[Row]:
    own = [n for n in range(BOOKS) if SUBJECTS[n % 3] == subject and BRANCHES[n // 3 % 4] == name]
    return [_row(n, "title", "author", "year") for n in own]


def told_of(_: Application, subject: str) -> Sequence[Row]:
    own = [n for n in range(BOOKS) if SUBJECTS[n % 3] == subject]
    return [_row(n, "title", "author", "isbn", "shelf", "blurb") for n in own]


def of_section(_: Application, section: str) -> Sequence[Row]:
    return [(headline(n), f"2025-0{1 + n % 9}-{10 + n % 18}") for n in range(NEWS) if SUBJECTS[n % 3] == section]


_SUBJECTS = ({"subject": "Beekeeping"}, {"subject": "Weaving"})


EXHIBIT = Exhibit(
    "nuxt",
    "Vue on server and client",
    nuxt,
    (
        Workflow("search", search, _SUBJECTS, {"subject": "Seafaring"}, found),
        Workflow(
            "branch",
            branch,
            ({"subject": "Weaving", "name": "Quay"}, {"subject": "Seafaring", "name": "Hill"}),
            {"subject": "Beekeeping", "name": "Market"},
            in_branch,
        ),
        Workflow("books", books, _SUBJECTS, {"subject": "Seafaring"}, told_of),
        Workflow(
            "news",
            news,
            ({"section": "Seafaring"}, {"section": "Weaving"}),
            {"section": "Beekeeping"},
            of_section,
            "/news",
        ),
    ),
)

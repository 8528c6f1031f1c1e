"""Inertia with Vue from npm over Express: the first page holds its data in an attribute, those behind are JSON."""

from __future__ import annotations

import contextlib
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, free_port, installed_from_npm, served
from ..workflow import Exhibit, Row, Workflow

GUILDS = ("Coopers", "Weavers", "Glaziers")
MEMBERS = 93
_SIZE = 8
_VERSIONS = {"@inertiajs/vue3": "2.0.17", "vue": "3.5.18", "express": "4.22.3", "esbuild": "0.25.0"}
_SERVE = """
const express = require("express");
const [port, count, size, ...guilds] = process.argv.slice(1), version = "b7a1c0ffee";
const members = Array.from({ length: Number(count) }, (_, n) => ({ id: 60 + n * 2, name: `Member ${n} of the ${
  guilds[n % 3]}`, town: `Town ${n * 17 % 61}`, joined: 1500 + n }));
const app = express();
function render(request, reply, component, props) {
  const shared = { auth: { user: null }, errors: {}, flash: { success: null } };
  const page = { component, props: { ...shared, ...props }, url: request.originalUrl, version };
  reply.set("Vary", "X-Inertia");
  if (request.get("X-Inertia")) {
    if (request.get("X-Inertia-Version") !== version) {
      return reply.set("X-Inertia-Location", request.originalUrl).status(409).end();
    }
    return reply.set("X-Inertia", "true").json(page);
  }
  const told = JSON.stringify(page).replace(/&/g, "&amp;").replace(/"/g, "&quot;");
  reply.send(`<!DOCTYPE html><html><head><title>Guilds</title></head><body><div id="app" data-page="${told}"></div>
<script src="/app.js"></script></body></html>`);
}
app.get("/app.js", (_, reply) => reply.sendFile(process.cwd() + "/bundle.js"));
app.get("/members", (request, reply) => {
  const { search = "", page = "1" } = request.query;
  const found = members.filter((member) => member.name.includes(search)), last = Math.ceil(found.length / size) || 1;
  const to = (at) => at < 1 || at > last ? null : `/members?${new URLSearchParams({ search, page: at })}`;
  const numbers = Array.from({ length: last }, (_, n) => ({ url: to(n + 1), label: String(n + 1),
    active: n + 1 == page }));
  const links = [{ url: to(page - 1), label: "&laquo; Previous", active: false }, ...numbers,
    { url: to(Number(page) + 1), label: "Next &raquo;", active: false }];
  render(request, reply, "Members", { filters: { search },
    members: { data: found.slice((page - 1) * size, page * size), links } });
});
app.get("/members/:id", (request, reply) => {
  const n = (Number(request.params.id) - 60) / 2;
  render(request, reply, "Member", { member: { ...members[n],
    craft: `Craft ${n * 5 % 37}`, fee: `${n % 13 + 3} shillings` } });
});
app.listen(Number(port), "127.0.0.1");
"""
_APP = """
import { createApp, h } from "vue";
import { createInertiaApp, Link, router } from "@inertiajs/vue3";
const Members = { props: ["members", "filters"], setup: (own) => () => h("main", [h("h1", "Members"),
  h("form", { onSubmit(event) { event.preventDefault();
    router.get("/members", { search: event.target.elements.search.value }, { preserveState: true, replace: true }); } },
    [h("input", { name: "search", value: own.filters.search }), h("button", "Find")]),
  h("table", [h("thead", h("tr", [h("th", "Name"), h("th", "Town"), h("th", "Joined")])),
    h("tbody", own.members.data.map((member) => h("tr", { key: member.id }, [
      h("td", h(Link, { href: `/members/${member.id}` }, () => member.name)),
      h("td", member.town), h("td", member.joined)])))]),
  h("nav", own.members.links.map(({ url, label, active }) => url
    ? h(Link, { href: url, class: { active }, preserveState: true, innerHTML: label })
    : h("span", { innerHTML: label })))]) };
const Member = { props: ["member"], setup: (own) => () => h("main", [h(Link, { href: "/members" }, () => "Members"),
  h("h1", own.member.name), h("dl", [h("dt", "Craft"), h("dd", own.member.craft),
    h("dt", "Fee"), h("dd", own.member.fee)])]) };
createInertiaApp({ resolve: (name) => ({ Members, Member })[name],
  setup({ el, App, props, plugin }) { createApp({ render: () => h(App, props) }).use(plugin).mount(el); } });
"""


@contextlib.contextmanager
def inertia(folder: Path) -> Iterator[Application]:
    """Members of three guilds."""
    programs = installed_from_npm("inertia", **_VERSIONS)
    (folder / "app.js").write_text(_APP)
    build = [programs / "esbuild", "app.js", "--bundle", "--minify", '--define:process.env.NODE_ENV="production"']
    modules = {"NODE_PATH": str(programs.parent)}
    subprocess.run([*build, "--outfile=bundle.js"], check=True, capture_output=True, cwd=folder, env=modules)
    url = f"http://127.0.0.1:{free_port(folder)}"
    serve = ["node", "-e", _SERVE, url.rpartition(":")[2], str(MEMBERS), str(_SIZE), *GUILDS]
    with served(serve, url, folder, modules):
        yield Application(url, "", "", folder)


async def search(page: Page, _: Application, guild: str) -> None:
    await _ask(page, guild)
    for number in range(2, -(-MEMBERS // 3 // _SIZE) + 1):
        async with page.expect_response(f"**/members?*page={number}"):
            await page.click("nav a:has-text('Next')")
        await page.locator(f"nav a.active:text-is('{number}')").wait_for()


async def members(page: Page, _: Application, guild: str) -> None:
    await _ask(page, guild)
    for place in (1, 4):
        await page.click(f"tbody a >> nth={place}")
        await page.locator("dl").wait_for()
        await page.go_back()
        await page.locator("tbody").wait_for()
    async with page.expect_response("**/members?*page=2"):
        await page.click("nav a:has-text('Next')")
    await page.locator("nav a.active:text-is('2')").wait_for()
    await page.click("tbody a >> nth=2")
    await page.locator("dl").wait_for()


async def _ask(page: Page, guild: str) -> None:
    await page.fill("input[name=search]", guild)
    async with page.expect_response(f"**/members?search={guild}"):
        await page.click("text=Find")
    await page.locator("tbody").wait_for()


def found(_: Application, guild: str) -> Sequence[Row]:
    own = [n for n in range(MEMBERS) if GUILDS[n % 3] == guild]
    return [(f"Member {n} of the {guild}", f"Town {n * 17 % 61}", str(1500 + n)) for n in own]


def told(_: Application, guild: str) -> Sequence[Row]:
    own = [n for n in range(MEMBERS) if GUILDS[n % 3] == guild]
    return [(f"Member {n} of the {guild}", f"Craft {n * 5 % 37}", f"{n % 13 + 3} shillings") for n in own]


EXHIBIT = Exhibit(
    "inertia",
    "pages of Inertia and Vue",
    inertia,
    (
        Workflow(
            "search", search, ({"guild": "Coopers"}, {"guild": "Glaziers"}), {"guild": "Weavers"}, found, "/members"
        ),
        Workflow(
            "members", members, ({"guild": "Weavers"}, {"guild": "Coopers"}), {"guild": "Glaziers"}, told, "/members"
        ),
    ),
)

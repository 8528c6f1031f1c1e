"""react-admin over json-server, both from npm: addresses behind a hash, a bearer token, and a list without an end."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import urllib.request
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Error as GoneError
from playwright.async_api import Page

from ..application import Application, free_port, installed_from_npm, served
from ..workflow import Exhibit, Row, Workflow

THINGS = ("windmill", "footbridge", "quarry")
PLACES, LETTERS = 102, 130
_VERSIONS = {"react-admin": "5.4.4", "ra-data-json-server": "5.4.4", "react": "18.3.1", "react-dom": "18.3.1"}
_VERSIONS |= {"esbuild": "0.25.0", "json-server": "0.17.4", "json-server-auth": "2.1.0"}
_PAGE = """<!doctype html><title>Places</title><div id="root"></div><script src="app.js"></script>"""
_APP = """
import { createRoot } from "react-dom/client"
import { Admin, Datagrid, DateField, InfiniteList, List, NumberField, Resource, SearchInput, SelectInput, Show,
  SimpleShowLayout, TextField, fetchUtils } from "react-admin"
import jsonServerProvider from "ra-data-json-server"

const ask = (url, options = {}) => fetchUtils.fetchJson(url, { ...options,
  user: { authenticated: true, token: `Bearer ${localStorage.getItem("token")}` } })
const authProvider = {
  async login({ username, password }) {
    const answer = await fetch("/login", { method: "POST", headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ email: username, password }) })
    if (!answer.ok) throw new Error("wrong name or password")
    localStorage.setItem("token", (await answer.json()).accessToken)
  },
  async logout() { localStorage.removeItem("token") },
  async checkAuth() { if (!localStorage.getItem("token")) throw new Error() },
  async checkError({ status }) { if (status === 401) throw new Error() },
  async getPermissions() {},
}
const kinds = THINGS.map((id) => ({ id, name: id }))
const Places = () => <List filters={[<SearchInput source="q" alwaysOn />]}><Datagrid rowClick="show">
  <TextField source="title" /><NumberField source="height" /><TextField source="keeper" /></Datagrid></List>
const Place = () => <Show><SimpleShowLayout><TextField source="title" /><TextField source="note" />
  </SimpleShowLayout></Show>
const Letters = () => <InfiniteList filters={[<SelectInput source="kind" choices={kinds} alwaysOn />]}>
  <Datagrid bulkActionButtons={false}><TextField source="subject" /><DateField source="sent" /></Datagrid>
  </InfiniteList>
createRoot(document.getElementById("root")).render(
  <Admin dataProvider={jsonServerProvider(location.origin, ask)} authProvider={authProvider} requireAuth
    disableTelemetry>
    <Resource name="places" list={Places} show={Place} /><Resource name="letters" list={Letters} />
  </Admin>)
"""


@contextlib.contextmanager
def react_admin(folder: Path) -> Iterator[Application]:
    """Places and letters of three kinds, for those who are logged in."""
    programs = installed_from_npm("react_admin", **_VERSIONS)
    shown = folder / "shown"
    shown.mkdir()
    (shown / "index.html").write_text(_PAGE)
    (folder / "app.jsx").write_text(f"const THINGS = {json.dumps(THINGS)}\n{_APP}")
    build = [
        "--bundle",
        "--main-fields=main",
        "--jsx=automatic",
        "--minify",
        '--define:process.env.NODE_ENV="production"',
    ]
    subprocess.run(
        [programs / "esbuild", "app.jsx", *build, f"--outfile={shown}/app.js"],
        check=True,
        capture_output=True,
        cwd=folder,
        env={**os.environ, "NODE_PATH": str(programs.parent)},
    )
    places = [
        {"id": n, "title": title(n), "height": height(n), "keeper": keeper(n), "note": note(n)} for n in range(PLACES)
    ]
    letters = [
        {"id": n, "kind": THINGS[n % 3], "subject": subject(n), "sent": f"2024-05-{1 + n % 28:02}"}
        for n in range(LETTERS)
    ]
    (folder / "db.json").write_text(json.dumps({"users": [], "places": places, "letters": letters}))
    (folder / "rules.json").write_text(json.dumps({"users": 600, "places": 660, "letters": 660}))
    user, secret = "keeper@hills.test", "quiet & please"
    url = f"http://127.0.0.1:{free_port(folder)}"
    where = ["--host", "127.0.0.1", "--port", url.rpartition(":")[2], "--static", "shown", "--routes", "rules.json"]
    with served([programs / "json-server-auth", "db.json", *where], url, folder):
        sent = json.dumps({"email": user, "password": secret}).encode()
        request = urllib.request.Request(f"{url}/register", sent, {"Content-Type": "application/json"})
        urllib.request.urlopen(request).close()
        yield Application(url, user, secret, folder)


def title(number: int) -> str:
    return f"The {THINGS[number % 3]} at mile {number}"


def height(number: int) -> int:
    return 300 + number * 37 % 500


def keeper(number: int) -> str:
    return f"Walker {number % 11}"


def note(number: int) -> str:
    return f"Seen from road {number * 7}"


def subject(number: int) -> str:
    return f"About the {THINGS[number % 3]}, part {number}"


async def _log_in(page: Page, app: Application) -> None:
    await page.fill("input[name=username]", app.user)
    await page.fill("input[name=password]", app.secret)
    await page.click("button[type=submit]")
    await page.wait_for_selector("table tbody tr >> nth=9")


async def search(page: Page, app: Application, word: str) -> None:
    await _log_in(page, app)
    async with page.expect_response(lambda answer: f"q={word}" in answer.url):
        await page.fill("input[name=q]", word)
    following = page.locator("button[aria-label='Go to next page']:not([disabled])")
    while await following.count():
        async with page.expect_response(lambda answer: "/places?" in answer.url):
            await following.click()
        await page.wait_for_load_state("networkidle")


async def scroll(page: Page, app: Application, kind: str) -> None:
    await _log_in(page, app)
    await page.click("a[href='#/letters']")
    await page.wait_for_selector("text=About the")
    await page.click("[role=combobox]")
    async with page.expect_response(lambda answer: f"kind={kind}" in answer.url):
        await page.click(f"li[role=option]:has-text('{kind}')")
    rows = page.locator("table tbody tr")
    while await rows.count() < len(of_kind(app, kind)):
        with contextlib.suppress(GoneError):  # a row that is drawn anew meanwhile
            await rows.last.scroll_into_view_if_needed()
        await page.mouse.wheel(0, 2000)
        await page.wait_for_load_state("networkidle")


def found(_: Application, word: str) -> Sequence[Row]:
    return [(title(n), str(height(n)), keeper(n)) for n in range(PLACES) if word in title(n)]


def of_kind(_: Application, kind: str) -> Sequence[Row]:
    return [(subject(n), f"2024-05-{1 + n % 28:02}") for n in range(LETTERS) if THINGS[n % 3] == kind]


EXHIBIT = Exhibit(
    "react_admin",
    "a JSON API behind React, with a bearer token",
    react_admin,
    (
        Workflow("search", search, ({"word": "windmill"}, {"word": "quarry"}), {"word": "footbridge"}, found),
        Workflow("scroll", scroll, ({"kind": "windmill"}, {"kind": "quarry"}), {"kind": "footbridge"}, of_kind),
    ),
)

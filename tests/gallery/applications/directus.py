"""Directus from npm: an admin in Vue over an API in pages, on PostgreSQL, behind a login that keeps itself."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import urllib.request
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from playwright.async_api import Page

from scrapy_bt.testing.postgres import PostgresServer, PostgresStartError

from ..application import Application, NotInstallableError, free_port, installed_from_npm, served
from ..workflow import Exhibit, Row, Workflow

THINGS = ("windmill", "footbridge", "quarry")
KINDS = ("walks", "letters", "photos")
ENTRIES = 186
_ROW = "tbody tr"


@contextlib.contextmanager
def directus(folder: Path) -> Iterator[Application]:
    """Walks, letters and photos of three things."""
    modules = installed_from_npm("directus", {"isolated-vm": "5.0.4"}, directus="10.13.1").parent
    (modules / "isolated-vm" / "isolated-vm.js").write_text("module.exports = {};")  # for scripts that nobody runs here
    url, user, secret = f"http://127.0.0.1:{free_port(folder)}", "reader@example.com", "quiet & please"
    for place in ("uploads", "extensions"):
        (folder / place).mkdir()
    with contextlib.ExitStack() as stack:
        try:
            database = stack.enter_context(PostgresServer()).url
        except PostgresStartError as error:
            raise NotInstallableError(str(error)) from error
        own = {"DB_CLIENT": "pg", "DB_CONNECTION_STRING": database, "KEY": "walks", "SECRET": "for tests"}
        own |= {"HOST": "127.0.0.1", "PORT": url.rpartition(":")[2], "PUBLIC_URL": url, "TELEMETRY": "false"}
        own |= {"ADMIN_EMAIL": user, "ADMIN_PASSWORD": secret, "CACHE_ENABLED": "false"}
        program = modules / ".bin" / "directus"
        making = {**os.environ, **own}
        subprocess.run([program, "bootstrap"], check=True, capture_output=True, cwd=folder, env=making)
        stack.enter_context(served([program, "start"], f"{url}/server/health", folder, own))
        app = Application(url, user, secret, folder)
        _fill(app)
        yield app


def _fill(app: Application) -> None:
    head = {"Content-Type": "application/json"}

    def send(path: str, told: Any) -> Any:
        request = urllib.request.Request(f"{app.url}{path}", json.dumps(told).encode(), head)
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)

    given = send("/auth/login", {"email": app.user, "password": app.secret})
    head["Authorization"] = f"Bearer {given['data']['access_token']}"
    for kind in KINDS:
        key = {"field": "id", "type": "integer", "meta": {"hidden": True}}
        key["schema"] = {"is_primary_key": True, "has_auto_increment": True}
        texts = [_field(name, "string") for name in ("title", "thing", "about")]
        fields = [key, *texts, _field("metres", "integer")]
        send("/collections", {"collection": kind, "fields": fields, "schema": {}, "meta": {}})
        send(f"/items/{kind}", [entry(kind, number) for number in range(ENTRIES)])
        shown = {"tabular": {"fields": ["title", "thing", "about", "metres"], "limit": 25}}
        send("/presets", {"collection": kind, "layout": "tabular", "layout_query": shown})


def _field(name: str, kind: str) -> dict[str, Any]:
    return {"field": name, "type": kind, "meta": {"interface": "input"}, "schema": {}}


def entry(kind: str, number: int) -> dict[str, Any]:
    thing = THINGS[number % 3]
    about = f"Tells of part {number * 13 % 401} of the way"
    title = f"{kind[:-1].title()} {number * 7 % 997} by the water"
    return {"title": title, "thing": thing, "about": about, "metres": number * 37 % 1009}


async def _open(page: Page, app: Application, kind: str) -> None:
    await page.fill("input[type=email]", app.user)
    await page.fill("input[type=password]", app.secret)
    await page.click("button[type=submit]")
    await page.click(f"a[href='/admin/content/{kind}']")
    await page.locator(_ROW).first.wait_for()
    await page.wait_for_load_state("networkidle")


async def _look_for(page: Page, word: str) -> None:
    await page.click(".search-input")
    await page.locator(".search-input input").press("Control+A")  # it keeps the word of the time before
    async with page.expect_response(f"**/items/walks?*search={word}*"):
        await page.locator(".search-input input").press_sequentially(word, delay=40)
    await page.wait_for_load_state("networkidle")
    await page.wait_for_timeout(1500)


async def _turn(page: Page, kind: str) -> None:
    following = page.locator(".v-pagination .next button:not([disabled])")
    while await following.count():
        async with page.expect_response(f"**/items/{kind}?*"):
            await following.click()
        await page.wait_for_timeout(1500)


async def search(page: Page, app: Application, word: str) -> None:
    await _open(page, app, "walks")
    await _look_for(page, word)
    await _turn(page, "walks")


async def listed(page: Page, app: Application, kind: str) -> None:
    await _open(page, app, kind)
    await _turn(page, kind)


async def details(page: Page, app: Application, word: str) -> None:
    await _open(page, app, "walks")
    await _look_for(page, word)
    for place in (1, 4):
        await page.click(f"{_ROW} >> nth={place}")
        await page.wait_for_url("**/walks/*")
        await page.wait_for_load_state("networkidle")
        await page.wait_for_timeout(1500)
        if place == 1:
            await page.go_back()
            await page.locator(_ROW).first.wait_for()
            await page.wait_for_timeout(1500)
            await _turn(page, "walks")


def row(kind: str, number: int) -> Row:
    own = entry(kind, number)
    return own["title"], own["thing"], own["about"], str(own["metres"])


def found(_: Application, word: str) -> Sequence[Row]:
    return [row("walks", number) for number in range(ENTRIES) if THINGS[number % 3] == word]


def of_kind(_: Application, kind: str) -> Sequence[Row]:
    return [row(kind, number) for number in range(ENTRIES)]


_WORDS = ({"word": THINGS[0]}, {"word": THINGS[2]})
_KINDS = ({"kind": KINDS[0]}, {"kind": KINDS[2]})
_HOME = "/admin/login"

EXHIBIT = Exhibit(
    "directus",
    "an admin in Vue over an API in pages",
    directus,
    (
        Workflow("search", search, _WORDS, {"word": THINGS[1]}, found, _HOME),
        Workflow("listed", listed, _KINDS, {"kind": KINDS[1]}, of_kind, _HOME),
        Workflow("details", details, _WORDS, {"word": THINGS[1]}, found, _HOME),
    ),
)

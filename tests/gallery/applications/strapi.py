"""Strapi from npm, on PostgreSQL: an administration in React whose filters and pages stand in its addresses."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
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
GUILDS = ("millers", "weavers", "coopers", "sawyers")
KINDS = ("walk", "letter", "photo")
ENTRIES = 96
_AFTER = "nav[aria-label*='agination'] a:has-text('next page')"
_SECRETS = "0123456789abcdef0123456789abcdef"
_VERSIONS = {"@strapi/strapi": "5.30.0", "react": "18.3.1", "react-dom": "18.3.1", "react-router-dom": "6.30.1"}
_VERSIONS |= {"styled-components": "6.1.19", "pg": "8.13.1"}
_MIDDLEWARES = ("logger", "errors", "security", "cors", "poweredBy", "query", "body", "session", "favicon", "public")
_CONFIG = {
    "database": """({ env }) => ({ connection: { client: "postgres",
  connection: { connectionString: env("DATABASE_URL") }, pool: { min: 0, max: 5 } } })""",
    "server": """({ env }) => ({ host: "127.0.0.1", port: env.int("PORT"), app: { keys: ["walks", "more"] } })""",
    "admin": f"""() => ({{ rateLimit: {{ enabled: false }}, auth: {{ secret: "walks" }}, apiToken: {{ salt: "walks" }},
  transfer: {{ token: {{ salt: "walks" }} }}, secrets: {{ encryptionKey: "{_SECRETS}" }} }})""",
    "middlewares": json.dumps([f"strapi::{name}" for name in _MIDDLEWARES]),
}
_FIELDS = ("title", "thing", "guild", "about")


@contextlib.contextmanager
def strapi(folder: Path) -> Iterator[Application]:
    """Walks, letters and photos of three things."""
    modules = installed_from_npm("strapi", {}, **_VERSIONS).parent
    program, site = modules / ".bin" / "strapi", modules.parent
    _write(site)
    own = {"STRAPI_TELEMETRY_DISABLED": "true", "NODE_ENV": "production"}
    if not (site / "build" / "index.html").exists():
        subprocess.run([program, "build"], check=True, capture_output=True, cwd=site, env={**os.environ, **own})
    url, user, secret = f"http://127.0.0.1:{free_port(folder)}", "keeper@hills.example", "Quiet & please 1"
    with contextlib.ExitStack() as stack:
        try:
            database = stack.enter_context(PostgresServer()).url
        except PostgresStartError as error:
            raise NotInstallableError(str(error)) from error
        own |= {"PORT": url.rpartition(":")[2], "DATABASE_URL": database}
        (folder / "start.js").write_text(
            f'process.chdir("{site}"); require("@strapi/strapi").createStrapi({{ distDir: "{site}" }}).start();'
        )
        own["NODE_PATH"] = str(modules)
        node = shutil.which("node") or "node"
        stack.enter_context(served([node, "start.js"], f"{url}/_health", folder, own))
        app = Application(url, user, secret, folder)
        _fill(app)
        yield app


def _write(site: Path) -> None:
    """The files of its project, which stand beside its modules."""
    for place in ("config", "src", "public/uploads", "database/migrations"):
        (site / place).mkdir(parents=True, exist_ok=True)
    for name, told in _CONFIG.items():
        (site / "config" / f"{name}.js").write_text(f"module.exports = {told};\n")
    (site / "favicon.ico").touch()
    (site / "src" / "index.js").write_text("module.exports = { register() {}, bootstrap() {} };\n")
    for kind in KINDS:
        place = site / "src" / "api" / kind
        named = {"singularName": kind, "pluralName": f"{kind}s", "displayName": kind.title()}
        schema = {"kind": "collectionType", "collectionName": f"{kind}s", "info": named}
        schema |= {"options": {"draftAndPublish": False}, "attributes": {name: {"type": "string"} for name in _FIELDS}}
        (place / "content-types" / kind).mkdir(parents=True, exist_ok=True)
        (place / "content-types" / kind / "schema.json").write_text(json.dumps(schema))
        for part, made in (("controllers", "Controller"), ("routes", "Router"), ("services", "Service")):
            (place / part).mkdir(exist_ok=True)
            told = f'require("@strapi/strapi").factories.createCore{made}("api::{kind}.{kind}")'
            (place / part / f"{kind}.js").write_text(f"module.exports = {told};\n")


def _fill(app: Application) -> None:
    head = {"Content-Type": "application/json"}

    def send(path: str, told: Any) -> Any:
        request = urllib.request.Request(f"{app.url}{path}", json.dumps(told).encode(), head)
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)

    keeper = {"email": app.user, "password": app.secret, "firstname": "Ada", "lastname": "Keeper"}
    given = send("/admin/register-admin", keeper)
    head["Authorization"] = f"Bearer {given['data']['token']}"
    for kind in KINDS:
        for number in range(ENTRIES):
            row = dict(zip(_FIELDS, entry(kind, number), strict=True))
            send(f"/content-manager/collection-types/api::{kind}.{kind}", row)


def entry(kind: str, number: int) -> Row:
    title = f"{kind.title()} {number * 7 % 997} by the water"
    return title, THINGS[number % 3], GUILDS[number // 3 % 4], f"Tells of part {number * 13 % 401} of the way"


async def _open(page: Page, app: Application, kind: str) -> None:
    await page.fill("input[name=email]", app.user)
    await page.fill("input[name=password]", app.secret)
    await page.click("[type=submit]")
    await page.click("a[href*='content-manager']")
    await page.click("button:has-text('Skip')")
    await page.click(f"a[href*='api::{kind}.{kind}']:has-text('{kind.title()}')")
    await _shown(page)


async def _shown(page: Page) -> None:
    await page.locator("tbody tr").first.wait_for()
    await page.wait_for_load_state("networkidle")
    await page.wait_for_timeout(800)


async def _turn(page: Page) -> None:
    while await page.locator(f"{_AFTER}:not([aria-disabled=true])").count():
        async with page.expect_response("**/content-manager/collection-types/*page=*"):
            await page.click(_AFTER)
        await _shown(page)


async def _find(page: Page, app: Application, word: str) -> None:
    await _open(page, app, "walk")
    await page.click("button:has-text('Search')")
    await page.fill("input[name=search]", word)
    async with page.expect_response(f"**/content-manager/collection-types/*_q={word}*"):
        await page.press("input[name=search]", "Enter")
    await _shown(page)


async def search(page: Page, app: Application, word: str) -> None:
    await _find(page, app, word)
    await _turn(page)


async def listed(page: Page, app: Application, kind: str) -> None:
    await _open(page, app, kind.lower())
    await _turn(page)


async def details(page: Page, app: Application, word: str) -> None:
    """One of the first page, and one of the second."""
    await _find(page, app, word)
    await _read(page, 1)
    await page.go_back()
    await _shown(page)
    async with page.expect_response("**/content-manager/collection-types/*page=2*"):
        await page.click(_AFTER)
    await _shown(page)
    await _read(page, 4)


async def _read(page: Page, place: int) -> None:
    await page.click(f"tbody tr >> nth={place}")
    await page.locator("input[name=about]").wait_for()
    await page.wait_for_load_state("networkidle")
    await page.wait_for_timeout(800)


def found(_: Application, word: str) -> Sequence[Row]:
    return [entry("walk", number)[:3] for number in range(ENTRIES) if THINGS[number % 3] == word]


def of_kind(_: Application, kind: str) -> Sequence[Row]:
    return [entry(kind.lower(), number)[:3] for number in range(ENTRIES)]


def opened(_: Application, word: str) -> Sequence[Row]:
    return [entry("walk", number) for number in range(ENTRIES) if GUILDS[number // 3 % 4] == word]


_THINGS = ({"word": THINGS[0]}, {"word": THINGS[2]})
_GUILDS = ({"word": GUILDS[0]}, {"word": GUILDS[2]})
_KINDS = ({"kind": "Letter"}, {"kind": "Photo"})
_HOME = "/admin/auth/login"

EXHIBIT = Exhibit(
    "strapi",
    "an administration in React, filters in its addresses",
    strapi,
    (
        Workflow("search", search, _THINGS, {"word": THINGS[1]}, found, _HOME),
        Workflow("listed", listed, _KINDS, {"kind": "Walk"}, of_kind, _HOME),
        Workflow("details", details, _GUILDS, {"word": GUILDS[1]}, opened, _HOME),
    ),
)

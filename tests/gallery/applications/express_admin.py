"""Express Admin from npm, on PostgreSQL: tables whose filter is posted and kept in a session, behind a login."""

from __future__ import annotations

import contextlib
import json
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path
from urllib.parse import urlsplit

from playwright.async_api import Page

from scrapy_bt.testing.postgres import PostgresServer, PostgresStartError

from ..application import Application, NotInstallableError, free_port, installed_from_npm, served
from ..workflow import Exhibit, Row, Workflow, follow, turn

THINGS = ("windmill", "footbridge", "quarry")
GUILDS = ("millers", "weavers", "coopers", "sawyers")
TABLES = ("walks", "letters", "photos")
ENTRIES = 186
_ENTRY = "table.x-table tbody a"
_FILL = """const { Client } = require("pg");
(async () => {
  const client = new Client(process.argv[2]);
  await client.connect();
  await client.query(require("fs").readFileSync("fill.sql", "utf8"));
  await client.end();
})();
"""
_SERVER = """const express = require("express");
const admin = require("express-admin");
const told = (name) => JSON.parse(require("fs").readFileSync(name + ".json"));
express()
  .use(admin({ config: told("config"), settings: told("settings"), users: told("users"), custom: {} }))
  .listen(+process.argv[2], "127.0.0.1");
"""


@contextlib.contextmanager
def express_admin(folder: Path) -> Iterator[Application]:
    """Walks, letters and photos of three things."""
    wanted = {"express": "4.21.2", "express-admin": "2.0.0", "pg": "8.13.1"}
    modules = installed_from_npm("express_admin", {}, **wanted).parent
    port, user, secret = free_port(folder), "keeper", "1234abCD"
    node, own = shutil.which("node") or "node", {"NODE_PATH": str(modules)}
    with contextlib.ExitStack() as stack:
        try:
            database = stack.enter_context(PostgresServer()).url
        except PostgresStartError as error:
            raise NotInstallableError(str(error)) from error
        (folder / "fill.sql").write_text("\n".join(_statements()))
        (folder / "fill.js").write_text(_FILL)
        subprocess.run([node, "fill.js", database], check=True, capture_output=True, cwd=folder, env=own)
        place = urlsplit(database)
        reached = {"host": place.hostname, "port": place.port, "user": place.username, "database": place.path[1:]}
        config = {"pg": reached, "admin": {"settings": str(folder / "settings.json")}}
        users = {"keeper": {"name": user, "pass": secret}}
        told = {"config": config, "settings": {table: _settings(table) for table in TABLES}, "users": users}
        for name, content in told.items():
            (folder / f"{name}.json").write_text(json.dumps(content))
        (folder / "server.js").write_text(_SERVER)
        url = f"http://127.0.0.1:{port}"
        stack.enter_context(served([node, "server.js", str(port)], f"{url}/login", folder, own))
        yield Application(url, user, secret, folder)


def _statements() -> Iterator[str]:
    for table in TABLES:
        yield f"CREATE TABLE {table} (id serial PRIMARY KEY, title text, thing text, guild text, about text);"
        for number in range(ENTRIES):
            yield f"INSERT INTO {table} (title, thing, guild, about) VALUES {row(table, number)};"


def _settings(table: str) -> dict[str, object]:
    columns = []
    for name in ("id", "title", "thing", "guild", "about"):
        kind = {"name": name, "verbose": name.title(), "type": "text", "control": {"text": True}, "allowNull": False}
        shown = {"show": name not in ("id", "about")}
        columns.append(kind | {"defaultValue": None, "listview": shown, "editview": {"show": name != "id"}})
    told = {"name": table, "pk": "id", "verbose": table.title()}
    listed = {"order": {"id": "asc"}, "page": 20, "filter": ["title", "thing", "guild"]}
    return {"slug": table, "table": told, "columns": columns, "mainview": {"show": True}, "listview": listed} | {
        "editview": {"readonly": False}
    }


def row(table: str, number: int) -> Row:
    """A title, a thing, a guild, and what it is about."""
    title = f"{table[:-1].title()} {number * 7 % 997} by the water"
    return title, THINGS[number % 3], GUILDS[number // 3 % 4], f"Tells of part {number * 13 % 401} of the way"


async def _filter(page: Page, app: Application, field: str, word: str) -> None:
    await page.fill("input[name=username]", app.user)
    await page.fill("input[name=password]", app.secret)
    await follow(page, "[type=submit]")
    await follow(page, "a[href='/walks']")
    await page.click(".x-title a, h2 a, h1 a")
    await page.fill(f"input[name='filter[{field}]']", word)
    await follow(page, "form.x-filter button >> nth=0")


async def search(page: Page, app: Application, thing: str) -> None:
    await _filter(page, app, "thing", thing)
    await turn(page, "a:text-is('›')")


async def details(page: Page, app: Application, guild: str) -> None:
    """One of the first page, and one of the second."""
    await _filter(page, app, "guild", guild)
    await follow(page, f"{_ENTRY} >> nth=1")
    await page.go_back()
    await follow(page, "a:text-is('›')")
    await follow(page, f"{_ENTRY} >> nth=3")


def found(_: Application, thing: str) -> Sequence[Row]:
    return [row("walks", number)[:3] for number in range(ENTRIES) if THINGS[number % 3] == thing]


def opened(_: Application, guild: str) -> Sequence[Row]:
    return [row("walks", number) for number in range(ENTRIES) if GUILDS[number // 3 % 4] == guild]


_THINGS = ({"thing": THINGS[0]}, {"thing": THINGS[2]})
_GUILDS = ({"guild": GUILDS[0]}, {"guild": GUILDS[2]})

EXHIBIT = Exhibit(
    "express_admin",
    "tables whose filter is posted and kept in a session",
    express_admin,
    (
        Workflow("search", search, _THINGS, {"thing": THINGS[1]}, found),
        Workflow("details", details, _GUILDS, {"guild": GUILDS[1]}, opened),
    ),
)

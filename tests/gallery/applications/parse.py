"""Parse from npm: its dashboard in React asks its server by POST for what is read, over PostgreSQL, behind a login."""

from __future__ import annotations

import contextlib
import json
import urllib.request
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from scrapy_bt.testing.postgres import PostgresServer, PostgresStartError

from ..application import Application, NotInstallableError, free_port, installed_from_npm, served
from ..workflow import Exhibit, Row, Workflow

THINGS = ("windmill", "footbridge", "quarry")
CLASSES = ("Walk", "Letter", "Photo")
OBJECTS = 180
_SERVE = """
const [port, database, user, pass] = process.argv.slice(2);
const express = require("express");
const ParseDashboard = require("parse-dashboard");
const { ParseServer } = require("parse-server");
const own = { appId: "walks", masterKey: "the keeper's", serverURL: `http://127.0.0.1:${port}/parse` };
const server = new ParseServer({ ...own, databaseURI: database, allowCustomObjectId: true, silent: true });
const apps = [{ ...own, appName: "Practice" }];
const screen = new ParseDashboard({ apps, users: [{ user, pass }] },
  { allowInsecureHTTP: true, cookieSessionSecret: "for tests" });
server.start().then(() =>
  express().use("/parse", server.app).use("/dashboard", screen).listen(+port, "127.0.0.1"));
"""


@contextlib.contextmanager
def parse(folder: Path) -> Iterator[Application]:
    """Walks, letters and photos of three things."""
    modules = installed_from_npm("parse", {}, **{"parse-server": "7.5.0", "parse-dashboard": "6.0.0"}).parent
    (folder / "node_modules").symlink_to(modules)
    (folder / "serve.js").write_text(_SERVE)
    url, user, secret = f"http://127.0.0.1:{free_port(folder)}", "reader", "quiet & please"
    with contextlib.ExitStack() as stack:
        try:
            database = stack.enter_context(PostgresServer()).url.replace("postgresql:", "postgres:")
        except PostgresStartError as error:
            raise NotInstallableError(str(error)) from error
        server = ["node", "serve.js", url.rpartition(":")[2], database, user, secret]
        stack.enter_context(served(server, f"{url}/parse/health", folder))
        for kind in CLASSES:
            for number in range(OBJECTS):
                _make(url, kind, number)
        yield Application(url, user, secret, folder)


def _make(url: str, kind: str, number: int) -> None:
    told = {"objectId": f"{kind}{number:04}", "title": title(kind, number), "thing": thing(number)}
    sent = json.dumps({**told, "metres": metres(number)}).encode()
    head = {"Content-Type": "application/json", "X-Parse-Application-Id": "walks", "X-Parse-Master-Key": "the keeper's"}
    urllib.request.urlopen(urllib.request.Request(f"{url}/parse/classes/{kind}", sent, head)).close()


def thing(number: int) -> str:
    return THINGS[number % 3]


def title(kind: str, number: int) -> str:
    return f"{kind} {number * 7 % 997} by the {thing(number)}"


def metres(number: int) -> int:
    return number * 37 % 1009


async def _log_in(page: Page, app: Application) -> None:
    await page.fill("input[name=username]", app.user)
    await page.fill("input[name=password]", app.secret)
    await page.click("[type=submit]")
    await page.click("text=Practice")
    await page.locator("a:has-text('Walk')").wait_for()
    await page.wait_for_timeout(1500)


async def _open(page: Page, kind: str) -> None:
    async with page.expect_response(f"**/parse/classes/{kind}"):
        await page.click(f"a:has-text('{kind}')")
    await page.locator(f"text={kind}0 >> nth=3").wait_for()
    await page.wait_for_timeout(1500)


async def listed(page: Page, app: Application, kind: str) -> None:
    await _log_in(page, app)
    await _open(page, kind)


async def filtered(page: Page, app: Application, thing: str) -> None:
    await _log_in(page, app)
    await _open(page, "Walk")
    await page.click("span:text-is('Filter')")
    own = page.locator("#browserFilterPopover")
    await own.locator("input[value=objectId]").click()
    await own.locator("input").nth(1).fill("thi")
    await page.click("li:text-is('thing')")
    await own.locator("div:text-is('exists')").click()
    await page.click("div:text-is('equals') >> visible=true")
    await own.locator("input").last.press_sequentially(thing)
    async with page.expect_response("**/parse/classes/Walk"):
        await own.locator("span:text-is('Apply')").click()
    await page.wait_for_timeout(2500)


def row(kind: str, number: int) -> Row:
    return title(kind, number), thing(number), str(metres(number))


def of_class(_: Application, kind: str) -> Sequence[Row]:
    return [row(kind, number) for number in range(OBJECTS)]


def of_thing(_: Application, thing: str) -> Sequence[Row]:
    return [row("Walk", number) for number in range(OBJECTS) if THINGS[number % 3] == thing]


EXHIBIT = Exhibit(
    "parse",
    "a dashboard that reads by POST",
    parse,
    (
        Workflow("listed", listed, ({"kind": "Walk"}, {"kind": "Photo"}), {"kind": "Letter"}, of_class, "/dashboard/"),
        Workflow(
            "filtered",
            filtered,
            ({"thing": THINGS[0]}, {"thing": THINGS[2]}),
            {"thing": THINGS[1]},
            of_thing,
            "/dashboard/",
        ),
    ),
)

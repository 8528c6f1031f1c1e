"""AdminJS from npm: an admin in React over a database, with pages, filters and records, behind a login."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, free_port, installed_from_npm, served
from ..workflow import Exhibit, Row, Workflow

THINGS = ("windmill", "footbridge", "quarry")
WALKS = 96
_VERSIONS = {
    "adminjs": "7.8.17",
    "@adminjs/express": "6.1.1",
    "@adminjs/sequelize": "4.1.1",
    "express": "4.22.3",
    "express-formidable": "1.2.0",
    "express-session": "1.18.1",
    "sequelize": "6.37.5",
    "sqlite3": "5.1.7",
    "tslib": "2.8.1",
}
_SERVE = """
import AdminJS from "adminjs";
import AdminJSExpress from "@adminjs/express";
import * as Adapter from "@adminjs/sequelize";
import express from "express";
import { DataTypes, Sequelize } from "sequelize";
const [port, count, secret, ...things] = process.argv.slice(2);
const store = new Sequelize({ dialect: "sqlite", storage: "walks.sqlite", logging: false });
const own = { timestamps: false };
const Walk = store.define("walk", { name: DataTypes.STRING, metres: DataTypes.INTEGER,
  thing: DataTypes.ENUM(...things), road: DataTypes.STRING }, own);
await store.sync();
await Walk.bulkCreate(Array.from({ length: Number(count) }, (_, n) => ({ name: `Walk ${n}`, metres: n * 37 % 1000,
  thing: things[n % 3], road: `Road ${n * 7}` })));
AdminJS.registerAdapter({ Database: Adapter.Database, Resource: Adapter.Resource });
const admin = new AdminJS({ rootPath: "/admin", resources: [{ resource: Walk, options: { id: "walks" } }] });
const authenticate = async (email, password) => password === secret ? { email } : null;
const session = { resave: false, saveUninitialized: true, secret: "for tests" };
const router = AdminJSExpress.buildAuthenticatedRouter(admin,
  { authenticate, cookieName: "walks", cookiePassword: "thirty-two letters for the tests" }, null, session);
express().use("/admin", router).listen(Number(port), "127.0.0.1");
"""


@contextlib.contextmanager
def adminjs(folder: Path) -> Iterator[Application]:
    """Walks to three things."""
    modules = installed_from_npm("adminjs", **_VERSIONS).parent
    (folder / "node_modules").symlink_to(modules)
    (folder / "serve.mjs").write_text(_SERVE)
    url, secret = f"http://127.0.0.1:{free_port(folder)}", "quiet & please"
    serve = ["node", "serve.mjs", url.rpartition(":")[2], str(WALKS), secret, *THINGS]
    with served(serve, f"{url}/admin/login", folder, {"NODE_ENV": "production"}):
        yield Application(url, "keeper@hills.test", secret, folder)


async def filtered(page: Page, app: Application, thing: str) -> None:
    await _enter(page, app)
    await page.click("[data-css=walks-filter-button]")
    await page.click("[data-testid='property-filter-thing'] [class*=control]")
    await page.keyboard.type(thing)
    await page.keyboard.press("Enter")
    await _apply(page)
    for number in range(2, (WALKS // 3 + 9) // 10 + 1):
        await _turn(page, number)


async def records(page: Page, app: Application, road: str) -> None:
    await _enter(page, app)
    await page.click("[data-css=walks-filter-button]")
    await page.fill("[name=filter-road]", road)
    await _apply(page)
    for place in (0, 2):
        await _open(page, place)
        await page.go_back()
        await page.wait_for_load_state("networkidle")
    await _turn(page, 2)
    await _open(page, 1)


async def _apply(page: Page) -> None:
    async with page.expect_response("**/actions/list?*"):
        await page.click("[data-css=walks-filter-drawer-button-apply]")
    await page.wait_for_load_state("networkidle")
    await page.click("[data-css=walks-filter-drawer] button >> nth=0")


async def _open(page: Page, place: int) -> None:
    async with page.expect_response("**/records/*/show"):
        await page.click(f"[data-css=walks-road-table-cell] >> nth={place}")
    await page.wait_for_load_state("networkidle")


async def _enter(page: Page, app: Application) -> None:
    await page.set_viewport_size({"width": 1800, "height": 1000})
    await page.fill("input[name=email]", app.user)
    await page.fill("input[name=password]", app.secret)
    await page.click("form button")
    await page.click("section:text-is('Sequelize'), a:text-is('Sequelize'), :text('Sequelize')")
    await page.click("a[href='/admin/resources/walks']")
    await page.wait_for_load_state("networkidle")


async def _turn(page: Page, number: int) -> None:
    async with page.expect_response(f"**/actions/list?page={number}&*"):
        await page.click("[data-testid=next]")
    await page.wait_for_load_state("networkidle")


def of_thing(_: Application, thing: str) -> Sequence[Row]:
    return [row(n) for n in range(WALKS) if THINGS[n % 3] == thing]


def by_road(_: Application, road: str) -> Sequence[Row]:
    return [row(n) for n in range(WALKS) if road in row(n)[2]]


def row(number: int) -> Row:
    return f"Walk {number}", str(number * 37 % 1000), f"Road {number * 7}"


EXHIBIT = Exhibit(
    "adminjs",
    "an admin in React",
    adminjs,
    (
        Workflow(
            "filtered",
            filtered,
            ({"thing": "windmill"}, {"thing": "quarry"}),
            {"thing": "footbridge"},
            of_thing,
            "/admin/login",
        ),
        Workflow(
            "records", records, ({"road": "Road 2"}, {"road": "Road 5"}), {"road": "Road 4"}, by_road, "/admin/login"
        ),
    ),
)

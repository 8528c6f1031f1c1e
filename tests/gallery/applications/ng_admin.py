"""ng-admin from npm, an admin in AngularJS over json-server: pages by numbers, or as one scrolls."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, free_port, installed_from_npm, served
from ..workflow import Exhibit, Row, Workflow

STONES = ("basalt", "granite", "marble")
QUARRIES, ORDERS = 96, 120
_SIZE = 9
_VERSIONS = {"ng-admin": "1.0.13", "json-server": "0.17.4"}
_PAGE = """<!doctype html><html lang="en"><head><title>Quarries</title>
<link rel="stylesheet" href="ng-admin.min.css"></head>
<body ng-app="quarries"><div ui-view="ng-admin"></div><script src="ng-admin.min.js"></script><script>
angular.module("quarries", ["ng-admin"]).config(["NgAdminConfigurationProvider", "RestangularProvider",
  function (nga, rest) {
  rest.addFullRequestInterceptor(function (element, operation, what, url, headers, params) {
    if (operation === "getList") {
      if (params._page) {
        params._start = (params._page - 1) * params._perPage;
        params._end = params._page * params._perPage;
      }
      delete params._page; delete params._perPage;
      if (params._sortField) { params._sort = params._sortField; params._order = params._sortDir; }
      delete params._sortField; delete params._sortDir;
      Object.assign(params, params._filters); delete params._filters;
    }
    return { params: params };
  });
  var admin = nga.application("Quarries").baseApiUrl(location.origin + "/");
  var quarries = nga.entity("quarries"), orders = nga.entity("orders");
  quarries.listView().fields([nga.field("title").isDetailLink(true), nga.field("depth", "number"),
    nga.field("opened", "date")])
    .filters([nga.field("q").label("Search").pinned(true)]).perPage(SIZE).sortField("depth").sortDir("DESC")
    .listActions(["show"]);
  quarries.showView().fields([nga.field("title"), nga.field("owner"), nga.field("road"), nga.field("notes", "text")]);
  orders.listView().fields([nga.field("buyer"), nga.field("tons", "number")])
    .filters([nga.field("stone", "choice").choices(STONES.map(function (each) { return { value: each, label: each }; }))
      .pinned(true)]).perPage(SIZE).infinitePagination(true);
  admin.addEntity(quarries); admin.addEntity(orders);
  nga.configure(admin);
}]);</script></body></html>"""


@contextlib.contextmanager
def ng_admin(folder: Path) -> Iterator[Application]:
    """Quarries and orders of three stones."""
    programs = installed_from_npm("ng_admin", {"angular-ui-codemirror": "0.3.0"}, **_VERSIONS)
    shown = folder / "shown"
    shown.mkdir()
    for ending in ("js", "css"):
        (shown / f"ng-admin.min.{ending}").symlink_to(programs.parent / f"ng-admin/build/ng-admin.min.{ending}")
    (shown / "index.html").write_text(_PAGE.replace("SIZE", str(_SIZE)).replace("STONES", json.dumps(STONES)))
    quarries = [
        {"id": 300 + n * 7, "title": title(n), "depth": depth(n), "opened": f"19{10 + n % 80}-03-{1 + n % 28:02}"}
        | {"owner": f"Owner {n * 5 % 19}", "road": f"Road {n * 3}", "notes": f"Dug by crew {n % 29}"}
        for n in range(QUARRIES)
    ]
    orders = [
        {"id": n, "stone": STONES[n % 3], "buyer": f"Buyer {n * 11 % 120}", "tons": n * 7 % 200} for n in range(ORDERS)
    ]
    (folder / "db.json").write_text(json.dumps({"quarries": quarries, "orders": orders}))
    url = f"http://127.0.0.1:{free_port(folder)}"
    where = ["--host", "127.0.0.1", "--port", url.rpartition(":")[2], "--static", "shown"]
    with served([programs / "json-server", "db.json", *where], url, folder):
        yield Application(url, "", "", folder)


def title(number: int) -> str:
    return f"{STONES[number % 3]} pit {number}"


def depth(number: int) -> int:
    return 20 + number * 41 % 311


async def search(page: Page, _: Application, stone: str) -> None:
    await _search(page, stone)
    for number in range(2, (QUARRIES // 3 + _SIZE - 1) // _SIZE + 1):
        await _turn(page, number)


async def owners(page: Page, _: Application, stone: str) -> None:
    await _search(page, stone)
    for place in (1, 4):
        await _open(page, place)
        await page.go_back()
        await page.locator("tbody tr >> nth=3").wait_for()
        await page.wait_for_load_state("networkidle")
    await _turn(page, 2)
    await _open(page, 2)


async def orders(page: Page, _: Application, stone: str) -> None:
    await page.goto(page.url.partition("#")[0] + "#/orders/list")
    await page.locator("tbody tr >> nth=3").wait_for()
    await page.click(".ui-select-match")
    async with page.expect_response(lambda answer: f"stone={stone}" in answer.url):
        await page.click(f".ui-select-choices-row:has-text('{stone}')")
    await page.wait_for_load_state("networkidle")
    rows = page.locator("tbody tr")
    while await rows.count() < ORDERS // 3:
        await rows.last.scroll_into_view_if_needed()
        await page.mouse.wheel(0, 2000)
        await page.wait_for_load_state("networkidle")


async def _search(page: Page, stone: str) -> None:
    await page.goto(page.url.partition("#")[0] + "#/quarries/list")
    await page.locator("tbody tr >> nth=3").wait_for()
    async with page.expect_response(lambda answer: f"q={stone}" in answer.url):
        await page.fill("input[name=q]", stone)
    await page.wait_for_load_state("networkidle")


async def _turn(page: Page, number: int) -> None:
    async with page.expect_response(lambda answer: f"_start={(number - 1) * _SIZE}" in answer.url):
        await page.click("a:has-text('Next »')")
    await page.wait_for_load_state("networkidle")


async def _open(page: Page, place: int) -> None:
    await page.click(f"tbody tr >> nth={place} >> a >> nth=0")
    await page.locator("text=Dug by crew").wait_for()
    await page.wait_for_load_state("networkidle")


def found(_: Application, stone: str) -> Sequence[Row]:
    return [(title(n), str(depth(n))) for n in range(QUARRIES) if STONES[n % 3] == stone]


def owned(_: Application, stone: str) -> Sequence[Row]:
    own = [n for n in range(QUARRIES) if STONES[n % 3] == stone]
    return [(title(n), f"Owner {n * 5 % 19}", f"Road {n * 3}", f"Dug by crew {n % 29}") for n in own]


def ordered(_: Application, stone: str) -> Sequence[Row]:
    return [(f"Buyer {n * 11 % 120}", str(n * 7 % 200)) for n in range(ORDERS) if STONES[n % 3] == stone]


EXHIBIT = Exhibit(
    "ng_admin",
    "an admin in AngularJS",
    ng_admin,
    (
        Workflow("search", search, ({"stone": "basalt"}, {"stone": "marble"}), {"stone": "granite"}, found),
        Workflow("owners", owners, ({"stone": "granite"}, {"stone": "basalt"}), {"stone": "marble"}, owned),
        Workflow("orders", orders, ({"stone": "marble"}, {"stone": "granite"}), {"stone": "basalt"}, ordered),
    ),
)

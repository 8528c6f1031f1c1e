"""EverShop from npm, on PostgreSQL: a shop in React that asks for its pages as data, and its administration."""

from __future__ import annotations

import contextlib
import json
import os
import re
import subprocess
import urllib.request
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import psycopg
from playwright.async_api import Page

from scrapy_bt.testing.postgres import PostgresServer, PostgresStartError
from tests.waiting import wait_until

from ..application import Application, NotInstallableError, free_port, installed_from_npm, served
from ..workflow import Exhibit, Row, Workflow, follow

KINDS = ("lantern", "kettle", "basket")
MAKERS = ("Århus", "Łódź", "São Tomé", "Gdańsk", "Nîmes")
COLOURS = ("White", "Black", "Yellow")
PRODUCTS = 279
_VERSIONS = {"@evershop/evershop": "2.2.1", "concat-stream": "2.0.0"}

_ADDRESSES = """INSERT INTO url_rewrite (request_path, target_path, entity_uuid, entity_type)
SELECT '/' || c.url_key || '/' || d.url_key, '/product/' || p.uuid, p.uuid, 'product' FROM product p
JOIN product_description d ON d.product_description_product_id = p.product_id
JOIN category_description c ON c.category_description_category_id = p.category_id
ON CONFLICT (entity_uuid) DO UPDATE SET request_path = excluded.request_path"""


@contextlib.contextmanager
def evershop(folder: Path) -> Iterator[Application]:
    """Lanterns, kettles and baskets of five makers in three colours."""
    modules = installed_from_npm("evershop", {}, **_VERSIONS).parent
    program, site = modules / ".bin" / "evershop", modules.parent
    (site / "config").mkdir(exist_ok=True)
    (site / "config" / "default.json").write_text("{}")
    told = json.loads((site / "package.json").read_text())
    (site / "package.json").write_text(json.dumps(told | {"type": "module"}))
    limits = modules / "@evershop" / "evershop" / "dist" / "modules" / "base" / "services" / "rateLimit.js"
    limits.write_text(re.sub(r"limit: \d+ ", "limit: 1e9 ", limits.read_text()))
    if not (site / ".evershop" / "built").exists():
        subprocess.run([program, "build"], check=True, capture_output=True, cwd=site)
        (site / ".evershop" / "built").touch()
    url, user, secret = f"http://127.0.0.1:{free_port(folder)}", "keeper@hills.example", "Quiet & please 1"
    with contextlib.ExitStack() as stack:
        try:
            database = stack.enter_context(PostgresServer())
        except PostgresStartError as error:
            raise NotInstallableError(str(error)) from error
        own = {"DB_HOST": "127.0.0.1", "DB_PORT": str(database.port), "DB_USER": "postgres", "DB_PASSWORD": ""}
        own |= {"DB_NAME": "postgres", "PORT": url.rpartition(":")[2]}
        own["NODE_CONFIG"] = json.dumps({"shop": {"homeUrl": url}})
        (folder / "start.sh").write_text(f"cd {site} && exec {program} start\n")
        stack.enter_context(served(["sh", "start.sh"], f"{url}/search", folder, own))
        named = ["--name", "Ada Keeper", "--email", user, "--password", secret]
        making: list[str | Path] = [program, "user:create", *named]
        subprocess.run(making, check=True, capture_output=True, cwd=site, env={**os.environ, **own})
        app = Application(url, user, secret, folder)
        _fill(app, database.url)
        yield app


def _fill(app: Application, database: str) -> None:
    head = {"Content-Type": "application/json"}

    def send(path: str, told: Any) -> Any:
        request = urllib.request.Request(f"{app.url}{path}", json.dumps(told).encode(), head)
        with urllib.request.urlopen(request) as answer:
            head.setdefault("Cookie", (answer.headers["Set-Cookie"] or "").partition(";")[0])
            return json.load(answer)

    given: dict[str, int] = {}

    send("/admin/user/login", {"email": app.user, "password": app.secret})
    entries = []
    for kind in KINDS:
        told = {"name": called(kind), "url_key": f"{kind}s", "status": 1, "description": []}
        given[kind] = send("/api/categories", told)["data"]["category_id"]
        entries.append({"id": kind, "uuid": kind, "name": called(kind), "url": f"/{kind}s", "type": "custom"})
    menu = {"menus": [entry | {"children": []} for entry in entries], "isMain": True, "className": ""}
    menu = {"name": "Menu", "type": "basic_menu", "status": 1, "route": ["all"], "settings": menu}
    send("/api/widgets", menu | {"area": ["headerMiddleLeft"], "sort_order": 1})
    for number in range(PRODUCTS):
        told = {"name": name(number), "url_key": key(number), "sku": sku(number), "price": price(number)}
        told |= {"category_id": given[KINDS[number % 3]], "status": 1, "visibility": 1}
        told |= {"qty": number % 5, "manage_stock": 1, "stock_availability": 1}
        told |= {"group_id": 1, "description": [], "weight": number % 4 + 0.5, "no_shipping_required": 1}
        told["attributes"] = [{"attribute_code": "color", "value": str(number // 3 % 3 + 1)}]
        send("/api/products", told)
    with psycopg.connect(database, autocommit=True) as store:  # addresses are made behind what was asked for, or not
        wait_until(lambda: store.execute("SELECT count(*) FROM event").fetchone() == (0,), pause=0.5)
        store.execute(_ADDRESSES)


def called(kind: str) -> str:
    return f"{kind.title()}s"


def name(number: int) -> str:
    return f"{('Small', 'Grand', 'Old')[number % 7 % 3]} {KINDS[number % 3]} {number * 37 % 997} of {maker(number)}"


def maker(number: int) -> str:
    return MAKERS[number * 3 % 5]


def key(number: int) -> str:
    return f"{KINDS[number % 3]}-{number * 37 % 997}"


def sku(number: int) -> str:
    return f"{KINDS[number % 3][:2].upper()}-{number * 53 % 991:04}"


def price(number: int) -> float:
    return [19.9, 1249, 7.5, 88][number % 4] + number


def shown(number: int) -> str:
    return f"${price(number):,.2f}"


async def _open(page: Page, kind: str) -> None:
    await follow(page, f"nav a:text-is('{kind}'):visible >> nth=0")
    await _shown(page)


async def _shown(page: Page) -> None:
    await page.locator(".product__list__link:visible, tbody tr:visible").first.wait_for()
    await page.wait_for_load_state("networkidle")
    await page.wait_for_timeout(800)


async def _turn(page: Page) -> bool:
    number = int((await page.locator("a[aria-current=page]").inner_text()).strip())
    after = page.locator(f"a[data-slot=pagination-link]:text-is('{number + 1}')")
    if not await after.count():
        return False
    await after.click()
    await page.locator(f"a[aria-current=page]:text-is('{number + 1}')").wait_for()
    await _shown(page)
    return True


async def kind(page: Page, _: Application, kind: str) -> None:
    await _open(page, kind)
    while await _turn(page):
        pass


async def colour(page: Page, _: Application, colour: str) -> None:
    """Lanterns of one colour."""
    await _open(page, "Lanterns")
    await page.click(f"label:has-text('{colour}') >> nth=0")
    await page.wait_for_url("**/lanterns?*color*")
    await _shown(page)
    while await _turn(page):
        pass


async def details(page: Page, _: Application, kind: str) -> None:
    """One of the first page, and one of the second."""
    await _open(page, kind)
    await _read(page, 2)
    await page.go_back()
    await _shown(page)
    await _turn(page)
    await _read(page, 5)


async def _read(page: Page, place: int) -> None:
    await page.click(f".product__list__link >> nth={place}")
    await page.locator("text=SKU >> nth=0").wait_for()
    await page.wait_for_load_state("networkidle")
    await page.wait_for_timeout(500)


async def stock(page: Page, app: Application, word: str) -> None:
    await page.fill("input[name=email]", app.user)
    await page.fill("input[name=password]", app.secret)
    await page.click("button[type=submit]")
    await page.click("a[href*='/admin/products']:has-text('Products')")
    await page.wait_for_url("**/admin/products")
    await page.fill("#field-keyword", word)
    await page.press("#field-keyword", "Enter")
    await page.wait_for_url(f"**/admin/products?keyword={word}")
    await _shown(page)
    for number in range(2, PRODUCTS // len(KINDS) // 20 + 2):
        await page.click("[aria-label='Go to next page']")
        await page.wait_for_url(f"**page={number}")
        await _shown(page)


def sold(kind: str) -> list[int]:
    """Those that are in stock: others are not shown."""
    return [number for number in range(PRODUCTS) if called(KINDS[number % 3]) == kind and number % 5]


def of_kind(_: Application, kind: str) -> Sequence[Row]:
    return [(name(n), shown(n)) for n in sold(kind)]


def coloured(_: Application, colour: str) -> Sequence[Row]:
    return [(name(n), shown(n)) for n in sold("Lanterns") if COLOURS[n // 3 % 3] == colour]


def opened(_: Application, kind: str) -> Sequence[Row]:
    return [(name(n), shown(n), sku(n)) for n in sold(kind)]


def stocked(_: Application, word: str) -> Sequence[Row]:
    return [(name(n), shown(n), sku(n), str(n % 5)) for n in range(PRODUCTS) if word in name(n)]


_WORDS = ({"word": KINDS[0]}, {"word": KINDS[2]})
_KINDS = ({"kind": "Lanterns"}, {"kind": "Baskets"})

EXHIBIT = Exhibit(
    "evershop",
    "a shop in React, pages as data at their addresses",
    evershop,
    (
        Workflow("kind", kind, _KINDS, {"kind": "Kettles"}, of_kind),
        Workflow("colour", colour, ({"colour": "White"}, {"colour": "Yellow"}), {"colour": "Black"}, coloured),
        Workflow("details", details, _KINDS, {"kind": "Kettles"}, opened),
        Workflow("stock", stock, _WORDS, {"word": KINDS[1]}, stocked, "/admin/login"),
    ),
)

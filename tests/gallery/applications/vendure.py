"""Vendure from npm, a shop: its administration in Angular, over GraphQL with a session, on SQLite."""

from __future__ import annotations

import contextlib
import http.cookiejar
import json
import urllib.request
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, free_port, installed_from_npm, served
from ..workflow import Exhibit, Row, Workflow

THINGS = ("windmill", "footbridge", "quarry")
LAST = ("Miller", "Ferryman", "Mason")
PRODUCTS, CUSTOMERS = 99, 72
_ENTRY = "tbody a.button-ghost"
_FOLLOWING = ".pagination-next button:not([disabled])"
_VERSIONS = {"@vendure/core": "3.2.3", "@vendure/admin-ui-plugin": "3.2.3", "better-sqlite3": "11.10.0"}
_SERVE = """
const [port, user, secret] = process.argv.slice(2);
const { bootstrap, DefaultLogger, LogLevel } = require("@vendure/core");
const { AdminUiPlugin } = require("@vendure/admin-ui-plugin");
bootstrap({
  apiOptions: { port: +port, hostname: "127.0.0.1", adminApiPath: "admin-api", shopApiPath: "shop-api" },
  authOptions: { tokenMethod: ["bearer", "cookie"], cookieOptions: { secret: "for tests" },
    superadminCredentials: { identifier: user, password: secret } },
  dbConnectionOptions: { type: "better-sqlite3", synchronize: true, logging: false, database: "shop.sqlite" },
  logger: new DefaultLogger({ level: LogLevel.Warn }),
  paymentOptions: { paymentMethodHandlers: [] },
  plugins: [AdminUiPlugin.init({ route: "admin", port: +port, adminUiConfig: { tokenMethod: "cookie" } })],
});
"""


@contextlib.contextmanager
def vendure(folder: Path) -> Iterator[Application]:
    """Products about three things, some of which are not for sale, and customers."""
    modules = installed_from_npm("vendure", {}, **_VERSIONS).parent
    (folder / "node_modules").symlink_to(modules)
    (folder / "serve.js").write_text(_SERVE)
    url, user, secret = f"http://127.0.0.1:{free_port(folder)}", "reader", "quiet & please"
    with served(["node", "serve.js", url.rpartition(":")[2], user, secret], f"{url}/admin-api", folder):
        app = Application(url, user, secret, folder)
        _fill(app)
        yield app


def _fill(app: Application) -> None:
    opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar()))

    def ask(query: str, **variables: object) -> None:
        sent = json.dumps({"query": query, "variables": variables}).encode()
        head = {"Content-Type": "application/json"}
        answer = json.load(opener.open(urllib.request.Request(f"{app.url}/admin-api", sent, head)))
        assert not answer.get("errors"), answer

    logging_in = "mutation($user: String!, $secret: String!) {login(username: $user, password: $secret) {__typename}}"
    ask(logging_in, user=app.user, secret=app.secret)
    for number in range(PRODUCTS):
        text = {"languageCode": "en", "name": product(number), "slug": slug(number), "description": about(number)}
        told = {"enabled": is_enabled(number), "translations": [text]}
        ask("mutation($told: CreateProductInput!) {createProduct(input: $told) {id}}", told=told)
    for number in range(CUSTOMERS):
        first, last = customer(number).split()
        told = {"firstName": first, "lastName": last, "emailAddress": mail(number), "phoneNumber": phone(number)}
        ask("mutation($told: CreateCustomerInput!) {createCustomer(input: $told) {__typename}}", told=told)


def thing(number: int) -> str:
    return THINGS[number % 3]


def product(number: int) -> str:
    return f"The {thing(number)} of {1800 + number * 7 % 211}"


def slug(number: int) -> str:
    return f"{thing(number)}-{number * 13 % 401}"


def about(number: int) -> str:
    return f"A print of part {number * 17 % 409}"


def is_enabled(number: int) -> bool:
    return number % 4 != 1


def customer(number: int) -> str:
    return f"{('Ada', 'Ben', 'Cleo', 'Dora')[number % 4]}{number} {LAST[number // 2 % 3]}"


def mail(number: int) -> str:
    return f"{customer(number).replace(' ', '.').casefold()}@hills.test"


def phone(number: int) -> str:
    return f"0{number * 7919 % 9000 + 1000} {number * 31 % 997:03}"


async def _log_in(page: Page, app: Application, menu: str) -> None:
    await page.fill("#login_username", app.user)
    await page.fill("#login_password", app.secret)
    await page.click("button[type=submit]")
    await page.click(f"a[href$='/{menu}']")
    await page.locator(_ENTRY).first.wait_for()
    await page.click("button:has(clr-icon[shape=search])")


async def _look_for(page: Page, word: str) -> None:
    box = page.locator("input[placeholder^=Search]").first
    await box.press_sequentially(word, delay=40)
    await page.wait_for_timeout(2000)
    await page.locator(f"{_ENTRY}:has-text('{word}') >> nth=9").wait_for()


async def _turn(page: Page) -> None:
    while await page.locator(_FOLLOWING).count():
        async with page.expect_response("**/admin-api?*"):
            await page.click(_FOLLOWING)
        await page.wait_for_timeout(1500)


async def products(page: Page, app: Application, word: str) -> None:
    await _log_in(page, app, "catalog/products")
    await _look_for(page, word)
    await _turn(page)


async def customers(page: Page, app: Application, last: str) -> None:
    await _log_in(page, app, "customer/customers")
    for place in (0, 2):  # the search is forgotten meanwhile
        await _look_for(page, last)
        await _turn(page)
        await page.click(f"{_ENTRY} >> nth={place}")
        await page.locator("input[formcontrolname=emailAddress]").wait_for()
        await page.wait_for_timeout(1500)
        if not place:
            await page.click("a[href$='/customer/customers'] >> nth=0")
            await page.locator(_ENTRY).first.wait_for()
            await page.wait_for_timeout(1500)


def products_of(_: Application, word: str) -> Sequence[Row]:
    return [(product(n), slug(n)) for n in range(PRODUCTS) if thing(n) == word]


def customers_of(_: Application, last: str) -> Sequence[Row]:
    """First and last name, address for letters and number to call."""
    own = [n for n in range(CUSTOMERS) if customer(n).endswith(f" {last}")]
    return [(*customer(n).split(), mail(n), phone(n)) for n in own]


EXHIBIT = Exhibit(
    "vendure",
    "an admin in Angular over GraphQL",
    vendure,
    (
        Workflow(
            "products",
            products,
            ({"word": THINGS[0]}, {"word": THINGS[2]}),
            {"word": THINGS[1]},
            products_of,
            "/admin/",
        ),
        Workflow(
            "customers",
            customers,
            ({"last": LAST[0]}, {"last": LAST[2]}),
            {"last": LAST[1]},
            customers_of,
            "/admin/",
        ),
    ),
)

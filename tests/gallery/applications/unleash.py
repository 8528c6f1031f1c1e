"""Unleash from npm, switches of programs: React over an API in pages, on PostgreSQL, behind a login."""

from __future__ import annotations

import contextlib
import http.cookiejar
import json
import urllib.request
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from scrapy_bt.testing.postgres import PostgresServer, PostgresStartError

from ..application import Application, NotInstallableError, free_port, installed_from_npm, served
from ..workflow import Exhibit, Row, Workflow

THINGS = ("windmill", "footbridge", "quarry")
KINDS = ("release", "experiment", "operational")
FLAGS = 120
_FLAG = "tbody a[href*='/features/']"
_FOLLOWING = "xpath=//*[starts-with(normalize-space(), 'Page ')]/following-sibling::button"


@contextlib.contextmanager
def unleash(folder: Path) -> Iterator[Application]:
    """Flags about three things, of three kinds."""
    modules = installed_from_npm("unleash", {}, **{"unleash-server": "6.10.1"}).parent
    url, user, secret = f"http://127.0.0.1:{free_port(folder)}", "reader", "quiet-4-please"
    own = {"HTTP_HOST": "127.0.0.1", "HTTP_PORT": url.rpartition(":")[2], "DATABASE_SSL": "false"}
    own |= {"CHECK_VERSION": "false", "SEND_TELEMETRY": "false"}
    own |= {"UNLEASH_DEFAULT_ADMIN_USERNAME": user, "UNLEASH_DEFAULT_ADMIN_PASSWORD": secret}
    with contextlib.ExitStack() as stack:
        try:
            own["DATABASE_URL"] = stack.enter_context(PostgresServer()).url
        except PostgresStartError as error:
            raise NotInstallableError(str(error)) from error
        server: list[str | Path] = ["node", modules / "unleash-server" / "dist" / "server.js"]
        stack.enter_context(served(server, f"{url}/health", folder, own))
        app = Application(url, user, secret, folder)
        _fill(app)
        yield app


def _fill(app: Application) -> None:
    opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar()))

    def send(path: str, **told: str) -> None:
        head = {"Content-Type": "application/json"}
        opener.open(urllib.request.Request(f"{app.url}{path}", json.dumps(told).encode(), head)).close()

    send("/auth/simple/login", username=app.user, password=app.secret)
    for number in range(FLAGS):
        send("/api/admin/projects/default/features", name=name(number), description=about(number), type=kind(number))
        send(f"/api/admin/features/{name(number)}/tags", type="simple", value=shelf(number))


def thing(number: int) -> str:
    return THINGS[number % 3]


def kind(number: int) -> str:
    return KINDS[number // 3 % 3]


def shelf(number: int) -> str:
    return f"shelf {number % 4}"


def name(number: int) -> str:
    return f"{thing(number)}-{number * 7 % FLAGS:03}"


def about(number: int) -> str:
    return f"Tells of part {number * 13 % 401} of the {thing(number)}"


async def _log_in(page: Page, app: Application) -> None:
    await page.fill("input[name=username]", app.user)
    await page.fill("input[name=password]", app.secret)
    async with page.expect_response("**/search/features?*"):
        await page.click("button[type=submit]")
    await page.locator(_FLAG).first.wait_for()


async def _look_for(page: Page, word: str) -> None:
    async with page.expect_response(f"**/search/features?*query={word}*"):
        await page.locator("input[placeholder^='Search']").first.press_sequentially(word, delay=40)
    await page.wait_for_timeout(1000)


async def _turn(page: Page) -> None:
    while await page.locator(_FOLLOWING).count():
        async with page.expect_response("**/search/features?*"):
            await page.click(_FOLLOWING)
        await page.wait_for_timeout(1000)


async def search(page: Page, app: Application, word: str) -> None:
    await _log_in(page, app)
    await _look_for(page, word)
    await _turn(page)


async def tagged(page: Page, app: Application, tag: str) -> None:
    await _log_in(page, app)
    await page.click("button:has-text('Filter')")
    await page.click("li:has-text('Tags')")
    async with page.expect_response("**/search/features?*tag=*"):
        await page.click(f"li:has-text('{tag}')")
    await page.keyboard.press("Escape")
    await page.wait_for_timeout(1000)
    await _turn(page)


async def details(page: Page, app: Application, word: str) -> None:
    await _log_in(page, app)
    await _look_for(page, word)
    await _turn(page)
    for place in (1, 4):
        await page.click(f"{_FLAG} >> nth={place}")
        await page.locator("text=Flag details").wait_for()
        await page.wait_for_timeout(2000)
        if place == 1:
            await page.go_back()
            await page.locator(_FLAG).first.wait_for()
            await page.wait_for_timeout(2000)


def row(number: int) -> Row:
    return name(number), about(number), kind(number)


def found(_: Application, word: str) -> Sequence[Row]:
    return [row(n) for n in range(FLAGS) if thing(n) == word]


def of_tag(_: Application, tag: str) -> Sequence[Row]:
    return [row(n) for n in range(FLAGS) if f"simple:{shelf(n)}" == tag]


_WORDS = ({"word": THINGS[0]}, {"word": THINGS[2]})
_TAGS = ({"tag": "simple:shelf 1"}, {"tag": "simple:shelf 3"})

EXHIBIT = Exhibit(
    "unleash",
    "an admin in React over an API in pages",
    unleash,
    (
        Workflow("search", search, _WORDS, {"word": THINGS[1]}, found, "/search"),
        Workflow("tagged", tagged, _TAGS, {"tag": "simple:shelf 2"}, of_tag, "/search"),
        Workflow("details", details, _WORDS, {"word": THINGS[1]}, found, "/search"),
    ),
)

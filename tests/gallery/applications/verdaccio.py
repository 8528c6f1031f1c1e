"""Verdaccio from npm, a registry of packages: React over JSON, with a bearer token for who has logged in."""

from __future__ import annotations

import base64
import contextlib
import gzip
import hashlib
import json
import urllib.request
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, free_port, installed_from_npm, served
from ..workflow import Exhibit, Row, Workflow

THINGS = ("windmill", "footbridge", "quarry")
PACKAGES = 60
_NOTHING = gzip.compress(b"", mtime=0)
_SETTINGS = """
storage: ./storage
auth: {htpasswd: {file: ./htpasswd, algorithm: bcrypt, rounds: 4}}
security: {api: {jwt: {sign: {expiresIn: 1d}}}, web: {sign: {expiresIn: 1d}}}
uplinks: {}
packages: {'**': {access: $authenticated, publish: $authenticated}}
log: {type: stdout, format: json, level: error}
web: {title: Practice}
"""


@contextlib.contextmanager
def verdaccio(folder: Path) -> Iterator[Application]:
    """A registry with packages about three things, which only its reader may see."""
    programs = installed_from_npm("verdaccio", {"node-fetch": "2.7.0"}, verdaccio="6.0.5")
    (folder / "config.yaml").write_text(_SETTINGS)
    url, secret = f"http://127.0.0.1:{free_port(folder)}", "quiet & please"
    serve = [programs / "verdaccio", "--config", "config.yaml", "--listen", url.removeprefix("http://")]
    with served(serve, f"{url}/-/ping", folder):
        who = {"name": "reader", "password": secret, "type": "user", "roles": []}
        token = json.loads(_send(f"{url}/-/user/org.couchdb.user:reader", who))["token"]
        for number in range(PACKAGES):
            _send(f"{url}/{_name(number)}", _package(number, url), token)
        yield Application(url, "reader", secret, folder)


def _name(number: int) -> str:
    return f"{THINGS[number % 3]}-{number:02}"


def _package(number: int, url: str) -> object:
    name, version = _name(number), f"1.{number}.0"
    told = {
        "name": name,
        "version": version,
        "description": f"What is known of the {THINGS[number % 3]}, part {number}",
        "readme": f"# Part {number}\n\nAs seen from hill {number}.",
        "license": "MIT",
        "keywords": [THINGS[number % 3]],
        "dist": {"tarball": f"{url}/{name}/-/{name}-{version}.tgz", "shasum": hashlib.sha1(_NOTHING).hexdigest()},
    }
    package = {
        "content_type": "application/octet-stream",
        "data": base64.b64encode(_NOTHING).decode(),
        "length": len(_NOTHING),
    }
    return {
        "_id": name,
        "name": name,
        "description": told["description"],
        "dist-tags": {"latest": version},
        "versions": {version: told},
        "_attachments": {f"{name}-{version}.tgz": package},
    }


def _send(url: str, body: object, token: str = "") -> bytes:
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    with urllib.request.urlopen(
        urllib.request.Request(url, json.dumps(body).encode(), headers, method="PUT")
    ) as answer:
        return bytes(answer.read())


async def log_in(page: Page, app: Application) -> None:
    await page.click("[data-testid=header--button-login]")
    await page.fill("#login--dialog-username", app.user)
    await page.fill("#login--dialog-password", app.secret)
    async with page.expect_response(lambda answer: "/verdaccio/data/packages" in answer.url):
        await page.click("#login--dialog-button-submit")


async def list_packages(page: Page, app: Application, word: str) -> None:
    await log_in(page, app)
    await page.locator("input[placeholder^='Search']").click()
    async with page.expect_response(lambda answer: f"search/{word}" in answer.url):
        await page.keyboard.type(word, delay=20)
    await page.wait_for_timeout(1000)


async def read(page: Page, app: Application, first: str, second: str) -> None:
    await log_in(page, app)
    for place in (first, second):
        async with page.expect_response(lambda answer: "/verdaccio/data/package/readme/" in answer.url):
            await page.locator(f"a[href$='/detail/{place}'] >> nth=0").click()
        await page.wait_for_timeout(800)
        if place == first:
            await page.go_back()
            await page.wait_for_timeout(800)


def all_packages(_: Application) -> Sequence[Row]:
    told = ((_name(n), f"1.{n}.0", THINGS[n % 3], n) for n in range(PACKAGES))
    return [(name, version, f"What is known of the {thing}, part {n}") for name, version, thing, n in told]


def packages(_: Application, word: str) -> Sequence[Row]:
    """The first ten: the search proposes no more, and leads to no further ones."""
    return [(_name(n), f"1.{n}.0") for n in range(PACKAGES) if THINGS[n % 3] == word][:10]


EXHIBIT = Exhibit(
    "verdaccio",
    "React with a bearer token",
    verdaccio,
    (
        Workflow("search", list_packages, ({"word": "windmill"}, {"word": "quarry"}), {"word": "footbridge"}, packages),
        Workflow(
            "read",
            read,
            ({"first": _name(1), "second": _name(7)}, {"first": _name(4), "second": _name(10)}),
            {},
            all_packages,
        ),
    ),
)

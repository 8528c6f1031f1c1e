"""Kinto from PyPI: a store of JSON with an admin in React; a header says who asks, and another where more is."""

from __future__ import annotations

import base64
import contextlib
import json
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from playwright.async_api import Page

from ..application import Application, free_port, installed, served
from ..workflow import Exhibit, Row, Workflow

THINGS = ("windmill", "footbridge", "quarry")
RECORDS = 300
_SETTINGS = """
[server:main]
use = egg:waitress#main
host = 127.0.0.1
port = {port}

[app:main]
use = egg:kinto
kinto.storage_backend = kinto.core.storage.memory
kinto.permission_backend = kinto.core.permission.memory
kinto.includes = kinto.plugins.admin
kinto.paginate_by = 40
kinto.batch_max_requests = 500
kinto.userid_hmac_secret = for tests
kinto.experimental_permissions_endpoint = true
kinto.bucket_create_principals = system.Authenticated
kinto.cache_backend = kinto.core.cache.memory
multiauth.policies = basicauth
multiauth.policy.basicauth.use = kinto.core.authentication.BasicAuthAuthenticationPolicy
"""


@contextlib.contextmanager
def kinto(folder: Path) -> Iterator[Application]:
    """Collections about three things, which only their owner may read."""
    programs, port = installed("kinto", "kinto==24.1.0", "pyramid<2.1", "pyramid-multiauth<1.1"), free_port(folder)
    url, secret = f"http://127.0.0.1:{port}", "quiet & please"
    (folder / "kinto.ini").write_text(_SETTINGS.format(port=port))
    own = {"KINTO_INI": "kinto.ini"}
    with served([programs / "pserve", "kinto.ini"], f"{url}/v1/", folder, own):
        app = Application(url, "reader", secret, folder)
        _send(app, "PUT", "/buckets/places", {})
        for thing in THINGS:
            shown = {"displayFields": ["title", "keeper"], "last_modified": 1_790_000_000_000}
            _send(app, "PUT", f"/buckets/places/collections/{thing}", {"data": shown})
        _send(app, "POST", "/batch", {"requests": [_made(number) for number in range(RECORDS)]})
        yield app


def _made(number: int) -> Mapping[str, Any]:
    thing = THINGS[number % 3]
    told = {
        "title": f"The {thing} {number}",
        "keeper": f"keeper {number * 7 % 11}",
        "last_modified": 1_790_000_000_000 + number,
    }
    place = f"/buckets/places/collections/{thing}/records/{number:08x}-0000-4000-8000-000000000000"
    return {"method": "PUT", "path": place, "body": {"data": told}}


def _send(app: Application, method: str, path: str, body: Mapping[str, Any]) -> None:
    who = base64.b64encode(f"{app.user}:{app.secret}".encode()).decode()
    headers = {"Content-Type": "application/json", "Authorization": f"Basic {who}"}
    asking = urllib.request.Request(f"{app.url}/v1{path}", json.dumps(body).encode(), headers, method=method)
    with urllib.request.urlopen(asking):
        pass


async def log_in(page: Page, app: Application) -> None:
    await page.click("label:has-text('Basic Auth')")
    await page.fill("#root_credentials_username", app.user)
    await page.fill("#root_credentials_password", app.secret)
    await page.click("button[type=submit]")


async def read_collection(page: Page, app: Application, thing: str) -> None:
    await log_in(page, app)
    async with page.expect_response(lambda answer: f"/{thing}/records" in answer.url):
        await page.click(f".collections-menu a:has-text('{thing}'), a:text-is('{thing}')")
    more = page.locator("a:has-text('Load more')")
    await page.locator("table tbody tr >> nth=20").wait_for()
    while await more.count():
        async with page.expect_response(lambda answer: f"/{thing}/records" in answer.url):
            await more.click()
        await page.wait_for_timeout(1000)


def kept(_: Application, thing: str) -> Sequence[Row]:
    return [(f"The {thing} {n}", f"keeper {n * 7 % 11}") for n in range(RECORDS) if THINGS[n % 3] == thing]


_THINGS = ({"thing": "windmill"}, {"thing": "quarry"})

EXHIBIT = Exhibit(
    "kinto",
    "a header says who asks",
    kinto,
    (Workflow("collection", read_collection, _THINGS, {"thing": "footbridge"}, kept, "/v1/admin/"),),
)

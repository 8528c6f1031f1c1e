"""PouchDB's server from npm, a page by React: databases with rows a page at a time, and questions as JSON."""

from __future__ import annotations

import contextlib
import json
import urllib.request
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, free_port, installed_from_npm, served
from ..workflow import Exhibit, Row, Workflow

THINGS = {"windmill": 43, "footbridge": 52, "quarry": 35}


@contextlib.contextmanager
def pouchdb_server(folder: Path) -> Iterator[Application]:
    """A database for each kind of places, and one for all of them."""
    programs = installed_from_npm("pouchdb_server", **{"pouchdb-server": "4.2.0"})
    url = f"http://127.0.0.1:{free_port(folder)}"
    where = ["--host", "127.0.0.1", "--port", url.rpartition(":")[2]]
    with served([programs / "pouchdb-server", "--in-memory", *where], url, folder):
        for kind in THINGS:
            _fill(f"{url}/{kind}", [kind])
        _fill(f"{url}/places", list(THINGS))
        yield Application(url, "", "", folder)


def _fill(url: str, kinds: Sequence[str]) -> None:
    places = [
        {"_id": f"{kind}-{number:03}", "title": f"The {kind} {number}", "kind": kind, "height": _height(number)}
        for kind in kinds
        for number in range(THINGS[kind])
    ]
    for address, method, sent in ((url, "PUT", {}), (f"{url}/_bulk_docs", "POST", {"docs": places})):
        headers = {"Content-Type": "application/json"}
        request = urllib.request.Request(address, json.dumps(sent).encode(), headers, method=method)
        urllib.request.urlopen(request).close()


async def documents(page: Page, _: Application, kind: str) -> None:
    await page.click(f"a:text-is('{kind}')")
    await page.wait_for_selector(f"text={kind}-000")
    async with page.expect_response(lambda answer: "_all_docs?" in answer.url and "include_docs" in answer.url):
        await page.click(".control-toggle-include-docs")
    for start in range(20, THINGS[kind], 20):
        async with page.expect_response(lambda answer, start=start: f"skip={start}" in answer.url):  # type: ignore[misc]
            await page.click("#next")


async def find(page: Page, app: Application, kind: str) -> None:
    await page.click("a:text-is('places')")
    await page.click("a:has-text('Run A Query')")
    await page.click(".ace_content")
    await page.keyboard.press("Control+a")
    await page.keyboard.insert_text(json.dumps({"selector": {"kind": kind}}))
    async with page.expect_response("**/_find"):
        await page.click("button:has-text('Run Query')")


def _height(number: int) -> int:
    return number * 37 % 1000


def of_kind(_: Application, kind: str) -> Sequence[Row]:
    return [(f"The {kind} {number}", str(_height(number))) for number in range(THINGS[kind])]


_INPUTS = ({"kind": "windmill"}, {"kind": "quarry"})
EXHIBIT = Exhibit(
    "pouchdb_server",
    "databases in a page by React",
    pouchdb_server,
    (
        Workflow("documents", documents, _INPUTS, {"kind": "footbridge"}, of_kind, "/_utils/"),
        Workflow("find", find, _INPUTS, {"kind": "footbridge"}, of_kind, "/_utils/"),
    ),
)

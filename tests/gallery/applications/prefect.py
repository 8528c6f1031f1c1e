"""Prefect's pages from PyPI: React over an interface of JSON, which is asked by POST, with all filters in its body."""

from __future__ import annotations

import contextlib
import json
import urllib.request
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, free_port, installed, served
from ..workflow import Exhibit, Row, Workflow

THINGS = ("windmill", "footbridge", "quarry")
FLOWS = 78


@contextlib.contextmanager
def prefect(folder: Path) -> Iterator[Application]:
    """Flows to three things, each with a deployment."""
    program = installed("prefect", "prefect>=3,<4") / "prefect"
    url = f"http://127.0.0.1:{free_port(folder)}"
    own = {"PREFECT_HOME": str(folder), "PREFECT_SERVER_ANALYTICS_ENABLED": "false", "DO_NOT_TRACK": "1"}
    own |= {"PREFECT_SERVER_UI_API_URL": f"{url}/api", "PREFECT_SERVER_UI_SHOW_PROMOTIONAL_CONTENT": "false"}
    serve = [program, "server", "start", "--host", "127.0.0.1", "--port", url.rpartition(":")[2], "--no-services"]
    with served(serve, f"{url}/api/health", folder, own):
        for number in range(FLOWS):
            flow = _told(url, "flows/", {"name": name(number), "tags": [THINGS[number % 3]]})
            _told(url, "deployments/", {"name": f"to mile {number * 7}", "flow_id": flow, "tags": [THINGS[number % 3]]})
        yield Application(url, "", "", folder)


def _told(url: str, where: str, what: dict[str, object]) -> str:
    body, headers = json.dumps(what).encode(), {"Content-Type": "application/json"}
    with urllib.request.urlopen(urllib.request.Request(f"{url}/api/{where}", body, headers)) as made:
        return str(json.load(made)["id"])


def name(number: int) -> str:
    return f"walk-{number:02}-to-the-{THINGS[number % 3]}"


async def search(page: Page, app: Application, word: str) -> None:
    await page.click("a[href*='/flows'] >> nth=0")
    await page.wait_for_selector(f"text={name(0)}")
    async with page.expect_response(lambda answer: word in (answer.request.post_data or "")):
        await page.fill("input[placeholder='Flow names']", word)
    await _turn(page, word)


async def tagged(page: Page, app: Application, tag: str) -> None:
    await page.click("a[href*='/flows'] >> nth=0")
    await page.wait_for_selector(f"text={name(0)}")
    async with page.expect_response(lambda answer: tag in (answer.request.post_data or "")):
        await page.fill("input[placeholder='Filter by tags']", tag)
        await page.press("input[placeholder='Filter by tags']", "Enter")
    await _turn(page, tag)


async def _turn(page: Page, word: str) -> None:
    await page.wait_for_load_state("networkidle")
    following = page.locator("button[aria-label='Go to next page']:not([disabled])")
    while await following.count():
        async with page.expect_response(lambda answer: "paginate" in answer.url and word in answer.request.post_data):
            await following.click()
        await page.wait_for_load_state("networkidle")


def found(_: Application, word: str) -> Sequence[Row]:
    return [(name(number),) for number in range(FLOWS) if word in name(number)]


def of_tag(_: Application, tag: str) -> Sequence[Row]:
    return found(_, tag)


EXHIBIT = Exhibit(
    "prefect",
    "an interface of JSON behind React, asked by POST",
    prefect,
    (
        Workflow("search", search, ({"word": "windmill"}, {"word": "quarry"}), {"word": "footbridge"}, found),
        Workflow("tagged", tagged, ({"tag": "windmill"}, {"tag": "quarry"}), {"tag": "footbridge"}, of_tag),
    ),
)

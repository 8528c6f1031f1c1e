"""changedetection.io from PyPI: watched pages in groups, each row a title with badges, buttons and links."""

from __future__ import annotations

import contextlib
import json
import urllib.request
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from playwright.async_api import Page

from ..application import Application, free_port, installed, served
from ..workflow import Exhibit, Row, Workflow, follow, turn

GROUPS = ("bridge", "engine", "lantern")
WATCHES = 54


@contextlib.contextmanager
def changedetection(folder: Path) -> Iterator[Application]:
    """Three groups of paused watches, each with two pages of them."""
    program = installed("changedetection", "changedetection.io==0.60.10") / "changedetection.io"
    url = f"http://127.0.0.1:{free_port(folder)}"
    serve = [program, "-d", folder / "store", "-C", "-h", "127.0.0.1", "-p", url.rpartition(":")[2]]
    with served(serve, url, folder):
        _fill(url, folder / "store" / "changedetection.json")
        yield Application(url, "", "", folder)


def _fill(url: str, settings: Path) -> None:
    key = json.loads(settings.read_text())["settings"]["application"]["api_access_token"]

    def call(method: str, path: str, body: Any = None) -> Any:
        headers = {"x-api-key": key, "Content-Type": "application/json"}
        request = urllib.request.Request(f"{url}/api/v1/{path}", json.dumps(body).encode(), headers, method=method)
        with urllib.request.urlopen(request) as answer:
            return json.loads(answer.read() or "null")

    for kind, kinds in (("watch", "watch"), ("tag", "tags")):
        for given in call("GET", kinds):
            call("DELETE", f"{kind}/{given}")
    for number in range(WATCHES * len(GROUPS)):
        group = GROUPS[number % 3]
        watched = f"http://127.0.0.1:9/{group}/{number // 3}"
        call("POST", "watch", {"url": watched, "title": title(group, number // 3), "tag": group, "paused": True})


def title(group: str, number: int) -> str:
    return f"Plan {number} of the {group}"


async def grouped(page: Page, _: Application, group: str) -> None:
    await follow(page, f"a.button-tag:text-is('{group}')")
    await turn(page, "div.pagination a.arrow[href]:text-is('»')")


def in_group(_: Application, group: str) -> Sequence[Row]:
    return [(title(group, number),) for number in range(WATCHES)]


EXHIBIT = Exhibit(
    "changedetection",
    "watched pages",
    changedetection,
    (
        Workflow(
            "grouped",
            grouped,
            ({"group": "bridge"}, {"group": "engine"}),
            {"group": "lantern"},
            in_group,
        ),
    ),
)

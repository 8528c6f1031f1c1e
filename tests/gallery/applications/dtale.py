"""D-Tale from PyPI, in React: tables that are asked for by ranges of rows, and a filter that the server keeps."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, free_port, installed, served
from ..workflow import Exhibit, Row, Workflow

THINGS = ("windmill", "footbridge", "quarry")
REGIONS = ("hills", "shore", "woods")
_SERVE = """
import json
import sys
import pandas
import dtale.global_state as state
from dtale.app import build_app
from dtale.views import startup
state.set_app_settings({"enable_custom_filters": True})
port, tables = int(sys.argv[1]), json.load(open("tables.json"))
for name, rows in tables.items():
    startup("", data=pandas.DataFrame(rows, columns=["walk", "region", "miles", "keeper"]), name=name)
for key in state.keys():
    state.set_metadata(key, dict(start=pandas.Timestamp("2025-03-01 09:00:00")))
url = f"http://127.0.0.1:{port}"
build_app(url, host="127.0.0.1", port=port).run(host="127.0.0.1", port=port, threaded=True)
"""


@contextlib.contextmanager
def dtale(folder: Path) -> Iterator[Application]:
    """Three tables of walks."""
    python = installed("dtale", "dtale==3.22.0") / "python"
    url = f"http://127.0.0.1:{free_port(folder)}"
    (folder / "tables.json").write_text(json.dumps({thing: rows(thing) for thing in THINGS}))
    with served([python, "-c", _SERVE, url.rpartition(":")[2]], url, folder):
        yield Application(url, "", "", folder)


def rows(thing: str) -> list[tuple[str, str, int, str]]:
    place = THINGS.index(thing)
    return [
        (f"{thing} walk {n * 7 % 180:03}", REGIONS[(n + place) % 3], n * 13 % 37 + 2, f"Walker {n * (place + 3) % 11}")
        for n in range(150 + place * 15)
    ]


async def _scroll(page: Page) -> None:
    await page.mouse.move(400, 400)
    for _ in range(12):
        await page.mouse.wheel(0, 700)
        await page.wait_for_timeout(400)
    await page.wait_for_timeout(1000)


async def table(page: Page, _: Application, table: str) -> None:
    await page.click(".grid-menu")
    await page.click("button:has-text('Instances')")
    await page.click(f".ReactVirtualized__Table__row span:text-is('{table}')")
    await page.locator(f".cell:has-text('{table.split()[2]} walk') >> nth=5").wait_for()
    await _scroll(page)


async def narrowed(page: Page, _: Application, query: str) -> None:
    await page.click(".grid-menu")
    await page.click("button:has-text('Custom Filter')")
    await page.fill("#side-panel textarea, .side-panel-content textarea", query)
    async with page.expect_response("**/dtale/data/*"):
        await page.click("button:text-is('Apply'), button span:text-is('Apply')")
    await page.wait_for_timeout(1000)
    await _scroll(page)


def _texts(row: tuple[str, str, int, str]) -> Row:
    return row[0], row[1], str(row[2]), row[3]


def all_of(_: Application, table: str) -> Sequence[Row]:
    return [_texts(row) for row in rows(table.split()[2])]


def kept(_: Application, query: str) -> Sequence[Row]:
    return [_texts(row) for row in rows(THINGS[0]) if f"keeper == '{row[3]}'" == query]


def _instance(number: int) -> dict[str, str]:
    return {"table": f"{number + 1} - {THINGS[number]} (9:00:00 AM)"}


def _query(walker: int) -> dict[str, str]:
    return {"query": f"keeper == 'Walker {walker}'"}


_HOME = "/dtale/main/1"

EXHIBIT = Exhibit(
    "dtale",
    "ranges of rows in React",
    dtale,
    (
        Workflow("table", table, (_instance(1), _instance(2)), _instance(0), all_of, _HOME),
        Workflow("narrowed", narrowed, (_query(3), _query(6)), _query(9), kept, _HOME),
    ),
)

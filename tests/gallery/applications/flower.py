"""Flower from PyPI: what workers of Celery have done, in a table that asks a server for its rows (DataTables)."""

from __future__ import annotations

import contextlib
import shutil
import subprocess
import urllib.request
from collections.abc import Iterator, Sequence
from pathlib import Path
from threading import Event

from playwright.async_api import Page

from ..application import Application, NotInstallableError, free_port, installed, running, served
from ..workflow import Exhibit, Row, Workflow, follow, read_two

THINGS = ("windmill", "footbridge", "quarry")
TASKS = 84
_TELL = """
import sys
from celery import Celery

url, tasks, things = sys.argv[1], int(sys.argv[2]), sys.argv[3:]
app = Celery(broker=url)
with app.connection() as connection:
    tell = app.events.Dispatcher(connection, hostname="celery@hill")
    tell.send("worker-online", freq=60, sw_ident="hill", sw_ver="1", sw_sys="hill")
    for n in range(tasks):
        uuid, at = f"00000000-0000-4000-8000-{n:012d}", 1767225600 + n * 60
        name = f"walk.{things[n % len(things)]}"
        tell.send("task-received", uuid=uuid, name=name, args=f"({n},)", kwargs="{}", retries=0, timestamp=at)
        tell.send("task-started", uuid=uuid, timestamp=at + 1)
        tell.send("task-succeeded", uuid=uuid, result=repr(f"climbed {n}"), runtime=n * 37 % 1000, timestamp=at + 2)
"""


@contextlib.contextmanager
def flower(folder: Path) -> Iterator[Application]:
    """Three kinds of tasks, which one worker told of."""
    keeper = shutil.which("redis-server")
    if keeper is None:
        raise NotInstallableError("there is no redis-server: apt install redis-server")
    programs = installed("flower", "flower", "celery[redis]")
    store = folder / "store"
    store.mkdir()
    broker, url = f"redis://127.0.0.1:{free_port(store)}/0", f"http://127.0.0.1:{free_port(folder)}"
    port = broker.rpartition(":")[2].removesuffix("/0")
    keep = [keeper, "--port", port, "--save", "", "--bind", "127.0.0.1", "--dir", str(store)]
    with running(keep, store):
        serve = [programs / "celery", "-b", broker, "flower", f"--port={url.rpartition(':')[2]}"]
        with served([*serve, "--address=127.0.0.1"], url, folder):
            tell = [programs / "python", "-c", _TELL, broker, str(TASKS), *THINGS]
            subprocess.run(tell, check=True, capture_output=True, cwd=folder)
            _wait(url)
            yield Application(url, "", "", folder)


def _wait(url: str) -> None:
    """Until it has been told of the last task."""
    asked = f"{url}/tasks/datatable?draw=1&start=0&length=1000&order[0][column]=0"
    while f"climbed {TASKS - 1}'" not in urllib.request.urlopen(asked).read().decode():
        Event().wait(0.1)


async def search(page: Page, _: Application, thing: str) -> None:
    await follow(page, "a:has-text('Tasks') >> nth=0")
    await page.wait_for_selector("#tasks-table tbody tr:has-text('walk.')")
    async with page.expect_response(lambda answer: "datatable" in answer.url):
        await page.fill("#tasks-table_filter input", thing)
    await page.wait_for_selector(f"#tasks-table_info:has-text('of {TASKS // 3} ')")
    for _ in range((TASKS // 3 - 1) // 15):
        async with page.expect_response(lambda answer: "datatable" in answer.url):
            await page.click("#tasks-table_next")


async def details(page: Page, app: Application, thing: str) -> None:
    await search(page, app, thing)
    await read_two(page, "#tasks-table tbody td a[href*='/task/']", 1, 4)


def numbers(thing: str) -> Sequence[int]:
    return [number for number in range(TASKS) if THINGS[number % 3] == thing]


def found(_: Application, thing: str) -> Sequence[Row]:
    return [(f"00000000-0000-4000-8000-{n:012d}", f"walk.{thing}", f"({n},)") for n in numbers(thing)]


def told(_: Application, thing: str) -> Sequence[Row]:
    return [(f"00000000-0000-4000-8000-{n:012d}", f"walk.{thing}", f"'climbed {n}'") for n in numbers(thing)]


EXHIBIT = Exhibit(
    "flower",
    "a monitor of workers",
    flower,
    (
        Workflow("search", search, ({"thing": "windmill"}, {"thing": "quarry"}), {"thing": "footbridge"}, found),
        Workflow("details", details, ({"thing": "windmill"}, {"thing": "quarry"}), {"thing": "footbridge"}, told),
    ),
)

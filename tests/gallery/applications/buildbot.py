"""Buildbot from PyPI: pages by React behind a hash, filled from an interface of JSON."""

from __future__ import annotations

import contextlib
import sqlite3
import subprocess
import threading
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, free_port, installed, served
from ..workflow import Exhibit, Row, Workflow

BUILDERS = ("windmill", "footbridge", "quarry")
BUILDS = 96
_SETTINGS = """
from buildbot.plugins import schedulers, util, worker
names = {builders!r}
c = BuildmasterConfig = {{
    "workers": [worker.LocalWorker("walker")],
    "protocols": {{"pb": {{"port": "tcp:0:interface=127.0.0.1"}}}},
    "schedulers": [schedulers.ForceScheduler(name="force", builderNames=names)],
    "builders": [util.BuilderConfig(name=name, workernames=["walker"], factory=util.BuildFactory(),
        description=f"Builds the {{name}}", tags=[name[:4]]) for name in names],
    "title": "Walks",
    "titleURL": "{url}/",
    "buildbotURL": "{url}/",
    "www": {{"port": "tcp:{port}:interface=127.0.0.1", "plugins": {{}}}},
    "db": {{"db_url": "sqlite:///state.sqlite"}},
    "buildbotNetUsageData": None,
}}
"""


@contextlib.contextmanager
def buildbot(folder: Path) -> Iterator[Application]:
    """Three builders with builds that have ended."""
    programs = installed("buildbot", "buildbot[bundle]")
    url = f"http://127.0.0.1:{free_port(folder)}"
    program = programs / "buildbot"
    subprocess.run([program, "create-master", "."], check=True, capture_output=True, cwd=folder)
    settings = _SETTINGS.format(builders=list(BUILDERS), url=url, port=url.rpartition(":")[2])
    (folder / "master.cfg").write_text(settings)
    with served([program, "start", "--nodaemon", "."], url, folder):
        fill(folder / "state.sqlite")
        yield Application(url, "", "", folder)


def fill(path: Path) -> None:
    """Builds of each builder in turn, each with two steps."""
    with contextlib.closing(sqlite3.connect(path, timeout=900)) as store, store:
        while len(builders := dict(store.execute("SELECT name, id FROM builders"))) < len(BUILDERS):
            threading.Event().wait(0.2)
        (master,) = store.execute("SELECT id FROM masters").fetchone()
        worker = 77
        _insert(store, "workers", {"id": worker, "name": "earlier", "info": "{}"})
        for n in range(BUILDS):
            told: dict[str, object] = {"id": n + 1, "complete_at": 1_700_000_060 + n * 600, "results": n % 3}
            asked = {**told, "submitted_at": 1_700_000_000 + n * 600, "complete": 1}
            built = {**told, "builderid": builders[BUILDERS[n % 3]], "started_at": 1_700_000_000 + n * 600}
            _insert(store, "buildsets", asked, reason=f"walk {n}")
            _insert(store, "buildrequests", asked, buildsetid=n + 1, builderid=built["builderid"])
            own = {"number": n // 3 + 1, "buildrequestid": n + 1, "workerid": worker, "masterid": master}
            _insert(store, "builds", built, **own, locks_duration_s=0, state_string=state(n))
            for place in (0, 1):
                step_of = {**told, "id": n * 2 + place + 1, "buildid": n + 1, "started_at": built["started_at"]}
                own = {"number": place, "name": f"part {place}", "state_string": step(n, place), "urls_json": "[]"}
                _insert(store, "steps", step_of, **own)


def _insert(store: sqlite3.Connection, table: str, shared: Mapping[str, object], **own: object) -> None:
    row = {**shared, **own}
    store.execute(f"INSERT INTO {table} ({', '.join(row)}) VALUES ({', '.join('?' * len(row))})", tuple(row.values()))


def state(number: int) -> str:
    return f"Walked to mile {number * 7}"


def step(number: int, place: int) -> str:
    return f"Saw {('gate', 'well')[place]} {number}"


async def builds(page: Page, _: Application, name: str) -> None:
    await page.click("text=Builds >> nth=0")
    await page.click("a[href$='#/builders']")
    await page.click(f"td a:text-is('{name}')")
    await page.wait_for_selector("text=Walked to mile")


async def steps(page: Page, app: Application, name: str) -> None:
    await builds(page, app, name)
    for place in (1, 4):
        if place > 1:
            await page.go_back()
            await page.wait_for_selector("text=Walked to mile")
        async with page.expect_response(lambda answer: "/steps" in answer.url):
            await page.click(f"td a[href*='/builds/'] >> nth={place}")
        await page.wait_for_selector("text=Saw well")


def of_builder(_: Application, name: str) -> Sequence[Row]:
    return [(str(n // 3 + 1), state(n)) for n in range(BUILDS) if BUILDERS[n % 3] == name]


def steps_of_builder(_: Application, name: str) -> Sequence[Row]:
    return [(step(n, place),) for n in range(BUILDS) if BUILDERS[n % 3] == name for place in (0, 1)]


_INPUTS = ({"name": "windmill"}, {"name": "quarry"})
EXHIBIT = Exhibit(
    "buildbot",
    "an interface of JSON behind React and a hash",
    buildbot,
    (
        Workflow("builds", builds, _INPUTS, {"name": "footbridge"}, of_builder),
        Workflow("steps", steps, _INPUTS, {"name": "footbridge"}, steps_of_builder),
    ),
)

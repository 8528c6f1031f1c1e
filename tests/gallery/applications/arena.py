"""Arena from npm, over Bull's queues in Redis: pages that a server renders, with details folded in each row."""

from __future__ import annotations

import contextlib
import json
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, NotInstallableError, free_port, installed_from_npm, running, served
from ..workflow import Exhibit, Row, Workflow, follow, turn

QUEUES = ("windmill", "footbridge", "quarry")
STATES = ("failed", "completed", "delayed")
JOBS = 990
_VERSIONS = {"bull-arena": "4.4.1", "bull": "4.16.5", "express": "4.22.3"}
_SERVE = """
const [port, redis, told] = process.argv.slice(2);
const Arena = require("bull-arena");
const Bull = require("bull");
const express = require("express");
const jobs = JSON.parse(require("fs").readFileSync(told));
async function fill() {
  const queues = {};
  for (const job of jobs) queues[job.queue] ??= new Bull(job.queue, redis);
  for (const { queue, id, name, state } of jobs)
    await queues[queue].add(name, { state }, { jobId: id, stackTraceLimit: 1, attempts: 1,
      ...(state == "delayed" ? { delay: 1000 * 3600 * 24 * 30 } : {}) });
  const told = Object.fromEntries(jobs.map(job => [job.id, job]));
  for (const queue of Object.values(queues)) {
    queue.process("*", async job => {
      if (told[job.id].state == "failed") throw new Error(told[job.id].reason);
      return told[job.id].reason;
    });
    while (await queue.getWaitingCount() + await queue.getActiveCount())
      await new Promise(done => setTimeout(done, 50));
    await queue.close();
  }
  const own = Object.keys(queues).map(name => ({ name, hostId: "Practice", redis: { port: new URL(redis).port } }));
  const screen = Arena({ Bull, queues: own, customCssPath: "/own.css" }, { basePath: "/", disableListen: true });
  express().get("/own.css", (_, answer) => answer.type("css").send(".sidebar { position: static !important }"))
    .use("/", screen).listen(+port, "127.0.0.1");
}
fill();
"""


@contextlib.contextmanager
def arena(folder: Path) -> Iterator[Application]:
    """Jobs in three queues, in three states."""
    server = shutil.which("redis-server")
    if server is None:
        raise NotInstallableError("there is no redis-server: apt install redis-server")
    modules = installed_from_npm("arena", {}, **_VERSIONS).parent
    (folder / "node_modules").symlink_to(modules)
    (folder / "serve.js").write_text(_SERVE)
    jobs = [
        {"queue": queue(n), "id": key(n), "name": name(n), "state": state(n), "reason": reason(n)} for n in range(JOBS)
    ]
    (folder / "jobs.json").write_text(json.dumps(jobs))
    url = f"http://127.0.0.1:{free_port(folder)}"
    store = folder / "store"
    store.mkdir()
    port = free_port(store)
    with running([server, "--port", str(port), "--save", "", "--bind", "127.0.0.1", "--dir", str(store)], store):
        serve = ["node", "serve.js", url.rpartition(":")[2], f"redis://127.0.0.1:{port}", "jobs.json"]
        with served(serve, url, folder):
            yield Application(url, "", "", folder)


def queue(number: int) -> str:
    return QUEUES[number % 3]


def state(number: int) -> str:
    return STATES[number // 3 % 3]


def key(number: int) -> str:
    return f"{number * 37 % 1009 + 1000}"


def name(number: int) -> str:
    return f"Paint part {number * 7 % 997} of the {queue(number)}"


def reason(number: int) -> str:
    return f"{number * 11 % 499} pots of paint"


async def _open(page: Page, queue: str, state: str) -> None:
    await follow(page, f"td a:text-is('{queue}')")
    await follow(page, f"a:has-text('{state}')")


async def failed(page: Page, _: Application, queue: str) -> None:
    await _open(page, queue, "failed")
    await turn(page, "ul.pagination li:last-child a")


async def in_state(page: Page, _: Application, state: str) -> None:
    await _open(page, "quarry", state)
    await turn(page, "ul.pagination li:last-child a")


async def details(page: Page, _: Application, queue: str) -> None:
    await failed(page, _, queue)
    for place in (0, 2):
        await page.click(f"h4.header-collapse >> nth={place}")
        await page.wait_for_timeout(700)
        await follow(page, f".list-group-item:has(h4) >> nth={place} >> a.btn-info:has-text('Job')")
        if not place:
            await page.go_back()


def in_queue(_: Application, queue: str) -> Sequence[Row]:
    """Key, name and reason."""
    return [(key(n), name(n), reason(n)) for n in range(JOBS) if QUEUES[n % 3] == queue and state(n) == "failed"]


def of_state(_: Application, state: str) -> Sequence[Row]:
    return [(key(n), name(n)) for n in range(JOBS) if queue(n) == "quarry" and STATES[n // 3 % 3] == state]


def opened(_: Application, queue: str) -> Sequence[Row]:
    return [(key(n), reason(n)) for n in range(JOBS) if QUEUES[n % 3] == queue and state(n) == "failed"]


_QUEUES = ({"queue": QUEUES[0]}, {"queue": QUEUES[2]})

EXHIBIT = Exhibit(
    "arena",
    "pages of a server over Redis",
    arena,
    (
        Workflow("failed", failed, _QUEUES, {"queue": QUEUES[1]}, in_queue),
        Workflow("state", in_state, ({"state": STATES[0]}, {"state": STATES[1]}), {"state": STATES[2]}, of_state),
        Workflow("details", details, _QUEUES, {"queue": QUEUES[1]}, opened),
    ),
)

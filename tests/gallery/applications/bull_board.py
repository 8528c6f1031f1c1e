"""Bull's board from npm: jobs in queues of Redis, in a page by React that asks for them again every few seconds."""

from __future__ import annotations

import contextlib
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, NotInstallableError, free_port, installed_from_npm, running, served
from ..workflow import Exhibit, Row, Workflow

THINGS = ("windmill", "footbridge", "quarry")
JOBS = 108
_SERVE = """
const express = require("express");
const { Queue } = require("bullmq");
const { createBullBoard } = require("@bull-board/api");
const { BullMQAdapter } = require("@bull-board/api/bullMQAdapter");
const { ExpressAdapter } = require("@bull-board/express");
const [port, redis, jobs, ...things] = process.argv.slice(1);
(async () => {
  const queues = things.map((thing) => new Queue(thing, { connection: { port: Number(redis) } }));
  for (let number = 0; number < Number(jobs); number++) {
    const data = { metres: number * 37 % 1000 };
    await queues[number % queues.length].add(`Climb ${number}`, data, { jobId: `job-${number}` });
  }
  const serverAdapter = new ExpressAdapter();
  createBullBoard({ queues: queues.map((queue) => new BullMQAdapter(queue)), serverAdapter });
  express().use("/", serverAdapter.getRouter()).listen(Number(port), "127.0.0.1");
})();
"""


@contextlib.contextmanager
def bull_board(folder: Path) -> Iterator[Application]:
    """Three queues with jobs that nobody works at."""
    keeper = shutil.which("redis-server")
    if keeper is None:
        raise NotInstallableError("there is no redis-server: apt install redis-server")
    versions = {"@bull-board/api": "9.10.2", "@bull-board/express": "9.10.1", "bullmq": "6.7.0", "express": "4.22.3"}
    modules = installed_from_npm("bull_board", **versions, ioredis="6.0.0").parent
    store = folder / "store"
    store.mkdir()
    port, url = free_port(store), f"http://127.0.0.1:{free_port(folder)}"
    keep = [keeper, "--port", str(port), "--save", "", "--bind", "127.0.0.1", "--dir", str(store)]
    with running(keep, store):
        serve = ["node", "-e", _SERVE, url.rpartition(":")[2], str(port), str(JOBS), *THINGS]
        with served(serve, url, folder, {"NODE_PATH": str(modules)}):
            yield Application(url, "", "", folder)


async def waiting(page: Page, _: Application, queue: str) -> None:
    await page.click(f"a:has-text('{queue}')")
    async with page.expect_response("**/api/queues?*status=waiting*"):
        await page.click("a:has-text('Waiting')")
    for number in range(2, (JOBS // 3 + 9) // 10 + 1):
        async with page.expect_response(f"**/api/queues?*page={number}&*"):
            await page.click("[aria-label='Next page']")


def of_queue(_: Application, queue: str) -> Sequence[Row]:
    numbers = [number for number in range(JOBS) if THINGS[number % 3] == queue]
    return [(f"job-{number}", f"Climb {number}", str(number * 37 % 1000)) for number in numbers]


EXHIBIT = Exhibit(
    "bull_board",
    "queues that are watched",
    bull_board,
    (Workflow("waiting", waiting, ({"queue": "windmill"}, {"queue": "quarry"}), {"queue": "footbridge"}, of_queue),),
)

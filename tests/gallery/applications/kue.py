"""Kue's own screen from npm: jobs by their state, asked for each second, with more of them as one scrolls down."""

from __future__ import annotations

import contextlib
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, NotInstallableError, free_port, installed_from_npm, running, served
from ..workflow import Exhibit, Row, Workflow

TYPES = ("windmill", "footbridge", "quarry")
STATES = ("inactive", "failed", "complete", "delayed")
SHOWN = {"Queued": "inactive", "Failed": "failed", "Complete": "complete", "Delayed": "delayed"}
JOBS = 288
_SIZE = 10
_FILL = """
const [redis, count, types, states] = process.argv.slice(1);
const kue = require("kue");
const queue = kue.createQueue({redis});
const type = types.split(","), state = states.split(",");
async function fill() {
  for (let n = 0; n < +count; n++) {
    const own = state[n % 4], title = `Paint part ${n} of the ${type[n % 3]}`;
    const job = queue.create(type[n % 3], {title, pots: n + 3});
    if (own === "delayed") job.delay(1000 * 3600 * 24 * 30);
    await new Promise((done, fail) => job.save(error => error ? fail(error) : done()));
    if (own === "failed" || own === "complete")
      await new Promise((done, fail) => job.state(own, error => error ? fail(error) : done()));
  }
}
fill().then(() => process.exit(0), error => { console.error(error); process.exit(1); });
"""


@contextlib.contextmanager
def kue(folder: Path) -> Iterator[Application]:
    """Jobs of three types, in four states."""
    server = shutil.which("redis-server")
    if server is None:
        raise NotInstallableError("there is no redis-server: apt install redis-server")
    programs = installed_from_npm("kue", kue="0.11.6")
    url = f"http://127.0.0.1:{free_port(folder)}"
    store = folder / "store"
    store.mkdir()
    port = free_port(store)
    kept = f"redis://127.0.0.1:{port}"
    with running([server, "--port", str(port), "--save", "", "--bind", "127.0.0.1", "--dir", str(store)], store):
        fill = ["node", "-e", _FILL, kept, str(JOBS), ",".join(TYPES), ",".join(STATES)]
        subprocess.run(fill, check=True, capture_output=True, cwd=programs.parent.parent)
        with served([programs / "kue-dashboard", "-p", url.rpartition(":")[2], "-r", kept], url, folder):
            yield Application(url, "", "", folder)


async def in_state(page: Page, _: Application, state: str) -> None:
    await page.click(f"#menu a:has-text('{state}')")
    await _scroll(page, JOBS // 4)


async def of_type(page: Page, _: Application, kind: str) -> None:
    await page.click("#menu a:has-text('Queued')")
    await page.locator("#jobs .job").nth(_SIZE - 1).wait_for()
    await page.select_option("#filter", kind)
    await page.wait_for_function(f"[...document.querySelectorAll('#jobs .type')].every(e => e.textContent == '{kind}')")
    await _scroll(page, JOBS // 12)


async def _scroll(page: Page, count: int) -> None:
    for shown in (*range(_SIZE, count, _SIZE), count):
        await page.locator("#jobs .job").nth(shown - 1).wait_for()
        await page.mouse.wheel(0, 100_000)
        await page.wait_for_timeout(300)
    await page.wait_for_timeout(1500)


def row(number: int) -> Row:
    return (f"Paint part {number} of the {TYPES[number % 3]}", TYPES[number % 3], STATES[number % 4])


def jobs_in(_: Application, state: str) -> Sequence[Row]:
    return [row(number) for number in range(JOBS) if STATES[number % 4] == SHOWN[state]]


def jobs_of(_: Application, kind: str) -> Sequence[Row]:
    return [row(number) for number in range(JOBS) if TYPES[number % 3] == kind and number % 4 == 0]


EXHIBIT = Exhibit(
    "kue",
    "a queue over an API that is asked each second",
    kue,
    (
        Workflow("state", in_state, ({"state": "Failed"}, {"state": "Complete"}), {"state": "Delayed"}, jobs_in),
        Workflow("kind", of_type, ({"kind": TYPES[0]}, {"kind": TYPES[2]}), {"kind": TYPES[1]}, jobs_of),
    ),
)

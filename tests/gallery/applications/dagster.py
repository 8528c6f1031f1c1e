"""Dagster from PyPI: an orchestrator of data; React over one GraphQL endpoint, with cursors from page to page."""

from __future__ import annotations

import contextlib
import json
import subprocess
import urllib.request
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, free_port, installed, served
from ..workflow import Exhibit, Row, Workflow

THINGS = ("windmill", "footbridge", "quarry")
RUNS = 120
_DEFINE = """
import dagster


def made(thing):
    @dagster.op(name=f"look_at_{thing}")
    def look():
        return 1

    @dagster.job(name=thing)
    def job():
        look()

    return job


defs = dagster.Definitions(jobs=[made(thing) for thing in %r])
"""
_FILL = """
import sys
from dagster import DagsterInstance, DagsterRunStatus
from defs import defs

runs, things = int(sys.argv[1]), sys.argv[2:]
instance = DagsterInstance.get()
for number in range(runs):
    job = defs.get_job_def(things[number % len(things)])
    told = {"place": f"hill {number}", ".dagster/repository": "__repository__@defs.py"}
    run = f"{number:08x}-0000-4000-8000-000000000000"
    instance.create_run_for_job(job, run_id=run, status=DagsterRunStatus.SUCCESS, tags=told)
"""


@contextlib.contextmanager
def dagster(folder: Path) -> Iterator[Application]:
    """Runs of three jobs, each with a tag of its own."""
    programs = installed("dagster", "dagster>=1.13,<2", "dagster-webserver")
    (folder / "dagster.yaml").write_text("telemetry:\n  enabled: false\n")
    (folder / "defs.py").write_text(_DEFINE % (THINGS,))
    own = {"DAGSTER_HOME": str(folder), "PYTHONPATH": str(folder)}
    fill = [str(programs / "python"), "-c", _FILL, str(RUNS), *THINGS]
    subprocess.run(fill, check=True, capture_output=True, cwd=folder, env={"PATH": "/usr/bin:/bin", **own})
    url = f"http://127.0.0.1:{free_port(folder)}"
    serve = [programs / "dagster-webserver", "-f", "defs.py", "-h", "127.0.0.1", "-p", url.rpartition(":")[2]]
    with served(serve, f"{url}/server_info", folder, own):
        no_news = json.dumps({"query": "mutation { setNuxSeen }"}).encode()  # else an offer of it stands before all
        asking = urllib.request.Request(f"{url}/graphql", no_news, {"Content-Type": "application/json"})
        with urllib.request.urlopen(asking):
            pass
        yield Application(url, "", "", folder)


async def runs_of_job(page: Page, _: Application, job: str) -> None:
    await page.click(f"a:has-text('{job}')")
    await page.click("a[href$='/runs']:not([href='/runs'])")
    runs = page.locator("a[href^='/runs/0000']")  # the first of them is the latest run, whatever page is shown
    await runs.nth(5).wait_for()
    older = page.locator("button:has-text('Older'):not([disabled])")
    while await older.count():
        before = await runs.nth(3).get_attribute("href")
        async with page.expect_response(lambda answer: "RunsFeedRootQuery" in (answer.request.post_data or "")):
            await older.click()
        await page.wait_for_selector(f"a[href^='/runs/0000']:not([href='{before}']) >> nth=3")
        await page.wait_for_timeout(2000)


def runs(_: Application, job: str) -> Sequence[Row]:
    return [
        (f"{number:08x}-0000-4000-8000-000000000000", job)
        for number in range(RUNS)
        if THINGS[number % len(THINGS)] == job
    ]


EXHIBIT = Exhibit(
    "dagster",
    "React over GraphQL",
    dagster,
    (Workflow("runs", runs_of_job, ({"job": "windmill"}, {"job": "quarry"}), {"job": "footbridge"}, runs, "/jobs"),),
)

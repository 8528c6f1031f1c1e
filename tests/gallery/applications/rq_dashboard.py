"""RQ's dashboard from PyPI: queues of jobs in Redis are watched; tables that jQuery fills again every few seconds."""

from __future__ import annotations

import contextlib
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from ..application import Application, NotInstallableError, free_port, installed, running, served
from ..workflow import Exhibit, Row, Workflow, follow

QUEUES = ("windmill", "footbridge", "quarry")
JOBS = 96
_PAGE = 8
_FILL = """
import sys
from datetime import datetime, timedelta
from redis import Redis
from rq import Queue
from rq.job import Job

jobs, queues, connection = int(sys.argv[2]), sys.argv[3:], Redis.from_url(sys.argv[1])
for number in range(jobs):
    name = queues[number % len(queues)]
    job = Job.create("time.sleep", id=f"{name}-{number:03}", description=f"Look at {name} {number}",
                     connection=connection)
    job.created_at = datetime(2026, 3, 1) + timedelta(minutes=number)
    Queue(name, connection=connection).enqueue_job(job)
    job.created_at = datetime(2026, 3, 1) + timedelta(minutes=number)
    job.enqueued_at = job.created_at
    job.save()
"""


@contextlib.contextmanager
def rq_dashboard(folder: Path) -> Iterator[Application]:
    """Three queues with jobs that nobody works at."""
    server = shutil.which("redis-server")
    if server is None:
        raise NotInstallableError("there is no redis-server: apt install redis-server")
    programs = installed("rq_dashboard", "rq-dashboard<0.9", "rq<2", "six", "setuptools<81")
    url = f"http://127.0.0.1:{free_port(folder)}"
    store = folder / "store"
    store.mkdir()
    port = free_port(store)
    keep = [server, "--port", str(port), "--save", "", "--bind", "127.0.0.1", "--dir", str(store)]
    with running(keep, store):
        _wait_for(port, programs)
        stored = f"redis://127.0.0.1:{port}"
        fill = [programs / "python", "-c", _FILL, stored, str(JOBS), *QUEUES]
        subprocess.run(fill, check=True, capture_output=True, cwd=folder)
        serve = [programs / "rq-dashboard", "-b", "127.0.0.1", "-p", url.rpartition(":")[2], "-u", stored]
        with served(serve, url, folder):
            yield Application(url, "", "", folder)


def _wait_for(port: int, programs: Path) -> None:
    again = "Retry(ConstantBackoff(0.1), 300)"
    imports = "from redis import Redis; from redis.retry import Retry; from redis.backoff import ConstantBackoff"
    asking = f"{imports}; Redis(port={port}, retry={again}).ping()"
    subprocess.run([programs / "python", "-c", asking], check=True, capture_output=True)


async def jobs_of_queue(page: Page, _: Application, queue: str) -> None:
    await follow(page, f"tr:has(td:text-is('{queue}')) a >> nth=0")
    await page.locator("tr[data-role=job]").first.wait_for()
    following = "li:not(.disabled) > a.page-link:text-is('›')"
    for _each in range(20):
        await page.wait_for_timeout(500)
        if not await page.locator(following).count():
            break
        await follow(page, following)
        await page.locator("tr[data-role=job]").first.wait_for()


def jobs(_: Application, queue: str) -> Sequence[Row]:
    """The dashboard asks Redis for as many jobs as stand up to a page's end, so that pages show some of them again."""
    listed = [(f"{queue}-{n:03}", f"Look at {queue} {n}") for n in range(JOBS) if QUEUES[n % 3] == queue]
    return [row for start in range(0, len(listed), _PAGE) for row in listed[start : 2 * start + _PAGE]]


EXHIBIT = Exhibit(
    "rq_dashboard",
    "watching of queues",
    rq_dashboard,
    (Workflow("jobs", jobs_of_queue, ({"queue": "windmill"}, {"queue": "quarry"}), {"queue": "footbridge"}, jobs),),
)

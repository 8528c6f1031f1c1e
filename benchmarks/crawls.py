"""Crawls of the static site with a queue in Redis: each in a fresh process, on an empty Redis."""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from threading import Event
from typing import Any

from redis import Redis

from benchmarks.redis_worker import KINDS, TUNED
from benchmarks.rounds import ROOT, run_worker, versions
from benchmarks.static_site import StaticSite
from scrapy_bt.testing.redis import RedisServer

WITHOUT_CAPACITY: Mapping[str, Any] = {"BT_CAPACITY": False}
"""The site, Redis and the worker share one machine here, so that a worker that leaves room for others leaves it to its
own site: a figure of the machine, not of the queue."""

SETTINGS = {**TUNED, **{kind: settings for kind, settings in KINDS.items() if settings}}


def all_versions(client: Redis) -> dict[str, str]:
    """Of everything that has a part in a crawl on Redis."""
    packages = versions("scrapy", "twisted", "parsel", "lxml", "redis", "hiredis", "scrapy-redis")
    return {**packages, "server": client.info("server")["redis_version"]}


def crawl(
    kind: str,
    site: StaticSite,
    *,
    shape: str,
    server: RedisServer,
    url: str = "",
    settings: Mapping[str, Any] = WITHOUT_CAPACITY,
) -> dict[str, Any]:
    """The measures of one crawl of a whole shape; *url*: where the worker finds the server, if it is elsewhere."""
    with Redis(port=server.port) as client:
        client.flushall()
    arguments = list_arguments(kind, site, shape=shape, url=url or server.url, settings=settings)
    measures = run_worker("benchmarks.redis_worker", *arguments)
    expected = site.graph_pages if shape == "graph" else site.list_pages
    assert measures["pages"] == expected, f"{kind}, {shape}: {measures['pages']} of {expected} pages"
    return measures


def list_arguments(
    kind: str,
    site: StaticSite,
    *,
    shape: str,
    url: str,
    settings: Mapping[str, Any] = WITHOUT_CAPACITY,
    log: Path | None = None,
) -> list[str]:
    """The command line of `benchmarks.redis_worker`."""
    arguments = [kind, site.url, "--shape", shape]
    if kind != "memory":
        arguments += ["--redis", url]
    if log is not None:
        arguments += ["--log", str(log)]
    return [*arguments, *(part for name, value in settings.items() for part in ("-s", f"{name}={json.dumps(value)}"))]


def start_worker(arguments: Sequence[str]) -> subprocess.Popen[str]:
    """Start a worker beside others; its last line of output is its measures."""
    command = [sys.executable, "-m", "benchmarks.redis_worker", *arguments]
    pipe = subprocess.PIPE
    return subprocess.Popen(command, cwd=ROOT, stdin=pipe, stdout=pipe, stderr=pipe, text=True)


def start_together(workers: Sequence[Sequence[str]]) -> list[subprocess.Popen[str]]:
    """Start workers that all begin their crawl when the last of them has loaded everything."""
    started = [start_worker([*arguments, "--wait"]) for arguments in workers]
    for worker in started:
        assert worker.stdout is not None
        worker.stdout.readline()
    for worker in started:
        assert worker.stdin is not None
        worker.stdin.write("\n")
        worker.stdin.flush()
    return started


def finish(worker: subprocess.Popen[str]) -> dict[str, Any]:
    """Wait for a worker's end; its measures."""
    said, complaints = worker.communicate(timeout=600)
    lines = said.strip().splitlines()
    if worker.returncode or not lines:
        raise SystemExit(f"a worker failed ({worker.returncode}):\n{said[-2000:]}\n{complaints[-4000:]}")
    measures: dict[str, Any] = json.loads(lines[-1])
    return measures


def pause(seconds: float = 0.05) -> None:
    """Let others work before the next look at what they have done."""
    Event().wait(seconds)


def measure_round_trip(port: int) -> float:
    """Milliseconds from a PING to its answer, the median."""
    with Redis(port=port) as client:
        times = []
        for _ in range(50):
            started = time.perf_counter()
            client.ping()
            times.append(time.perf_counter() - started)
    return statistics.median(times) * 1e3

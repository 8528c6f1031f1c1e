"""Goal 10: SIGKILL of one of two workers in mid-crawl: which pages nobody fetches, and which are fetched twice.

Both workers write a line for each page that they got. In flight is what the killed one had leased, as Redis knows it
then; its tasks are back when Redis has none of its leases any more.
"""

from __future__ import annotations

import subprocess
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

from redis import Redis

from benchmarks.crawls import SETTINGS, WITHOUT_CAPACITY, all_versions, list_arguments, pause, start_together
from benchmarks.prefill import open_frontier
from benchmarks.rounds import Measures, interleave, spread
from benchmarks.static_site import StaticSite
from scrapy_bt.frontier.redis.frontier import RedisFrontier
from scrapy_bt.testing.redis import RedisServer

SHAPES = ("list", "graph")
_TIMEOUT = 300.0
_TRIES = 10


def run(quick: bool) -> dict[str, Any]:  # noqa: FBT001  # every goal's one argument
    """Measure the goal; the result is what `python -m benchmarks` prints."""
    rounds = 5
    lease_seconds = 2.0 if quick else 30.0
    with (
        StaticSite(details=600 if quick else 4000, graph=400 if quick else 2000) as site,
        RedisServer() as server,
        Redis(port=server.port) as client,
    ):
        settings = {**WITHOUT_CAPACITY, "SCHEDULER_PERSIST": True, "BT_LEASE_SECONDS": lease_seconds}
        go = partial(_kill_one, site=site, server=server, client=client, settings=settings)
        variants = {f"redis, {shape}": partial(go, "redis", shape) for shape in SHAPES}
        if not quick:
            variants |= {f"scrapy-redis, {shape}": partial(go, "scrapy-redis", shape) for shape in SHAPES}
        measured = interleave(variants, rounds)
        if quick:
            peer = interleave({"scrapy-redis, list": partial(go, "scrapy-redis", "list")}, 2)
            measured = [{**each, **peer[number % 2]} for number, each in enumerate(measured)]
        found = all_versions(client)
    metrics: dict[str, Any] = {}
    for name in measured[0]:

        def values(measure: str, name: str = name) -> list[float]:
            return [each[name][measure] for each in measured]

        is_ours = name.startswith("redis")
        metrics[f"{name}: never fetched"] = _worst(values("lost"), "pages", 0 if is_ours else None)
        if is_ours:
            over = [twice - bound for twice, bound in zip(values("twice"), values("bound"), strict=True)]
            metrics[f"{name}: fetched twice"] = spread(values("twice"), "pages")
            metrics[f"{name}: in flight"] = spread(values("bound"), "pages")
            metrics[f"{name}: twice beyond in flight"] = _worst(over, "pages", 0)
            metrics[f"{name}: tasks back after"] = spread(values("back"), "s")
        else:
            metrics[f"{name}: fetched twice"] = spread(values("twice"), "pages")
        metrics[f"{name}: crawl's end after"] = spread(values("end"), "s")
    return {
        "goal": 10,
        "versions": found,
        "settings": {**SETTINGS, **settings, "rounds, scrapy-redis": 2 if quick else rounds},
        "rounds": rounds,
        "metrics": metrics,
    }


def _worst(values: list[float], unit: str, at_most: float | None) -> dict[str, Any]:
    """A promise is kept in every round or broken."""
    metric = spread(values, unit)
    if at_most is not None:
        metric |= {"target": f"<= {at_most:g} in every round", "met": max(values) <= at_most}
    return metric


def _kill_one(kind: str, shape: str, **given: Any) -> Measures:
    for _ in range(_TRIES):
        with suppress(_TooLateError):
            return _try_to_kill_one(kind, shape, **given)
    raise SystemExit(f"{kind}, {shape}: {_TRIES} times a worker was at its end before it could be killed")


class _TooLateError(Exception):
    """A worker ended by itself: one of scrapy-redis that finds nothing at first closes at once."""


def _try_to_kill_one(
    kind: str, shape: str, *, site: StaticSite, server: RedisServer, client: Redis, settings: dict[str, Any]
) -> Measures:
    client.flushall()
    expected = site.graph_pages if shape == "graph" else site.list_pages
    with tempfile.TemporaryDirectory() as folder:
        logs = [Path(folder, name) for name in ("first", "second")]
        workers = start_together(
            [list_arguments(kind, site, shape=shape, url=server.url, settings=settings, log=log) for log in logs]
        )
        _wait(lambda: sum(map(_count, logs)) >= 0.4 * expected, workers)
        # The busier one: a worker of scrapy-redis that found nothing at first sleeps for 5 s.
        victim, other = sorted(workers, key=lambda worker: -_count(logs[workers.index(worker)]))
        victim.kill()
        killed = time.time()
        victim.communicate()
        frontier = open_frontier(client) if kind == "redis" else None
        bound = _leases(frontier, victim.pid) if frontier else 0
        back = 0.0
        while other.poll() is None:
            if frontier and not back and not _leases(frontier, victim.pid):
                back = time.time() - killed
            assert time.time() < killed + _TIMEOUT, "the crawl does not end"
            pause()
        other.communicate()
        pages = Counter(line.split()[1] for log in logs for line in log.read_text(encoding="utf-8").splitlines())
    return {
        "lost": expected - len(pages),
        "twice": sum(count - 1 for count in pages.values()),
        "bound": bound,
        "back": back,
        "end": time.time() - killed,
    }


def _leases(frontier: RedisFrontier, pid: int) -> int:
    """Leases of the worker with this process."""
    return sum(worker.leases for worker in frontier.workers() if f":{pid}:" in worker.name)


def _count(log: Path) -> int:
    return log.read_bytes().count(b"\n") if log.exists() else 0


def _wait(is_time: Callable[[], bool], workers: Sequence[subprocess.Popen[str]]) -> None:
    end = time.monotonic() + _TIMEOUT
    while not is_time():
        assert time.monotonic() < end, "the crawl stands still"
        if any(worker.poll() is not None for worker in workers):
            for worker in workers:
                worker.kill()
                worker.communicate()
            raise _TooLateError
        pause(0.005)

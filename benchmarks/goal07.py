"""Goal 7: memory of Redis for each thousand queued tasks of a list/detail crawl, without and with the fingerprints.

The tasks are those that a crawl queues: it runs until all lists are read, and is then interrupted. What FLUSHALL frees
is what they took. Tasks of a tree need no fingerprint: a page that two links lead to is two tasks.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from typing import Any

from redis import Redis

from benchmarks.crawls import WITHOUT_CAPACITY, all_versions, list_arguments, pause, start_worker
from benchmarks.prefill import PREFIX, open_frontier
from benchmarks.rounds import Measures, beside, interleave, spread
from benchmarks.static_site import StaticSite
from scrapy_bt.frontier.listings import ControlTarget
from scrapy_bt.frontier.redis.keys import make_key
from scrapy_bt.testing.redis import RedisServer

TARGET_KB, TARGET_WITH_KEY_KB = 110, 180
_TREE = "list:requests"
_TIMEOUT = 300.0


def run(quick: bool) -> dict[str, Any]:  # noqa: FBT001  # every goal's one argument
    """Measure the goal; the result is what `python -m benchmarks` prints."""
    rounds = 5
    with (
        StaticSite(details=3000 if quick else 50_000, graph=1) as site,
        RedisServer() as server,
        Redis(port=server.port) as client,
    ):
        kinds = ("tree", "redis", "scrapy-redis")
        measured = interleave({kind: partial(_measure, kind, site, server, client) for kind in kinds}, rounds)
        found = all_versions(client)

    def metric(kind: str, measure: str, target: float | None = None) -> dict[str, Any]:
        return spread([each[kind][measure] for each in measured], "KB", at_most=target)

    return {
        "goal": 7,
        "versions": found,
        "settings": {"details": len(site.details), "per": "1,000 queued tasks"},
        "rounds": rounds,
        "metrics": {
            "tasks of a tree": metric("tree", "without", TARGET_KB),
            "requests": metric("redis", "without", TARGET_KB),
            "requests with fingerprint": metric("redis", "with", TARGET_WITH_KEY_KB),
            "scrapy-redis": metric("scrapy-redis", "without"),
            "scrapy-redis with fingerprint": metric("scrapy-redis", "with"),
            "ratio to scrapy-redis, with fingerprint": beside(
                [{"ours": each["redis"], "peer": each["scrapy-redis"]} for each in measured], "with", "ours", "peer"
            ),
        },
    }


def _measure(kind: str, site: StaticSite, server: RedisServer, client: Redis) -> Measures:
    client.flushall()
    frontier = open_frontier(client, _TREE if kind == "tree" else PREFIX)
    lists = site.list_pages - len(site.details)
    settings: dict[str, Any] = {**WITHOUT_CAPACITY, "SCHEDULER_PERSIST": True}
    count: Callable[[], int]
    if kind == "tree":
        # Details are before the next list in a tree's order: only a pause lets all of them wait.
        frontier.pause(ControlTarget(node="detail"))
        count, seen = (lambda: frontier.counts().paused), b""
    elif kind == "redis":
        settings["CLOSESPIDER_PAGECOUNT"] = lists
        count, seen = (lambda: frontier.counts().ready), make_key(PREFIX, "seen").encode()
    else:
        settings["CLOSESPIDER_PAGECOUNT"] = lists
        count, seen = (lambda: int(client.zcard(PREFIX))), b"shape:dupefilter"
    worker = start_worker(list_arguments(kind, site, shape="list", url=server.url, settings=settings))
    end = time.monotonic() + _TIMEOUT
    while worker.poll() is None and not (kind == "tree" and count() == len(site.details)):
        assert time.monotonic() < end, f"{kind}: {count()} tasks queued"
        pause()
    worker.kill()
    worker.communicate()
    while len(client.client_list()) > 1:
        pause()
    tasks, keys = count(), client.memory_usage(seen, samples=0) or 0
    # The lists and the first details are done and still known.
    known = len(site.details) + lists
    assert tasks > 0.9 * len(site.details), f"{kind}: only {tasks} of {len(site.details)} tasks are queued"
    full = client.info("memory")["used_memory"]
    client.flushall()
    used = full - client.info("memory")["used_memory"] - keys
    return {"without": used / tasks, "with": used / tasks + keys / known}

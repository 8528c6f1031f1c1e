"""Goal 6: tasks through the Redis frontier: known or not, queued, leased, done; one client, loopback.

Each task is asked for and stored, leased later, and ended: in batches, as a worker does it, through the same calls. A
tenth of the tasks is known already. Beside it what scrapy-redis does for a request, with its data ready: SADD, ZADD,
and a transaction that takes the first.
"""

from __future__ import annotations

import gc
import time
from functools import partial
from hashlib import sha1
from itertools import islice
from typing import Any

from redis import Redis

from benchmarks.crawls import all_versions
from benchmarks.prefill import list_requests, open_frontier, queue_items
from benchmarks.rounds import Measures, beside, interleave, spread
from scrapy_bt.frontier.completion import Completion, Finish, Requeue
from scrapy_bt.frontier.entries import Lease
from scrapy_bt.frontier.redis.call import Complete
from scrapy_bt.testing.redis import RedisServer

TARGET = 100_000
BATCHES = (100, 500)
DEPTH = 2_000
"""Tasks that are queued all the time."""

_DONE = Completion(Finish())


def run(quick: bool) -> dict[str, Any]:  # noqa: FBT001  # every goal's one argument
    """Measure the goal; the result is what `python -m benchmarks` prints."""
    rounds, tasks = (5, 50_000) if quick else (15, 200_000)
    with RedisServer() as server, Redis(port=server.port) as client:
        items = list(queue_items(list_requests("http://127.0.0.1:8000", tasks + DEPTH)))
        # Made beforehand: no worker has them, so that they must not cost its garbage collector anything.
        gc.freeze()
        variants = {f"batch of {size}": partial(_ours, client, size, items) for size in BATCHES}
        measured = interleave({**variants, "scrapy-redis": partial(_scrapy_redis, client, tasks // 25)}, rounds)
        found = all_versions(client)
    metrics: dict[str, Any] = {}
    for name in variants:
        metrics[f"tasks/s, {name}"] = spread([each[name]["rate"] for each in measured], "/s", at_least=TARGET)
        metrics[f"client's CPU, {name}"] = spread([each[name]["cpu_us"] for each in measured], "us")
        metrics[f"Redis' CPU, {name}"] = spread([each[name]["redis_us"] for each in measured], "us")
    metrics["requests/s, scrapy-redis"] = spread([each["scrapy-redis"]["rate"] for each in measured], "/s")
    metrics["ratio to scrapy-redis"] = beside(measured, "rate", f"batch of {BATCHES[-1]}", "scrapy-redis")
    return {"goal": 6, "versions": found, "settings": {"tasks": tasks}, "rounds": rounds, "metrics": metrics}


def _ours(client: Redis, size: int, items: list[Requeue]) -> Measures:
    client.flushall()
    frontier = open_frontier(client)
    frontier.put(items[:DEPTH])
    coming = iter(items[DEPTH:])
    known = size // 10
    leases: tuple[Lease, ...] = ()
    done = 0
    started = _now(client)
    while fresh := list(islice(coming, size - known)):
        answer = frontier.exchange(
            steps=[Complete(lease, _DONE) for lease in leases],
            put=[*fresh, *items[:known]],
            lease=size - known,
            expire=True,
        )
        assert all(answer.ended), "no lease gets lost"
        done += len(leases)
        leases = answer.leases
    return _rate(client, started, done)


def _scrapy_redis(client: Redis, tasks: int) -> Measures:
    client.flushall()
    data = [b"%06d" % number + bytes(334) for number in range(tasks)]
    fingerprints = [sha1(each, usedforsecurity=False).hexdigest() for each in data]
    started = _now(client)
    for fingerprint, each in zip(fingerprints, data, strict=True):
        client.sadd("dupefilter", fingerprint)
        client.execute_command("ZADD", "requests", 0, each)
        pipe = client.pipeline()
        pipe.multi()
        pipe.zrange("requests", 0, 0)
        pipe.zremrangebyrank("requests", 0, 0)
        pipe.execute()
    return _rate(client, started, tasks)


def _now(client: Redis) -> tuple[float, float, float]:
    used = client.info("cpu")
    return time.perf_counter(), time.process_time(), used["used_cpu_user"] + used["used_cpu_sys"]


def _rate(client: Redis, started: tuple[float, float, float], tasks: int) -> Measures:
    wall, cpu, redis = (now - then for now, then in zip(_now(client), started, strict=True))
    return {"rate": tasks / wall, "cpu_us": cpu / tasks * 1e6, "redis_us": redis / tasks * 1e6}

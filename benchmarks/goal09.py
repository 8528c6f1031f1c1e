"""Goal 9: ranking queued tasks anew after a weight changed, and pausing a node, however many tasks are queued.

The weight, the ranking of the tree and the frontier's buckets are the real ones: what is timed is all that a crawl does
between the step that moved a weight and the next lease; with the frontier in Redis (loopback) the round trips, too.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator
from itertools import count, cycle, islice
from typing import Any

from redis import Redis
from scrapy.settings import Settings

from benchmarks.rounds import versions
from scrapy_bt.core.language.parser import parse
from scrapy_bt.core.tree import operations as op
from scrapy_bt.core.tree.program import Program
from scrapy_bt.crawl.runtime.priorities import Priorities
from scrapy_bt.frontier.completion import Completion, Finish, Requeue
from scrapy_bt.frontier.entries import Bucket, Entry
from scrapy_bt.frontier.listings import ControlTarget
from scrapy_bt.frontier.memory import MemoryFrontier
from scrapy_bt.frontier.redis.frontier import RedisFrontier
from scrapy_bt.settings import DEFAULTS
from scrapy_bt.testing.redis import RedisServer

SIZES = (10_000, 100_000, 1_000_000)
TARGET_MS = 1.0
_STEADY = 2.0
"""How much longer it may take with a hundred times the tasks and still count as independent of them."""
_LEAVES = 12
_PAYLOAD = bytes(60)
_TREE = """
login   :: visit POST "https://shop.test/login"
page    :: visit "https://shop.test{path}"
next    :: data css "li.next a::attr(href)"
[[ session = 30m ]]
session :: and { :login }
main :: and {
    :session
    path = "/"
    while path {
        :page
        path = :next
        {walks}
    }
}
"""
_WALK = """
links_{n}   :: data css "a.kind-{n}::attr(href)" all
product_{n} :: visit "https://shop.test{{link}}"
offers_{n}  :: visit "https://shop.test{{link}}/offers"
record_{n}  :: item {{ title = css "h1::text" }}
detail_{n}  :: and (link) {{ :session :product_{n} :record_{n} :offers_{n} }}
"""


def run(quick: bool) -> dict[str, Any]:  # noqa: FBT001  # every goal's one argument
    """Measure it; *quick*: fewer repetitions, the same numbers of tasks."""
    rounds = 20 if quick else 100
    program = _program()
    buckets = _buckets(program)
    metrics: dict[str, Any] = {}
    times: dict[str, dict[int, list[float]]] = {}

    def measure(place: str, frontier: MemoryFrontier | RedisFrontier, priorities: Priorities) -> None:
        queued = 0
        # Each time twice as slow as all before: the weight moves far enough to rank anew.
        durations = (2.0**number for number in count(1))
        for size in SIZES:
            frontier.put(Requeue(Entry(bucket, _PAYLOAD)) for bucket in islice(cycle(buckets), size - queued))
            queued = size
            frontier.lease(0)
            for name, measured in _measure(frontier, priorities, islice(durations, rounds)).items():
                times.setdefault(f"{name}{place}", {})[size] = measured

    priorities = Priorities(program, Settings(DEFAULTS))
    measure("", MemoryFrontier(priorities.number, limits={}), priorities)
    with RedisServer() as server, Redis(port=server.port) as client:
        priorities = Priorities(program, Settings(DEFAULTS))
        frontier = RedisFrontier(client, "shop:requests", number=priorities.number, limits={})
        measure(", Redis", frontier, priorities)
        found = {**versions("scrapy", "redis", "hiredis"), "server": client.info("server")["redis_version"]}
    for name, by_size in times.items():
        for size, measured in by_size.items():
            metrics[f"{name}, {size:,} tasks"] = _milliseconds(measured)
        growth = statistics.median(by_size[SIZES[-1]]) / statistics.median(by_size[SIZES[0]])
        metrics[f"{name}, {SIZES[-1]:,} against {SIZES[0]:,}"] = {
            "ratio": round(growth, 2),
            "target": f"<= {_STEADY:g}",
            "met": growth <= _STEADY,
        }
    return {
        "goal": 9,
        "versions": found,
        "settings": {"buckets": len(buckets)},
        "rounds": rounds,
        "metrics": metrics,
    }


def _measure(
    frontier: MemoryFrontier | RedisFrontier, priorities: Priorities, durations: Iterator[float]
) -> dict[str, list[float]]:
    node = ControlTarget(node="product_1")
    times: dict[str, list[float]] = {"re-rank": [], "pause a node": [], "resume a node": []}
    for seconds in durations:
        moved = Completion(Finish(), measured={"product_1": seconds})

        def rerank(moved: Completion = moved) -> None:
            assert priorities.learn(moved)
            frontier.rerank()

        times["re-rank"].append(_time(rerank))
        times["pause a node"].append(_time(lambda: frontier.pause(node)))
        assert frontier.counts().paused
        times["resume a node"].append(_time(lambda: frontier.resume(node)))
        assert not frontier.counts().paused
    return times


def _time(act: Callable[[], object]) -> float:
    started = time.perf_counter()
    act()
    return time.perf_counter() - started


def _milliseconds(seconds: list[float]) -> dict[str, Any]:
    median = statistics.median(seconds) * 1e3
    return {
        "value": round(median, 3),
        "min": round(min(seconds) * 1e3, 3),
        "median": round(median, 3),
        "max": round(max(seconds) * 1e3, 3),
        "unit": "ms",
        "target": f"<= {TARGET_MS:g}",
        "met": median <= TARGET_MS,
    }


def _program() -> Program:
    walks = " ".join(f"while link = :links_{n} {{ goroutine {{ :detail_{n}(link) }} }}" for n in range(_LEAVES))
    text = "".join(_WALK.format(n=n) for n in range(_LEAVES)) + _TREE.replace("{walks}", walks)
    return Program(parse(text, file="shop.bt"), name="shop", text=text)


def _buckets(program: Program) -> list[Bucket]:
    """A bucket for each place where a task can wait for its visit."""
    return [Bucket(program.name, step.path) for step in program.operations if isinstance(step, op.FetchPage)]

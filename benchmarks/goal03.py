"""Goal 3: a crawl on the Redis frontier against the same spider on tuned Scrapy with its queue in memory, loopback.

The spider is the same in all columns; the `.bt` file of the list shape is measured against the spider, too, and
scrapy-redis stands beside them. All download with Scrapy's default handler.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from redis import Redis

from benchmarks.crawls import SETTINGS, WITHOUT_CAPACITY, all_versions, crawl
from benchmarks.rounds import Measures, beside, compare, interleave
from benchmarks.static_site import StaticSite
from scrapy_bt.testing.redis import RedisServer

TARGETS = {"list": 0.95, "graph": 0.90}
CPU_TARGET = 1.10


def run(quick: bool) -> dict[str, Any]:  # noqa: FBT001  # every goal's one argument
    """Measure the goal; the result is what `python -m benchmarks` prints."""
    rounds = 5 if quick else 9
    with StaticSite(details=300 if quick else 3000, graph=160 if quick else 1500) as site, RedisServer() as server:
        go = partial(crawl, site=site, server=server)
        variants: dict[str, Callable[[], Measures]] = {
            f"{kind}, {shape}": partial(go, kind, shape=shape)
            for shape in TARGETS
            for kind in ("memory", "redis", "scrapy-redis")
        }
        variants["tree, list"] = partial(go, "tree", shape="list")
        if not quick:
            variants["default, list"] = partial(go, "redis", shape="list", settings={})
        measured = interleave(variants, rounds)
        with Redis(port=server.port) as client:
            found = all_versions(client)
    metrics: dict[str, Any] = {}
    for shape, target in TARGETS.items():
        for kind in ("redis", "tree", "default", "scrapy-redis"):
            ours, peer = f"{kind}, {shape}", f"memory, {shape}"
            if ours not in variants:
                continue
            if kind in ("redis", "tree"):
                rate = compare(measured, "pages_per_s", ours, peer, target=target, at_least=True)
                cpu = compare(measured, "cpu_ms_per_page", ours, peer, target=CPU_TARGET, at_least=False)
            else:
                rate = beside(measured, "pages_per_s", ours, peer)
                cpu = beside(measured, "cpu_ms_per_page", ours, peer)
            name = {"default": "redis, BT_CAPACITY on"}.get(kind, kind)
            metrics[f"{name}, {shape}, pages/s"] = rate
            metrics[f"{name}, {shape}, CPU/page"] = cpu
    return {
        "goal": 3,
        "versions": found,
        "settings": {**SETTINGS, **WITHOUT_CAPACITY, "pages": {"list": site.list_pages, "graph": site.graph_pages}},
        "rounds": rounds,
        "metrics": metrics,
    }

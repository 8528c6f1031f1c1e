"""Goal 4: a crawl on a Redis that is 5 ms away against the same crawl on loopback.

The round trip is made by a proxy and measured by PING. scrapy-redis, which waits for every answer, crawls a smaller
site of the same shapes.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from redis import Redis

from benchmarks.crawls import SETTINGS, WITHOUT_CAPACITY, all_versions, crawl, measure_round_trip
from benchmarks.rounds import Measures, beside, compare, interleave
from benchmarks.static_site import StaticSite
from scrapy_bt.testing.network import DelayProxy
from scrapy_bt.testing.redis import RedisServer

ONE_WAY = 0.0025
TARGETS = {"list": 0.90, "graph": 0.85}


def run(quick: bool) -> dict[str, Any]:  # noqa: FBT001  # every goal's one argument
    """Measure the goal; the result is what `python -m benchmarks` prints."""
    rounds, peer_rounds = (5, 2) if quick else (7, 5)
    with (
        StaticSite(details=500 if quick else 3000, graph=300 if quick else 1500) as site,
        StaticSite(details=60 if quick else 300, graph=30 if quick else 150) as small,
        RedisServer() as server,
        DelayProxy(server.port, there=ONE_WAY, back=ONE_WAY) as proxy,
    ):

        def variants(kind: str, place: StaticSite) -> dict[str, Callable[[], Measures]]:
            go = partial(crawl, kind, place, server=server)
            near = {f"near, {shape}": partial(go, shape=shape) for shape in TARGETS}
            return {**near, **{f"far, {shape}": partial(go, shape=shape, url=proxy.url) for shape in TARGETS}}

        round_trip = {"direct": measure_round_trip(server.port), "through the proxy": measure_round_trip(proxy.port)}
        ours = interleave(variants("redis", site), rounds)
        peer = interleave(variants("scrapy-redis", small), peer_rounds)
        with Redis(port=server.port) as client:
            found = all_versions(client)
    metrics: dict[str, Any] = {}
    for shape, target in TARGETS.items():
        pair = (f"far, {shape}", f"near, {shape}")
        metrics[f"{shape}, pages/s"] = compare(ours, "pages_per_s", *pair, target=target, at_least=True)
        metrics[f"{shape}, CPU/page"] = beside(ours, "cpu_ms_per_page", *pair)
        metrics[f"{shape}, pages/s, scrapy-redis"] = beside(peer, "pages_per_s", *pair)
    return {
        "goal": 4,
        "versions": found,
        "settings": {
            **SETTINGS,
            **WITHOUT_CAPACITY,
            "PING, ms": {name: round(value, 2) for name, value in round_trip.items()},
            "pages": {"list": site.list_pages, "graph": site.graph_pages},
            "pages, scrapy-redis": {"list": small.list_pages, "graph": small.graph_pages},
            "rounds, scrapy-redis": peer_rounds,
        },
        "rounds": rounds,
        "metrics": metrics,
    }

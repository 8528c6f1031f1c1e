"""Goal 5: two workers on one queue against one; all detail pages are queued before they begin."""

from __future__ import annotations

from functools import partial
from typing import Any

from redis import Redis

from benchmarks.crawls import SETTINGS, WITHOUT_CAPACITY, all_versions, finish, list_arguments, start_together
from benchmarks.prefill import fill
from benchmarks.rounds import Measures, beside, compare, interleave, spread
from benchmarks.static_site import StaticSite
from scrapy_bt.testing.redis import RedisServer

TARGET = 1.85


def run(quick: bool) -> dict[str, Any]:  # noqa: FBT001  # every goal's one argument
    """Measure the goal; the result is what `python -m benchmarks` prints."""
    rounds = 5 if quick else 9
    with StaticSite(details=800 if quick else 5000, graph=1) as site, RedisServer() as server:

        def crawl(kind: str, count: int) -> Measures:
            with Redis(port=server.port) as client:
                client.flushall()
                fill(kind, client, site)
            arguments = list_arguments(kind, site, shape="details", url=server.url)
            measured = [finish(worker) for worker in start_together([arguments] * count)]
            pages = sum(each["pages"] for each in measured)
            assert pages == len(site.details), f"{kind}, {count} workers: {pages} of {len(site.details)} pages"
            # A worker that came too late for any page has no first one.
            busy = [each for each in measured if each["pages"]]
            seconds = max(each["last"] for each in busy) - min(each["first"] for each in busy)
            least = min(each["pages"] for each in measured)
            cpu = sum(each["cpu_ms_per_page"] * each["pages"] for each in measured) / pages
            return {"pages_per_s": pages / seconds, "cpu_ms_per_page": cpu, "least": 100 * least / pages}

        kinds = ("redis", "scrapy-redis")
        variants = {f"{kind}, {count}": partial(crawl, kind, count) for kind in kinds for count in (1, 2)}
        measured = interleave(variants, rounds)
        with Redis(port=server.port) as client:
            found = all_versions(client)
    ours, peer = ("redis, 2", "redis, 1"), ("scrapy-redis, 2", "scrapy-redis, 1")
    return {
        "goal": 5,
        "versions": found,
        "settings": {**SETTINGS, **WITHOUT_CAPACITY, "pages": len(site.details)},
        "rounds": rounds,
        "metrics": {
            "two workers : one, pages/s": compare(measured, "pages_per_s", *ours, target=TARGET, at_least=True),
            "two workers : one, CPU/page": beside(measured, "cpu_ms_per_page", *ours),
            "share of the one that did less": spread([each["redis, 2"]["least"] for each in measured], "%"),
            "scrapy-redis, pages/s": beside(measured, "pages_per_s", *peer),
            "scrapy-redis, CPU/page": beside(measured, "cpu_ms_per_page", *peer),
        },
    }

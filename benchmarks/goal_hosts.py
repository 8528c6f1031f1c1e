"""Goal 15, `hosts`: a tree that crawls many hosts against the same crawl as a Scrapy spider with its default queue.

That queue knows how many requests each host has under way (`DownloaderAwarePriorityQueue`); Scrapy's older one stands
beside it. Pages are queued host by host, those of the dead and the slow host first.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from redis import Redis

from benchmarks.crawls import all_versions
from benchmarks.hosts_site import SLOW_SECONDS, HostsSite
from benchmarks.hosts_worker import SETTINGS, TIMEOUT
from benchmarks.rounds import Measures, beside, compare, interleave, run_worker
from scrapy_bt.testing.redis import RedisServer

TARGET = 1.0


@dataclass(frozen=True)
class Scene:
    """What is crawled; *quick*: pages of each host in a quick call.

    Where a host is dead, the others have more to do than the time after which its pages are given up.
    """

    hosts: int
    pages: int
    quick: int
    delay: float = 0.0
    slow: int = 0
    dead: int = 0


SCENES = {
    "1 host": Scene(1, 3000, 600),
    "5 hosts, delay": Scene(5, 40, 6, delay=0.25),
    "50 hosts, delay": Scene(50, 40, 6, delay=0.25),
    "1,000 hosts, delay": Scene(1000, 6, 2, delay=0.5),
    "5 hosts, one slow": Scene(5, 200, 40, slow=1),
    "50 hosts, one dead": Scene(50, 40, 40, dead=1),
}


def run(quick: bool) -> dict[str, Any]:  # noqa: FBT001  # every goal's one argument
    """Measure the goal; the result is what `python -m benchmarks` prints."""
    rounds = 3 if quick else 5
    ours, peers = ("tree", "redis"), ("scrapy", "scrapy again") if quick else ("scrapy", "scrapy again", "plain queue")
    with HostsSite() as site, RedisServer() as server, Redis(port=server.port) as client:

        def crawl(kind: str, scene: Scene) -> dict[str, Any]:
            pages = scene.quick if quick else scene.pages
            index = site.index(hosts=scene.hosts, pages=pages, slow=scene.slow, dead=scene.dead)
            client.flushall()
            measures = run_worker(
                "benchmarks.hosts_worker", kind, index, f"--delay={scene.delay}", f"--redis={server.url}"
            )
            # On a busy machine pages of hosts that are not dead may take longer than the timeout, too.
            come, late = measures["items"], measures["timeouts"]
            expected = scene.hosts * pages
            assert come + late == expected, f"{kind}: {come} items and {late} timeouts of {expected} pages"
            assert late <= scene.dead * pages + expected // 100, f"{kind}: {late} timeouts, the machine is too busy"
            return measures

        variants: dict[str, Callable[[], Measures]] = {
            f"{kind}, {name}": partial(crawl, kind, scene) for name, scene in SCENES.items() for kind in (*ours, *peers)
        }
        measured = interleave(variants, rounds)
        found = all_versions(client)
    metrics: dict[str, Any] = {}
    for name in SCENES:
        for kind in ours:
            metric = compare(
                measured, "pages_per_s", f"{kind}, {name}", f"scrapy, {name}", target=TARGET, at_least=True
            )
            metrics[f"{kind}, {name}"] = metric
            work = beside(measured, "cpu_ms_per_page", f"{kind}, {name}", f"scrapy, {name}")
            metrics[f"{kind}, {name}, CPU per page"] = work
        metrics[f"scrapy again, {name}"] = beside(measured, "pages_per_s", f"scrapy again, {name}", f"scrapy, {name}")
        if "plain queue" in peers:
            older = beside(measured, "pages_per_s", f"tree, {name}", f"plain queue, {name}")
            metrics[f"tree, {name}, against the older queue"] = older
    return {
        "goal": 15,
        "versions": found,
        "settings": {**SETTINGS, "slow": SLOW_SECONDS, "timeout": TIMEOUT},
        "rounds": rounds,
        "metrics": metrics,
    }

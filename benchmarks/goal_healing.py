"""Watching: CPU a page with `BT_HEALING = "watch"` against the same crawl without it, of ordinary spiders and of trees.

All crawls of a round run in one process, in turns, so that what processes differ in (memory, hashes) is the same for
all of them; the ratio of two crawls without it tells how far that is exact.
"""

from __future__ import annotations

import statistics
from typing import Any

from benchmarks.redis_worker import TUNED
from benchmarks.rounds import run_worker, spread, versions
from benchmarks.static_site import StaticSite

TARGETS = {"spider": 1.02, "tree": 1.01}
"""CPU a page, in that of the crawl that is not watched."""


def run(quick: bool) -> dict[str, Any]:  # noqa: FBT001  # every goal's one argument
    """Measure the goal; the result is what `python -m benchmarks` prints."""
    rounds, turns, pages = (1, 8, 500) if quick else (3, 8, 1500)
    ways = (("scrapy", "watch"),) if quick else (("scrapy", "watch"), ("scrapy", "auto"), ("lean", "watch"))
    metrics: dict[str, Any] = {}
    with StaticSite(details=pages, graph=1) as site:
        for kind, target in TARGETS.items():
            for engine, mode in ways:
                arguments = (kind, engine, site.url, str(turns), mode)
                reports = [run_worker("benchmarks.healing_worker", *arguments, timeout=3600) for _ in range(rounds)]
                for report in reports:
                    assert report["items"] == [pages], f"{kind}: {report['items']} items of {pages}"
                    assert report["loaded"] == [], f"off loads {report['loaded']}"
                name = f"{kind}, {engine} engine"
                ratios, same = (
                    [each for report in reports for each in report["ratios"][which]] for which in ("watched", "same")
                )
                goal = target if (engine, mode) == ways[0] else None
                metrics[f"{name}: {mode} / off"] = spread(ratios, "", at_most=goal)
                metrics[f"{name}: off / off"] = spread(same, "")
                cpu = statistics.median(report["cpu_ms"] for report in reports)
                more = [1000 * cpu * (ratio - 1) for ratio in ratios]
                metrics[f"{name}: {mode}, CPU/page more of {cpu:.2f} ms"] = spread(more, "µs")
    return {
        "goal": "healing",
        "versions": versions("scrapy", "parsel", "lxml"),
        "settings": TUNED,
        "rounds": rounds * turns,
        "metrics": metrics,
    }

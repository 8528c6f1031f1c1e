"""Crawls of the static site by turns, watched and not, in this process; prints the ratios of their CPU as JSON."""

from __future__ import annotations

import argparse
import gc
import json
import statistics
import sys
import tempfile
from pathlib import Path
from typing import Any

from scrapy.crawler import AsyncCrawlerRunner
from scrapy.utils.defer import deferred_from_coro
from scrapy.utils.reactor import install_reactor

from benchmarks.redis_worker import TREE, TUNED, ShapeSpider, Watch

_WARM = 2
"""Turns that do not count; in them it is learned what is usual."""
_LOADED = ("scrapy_bt.crawl.healing", "scrapy_bt.storage.healing", "scrapy_bt.core.healing.perception")


async def _crawl(kind: str, settings: dict[str, Any], site: str) -> dict[str, Any]:
    spider: Any = ShapeSpider
    arguments = {"site": site}
    if kind == "tree":
        from scrapy_bt.crawl.spiderloader import spider_class  # noqa: PLC0415  # a spider needs none

        spider = spider_class(TREE)
    else:
        arguments["shape"] = "list"
    runner = AsyncCrawlerRunner(settings)
    crawler = runner.create_crawler(spider)
    watch = Watch(crawler, None)
    gc.collect()
    await runner.crawl(crawler, **arguments)
    return watch.report()


async def _measure(kind: str, engine: str, site: str, turns: int, mode: str) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder:
        settings = {
            **TUNED,
            "ADDONS": {"scrapy_bt.Addon": 300},
            "BT_PROGRESS": "off",
            "BT_CAPACITY": False,
            "BT_ENGINE": engine,
            "BT_HTTP": "lean" if engine == "lean" else "scrapy",
            "REMOTE_CONTROL_ENABLED": False,
        }
        watched = {**settings, "BT_HEALING": mode, "BT_HEALING_STORE": str(Path(folder) / "store.db")}
        items = {(await _crawl(kind, settings, site))["items"]}
        loaded = [name for name in _LOADED if name in sys.modules]
        cpu: dict[str, list[float]] = {"watched": [], "off": [], "again": []}
        variants = {"off": settings, "watched": watched, "again": settings}
        for turn in range(_WARM + turns):
            names = list(variants)[:: -1 if turn % 2 else 1]
            for name in names:
                report = await _crawl(kind, variants[name], site)
                items.add(report["items"])
                if turn >= _WARM:
                    cpu[name].append(report["cpu_ms_per_page"])
    both = [(one + other) / 2 for one, other in zip(cpu["off"], cpu["again"], strict=True)]
    return {
        "ratios": {
            "watched": [one / other for one, other in zip(cpu["watched"], both, strict=True)],
            "same": [one / other for one, other in zip(cpu["again"], cpu["off"], strict=True)],
        },
        "cpu_ms": statistics.median(both),
        "items": sorted(items),
        "loaded": loaded,
    }


def main() -> None:
    """Measure one kind of crawl on one engine."""
    parser = argparse.ArgumentParser()
    parser.add_argument("kind", choices=["spider", "tree"])
    parser.add_argument("engine", choices=["scrapy", "lean"])
    parser.add_argument("site")
    parser.add_argument("turns", type=int)
    parser.add_argument("mode", choices=["watch", "review", "auto"])
    options = parser.parse_args()
    install_reactor("twisted.internet.asyncioreactor.AsyncioSelectorReactor")
    from twisted.internet.task import react  # noqa: PLC0415  # it would install another one

    async def measure() -> None:
        site = options.site.rstrip("/")
        print(json.dumps(await _measure(options.kind, options.engine, site, options.turns, options.mode)))

    react(lambda _: deferred_from_coro(measure()))


if __name__ == "__main__":
    main()

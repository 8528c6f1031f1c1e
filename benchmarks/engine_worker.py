"""One crawl of the static site on an engine, in this process; prints its measures as JSON, memory included."""

from __future__ import annotations

import argparse
import json
import resource
import time
from collections.abc import AsyncIterator
from typing import Any

from scrapy import signals
from scrapy.crawler import AsyncCrawlerProcess, Crawler
from scrapy.http import Response

from benchmarks.redis_worker import TREE, TUNED, ShapeSpider

AIOHTTP = dict.fromkeys(("http", "https"), "scrapy_bt.crawl.downloadhandlers.HTTPDownloadHandler")
ADDED: dict[str, Any] = {
    "ADDONS": {"scrapy_bt.Addon": 300},
    "BT_PROGRESS": "off",
    "BT_CAPACITY": False,
    "BT_HTTP": "aiohttp",
    "REMOTE_CONTROL_ENABLED": False,
}
LEAN = {**ADDED, "BT_ENGINE": "lean", "BT_HTTP": "lean"}


class Passing:
    """A spider middleware that hands on what it gets."""

    async def process_spider_output(self, response: Response, result: AsyncIterator[Any]) -> AsyncIterator[Any]:
        del response
        async for output in result:
            yield output


ASYNCHRONOUS: dict[str, Any] = {"SPIDER_MIDDLEWARES": {Passing: 500}}
KINDS: dict[str, dict[str, Any]] = {
    "tuned": {"REMOTE_CONTROL_ENABLED": False},
    "tuned-aiohttp": {"REMOTE_CONTROL_ENABLED": False, "DOWNLOAD_HANDLERS": AIOHTTP},
    "added": ADDED,
    "lean": {**ADDED, "BT_ENGINE": "lean"},
    "tree": {**ADDED, "BT_ENGINE": "scrapy", "BT_GC_THRESHOLD": 0, "BT_HTTP": "scrapy"},
    "lean-tree": {**ADDED, "BT_ENGINE": "lean"},
    "client": LEAN,
    "client-tree": LEAN,
    "tuned-async": {"REMOTE_CONTROL_ENABLED": False, **ASYNCHRONOUS},
    "client-async": {**LEAN, **ASYNCHRONOUS},
}
"""Scrapy as an expert sets it up; this on aiohttp; with the add-on; on the lean engine; trees without and on it; the
same with the lean client; with an asynchronous spider middleware of somebody's own, without and with both."""


class Span:
    """Time and CPU from the first response until nothing is left; nothing is measured between, which would cost."""

    def __init__(self, crawler: Crawler) -> None:
        self._crawler = crawler
        self._first = self._last = (0.0, 0.0)
        crawler.signals.connect(self._begin, signals.response_received)
        crawler.signals.connect(self._end, signals.spider_idle)

    def _begin(self) -> None:
        self._first = time.time(), time.process_time()
        self._crawler.signals.disconnect(self._begin, signals.response_received)

    def _end(self) -> None:
        self._last = time.time(), time.process_time()
        self._crawler.signals.disconnect(self._end, signals.spider_idle)

    def report(self) -> dict[str, Any]:
        stats = self._crawler.stats
        assert stats is not None
        pages = stats.get_value("response_received_count", 0)
        seconds, cpu = (last - first for first, last in zip(self._first, self._last, strict=True))
        return {
            "pages": pages,
            "items": stats.get_value("item_scraped_count", 0),
            "pages_per_s": pages / seconds if seconds > 0 else 0.0,
            "cpu_ms_per_page": 1000 * cpu / max(1, pages),
        }


def main() -> None:
    """Crawl the list shape once."""
    parser = argparse.ArgumentParser()
    parser.add_argument("kind", choices=KINDS)
    parser.add_argument("site")
    options = parser.parse_args()
    spider: Any = ShapeSpider
    arguments = {"site": options.site}
    if options.kind.endswith("tree"):
        from scrapy_bt.crawl.spiderloader import spider_class  # noqa: PLC0415  # the peer must not pay for it

        spider = spider_class(TREE)
    else:
        arguments["shape"] = "list"
    process = AsyncCrawlerProcess({**TUNED, **KINDS[options.kind]})
    crawler = process.create_crawler(spider)
    span = Span(crawler)
    process.crawl(crawler, **arguments)
    process.start()
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(json.dumps({**span.report(), "rss_mb": peak, "engine": type(crawler.engine).__name__}))


if __name__ == "__main__":
    main()

"""One crawl of the static site on an engine, in this process; prints its measures as JSON, memory included."""

from __future__ import annotations

import argparse
import json
import resource
from collections.abc import AsyncIterator
from typing import Any

from scrapy.crawler import AsyncCrawlerProcess
from scrapy.http import Response

from benchmarks.redis_worker import TREE, TUNED, ShapeSpider, Watch

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
    watch = Watch(crawler, None)
    process.crawl(crawler, **arguments)
    process.start()
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(json.dumps({**watch.report(), "rss_mb": peak, "engine": type(crawler.engine).__name__}))


if __name__ == "__main__":
    main()

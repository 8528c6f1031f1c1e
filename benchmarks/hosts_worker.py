"""One crawl of many hosts in this process: pages per second from the first to the last response."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import scrapy
from scrapy import signals
from scrapy.crawler import AsyncCrawlerProcess

from benchmarks.crawl_worker import Meter

TREE = Path(__file__).parent / "trees" / "hosts.bt"
TIMEOUT = 2.0
"""Seconds after which the dead host is given up."""

SETTINGS: dict[str, Any] = {
    "CONCURRENT_REQUESTS": 32,
    # Scrapy 2.19 goes beyond a lower limit whenever several requests of a host wait; we do not.
    "CONCURRENT_REQUESTS_PER_DOMAIN": 32,
    "CONCURRENT_ITEMS": 8,
    "DOWNLOAD_TIMEOUT": TIMEOUT,
    "RETRY_ENABLED": False,
    "RANDOMIZE_DOWNLOAD_DELAY": False,  # chance would say more than the queues
    "LOG_LEVEL": "CRITICAL",
    "TELNETCONSOLE_ENABLED": False,
    "REMOTE_CONTROL_ENABLED": False,
    "BT_PROGRESS": "off",
}
KINDS: dict[str, dict[str, Any]] = {
    "tree": {},
    "redis": {"BT_FRONTIER": "redis", "BT_CAPACITY": False},
    "scrapy": {},
    "scrapy again": {},
    "plain queue": {"SCHEDULER_PRIORITY_QUEUE": "scrapy.pqueues.ScrapyPriorityQueue"},
}


class HostsSpider(scrapy.Spider):
    """The crawl of `trees/hosts.bt`, written by hand."""

    name = "hosts"

    def __init__(self, index: str, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.start_urls = [index]

    def parse(self, response: Any) -> Any:
        for link in response.css("a::attr(href)").getall():
            yield response.follow(link, self.parse_page)

    def parse_page(self, response: Any) -> Any:
        yield {"title": response.css("h1::text").get()}


def main() -> None:
    """Crawl once and print what was measured as a line of JSON."""
    parser = argparse.ArgumentParser()
    parser.add_argument("kind", choices=KINDS)
    parser.add_argument("index")
    parser.add_argument("--delay", type=float, default=0.0)
    parser.add_argument("--redis", default="")
    options = parser.parse_args()
    settings = {**SETTINGS, "DOWNLOAD_DELAY": options.delay, **KINDS[options.kind]}
    if options.redis:
        settings["REDIS_URL"] = options.redis
    if options.kind in ("tree", "redis"):
        from scrapy_bt.crawl.spiderloader import spider_class  # noqa: PLC0415  # the peer must not pay for it

        spider: Any = spider_class(TREE)
    else:
        spider = HostsSpider
    process = AsyncCrawlerProcess(settings)
    crawler = process.create_crawler(spider)
    meter = Meter(crawler)
    results: list[dict[str, float]] = []

    def finish() -> None:
        timeouts = crawler.stats.get_value("downloader/exception_count", 0)
        results.append({**meter.stop(), "timeouts": timeouts})

    crawler.signals.connect(finish, signals.spider_closed, weak=False)
    process.crawl(crawler, index=options.index)
    process.start()
    print(json.dumps(results[0]))


if __name__ == "__main__":
    main()

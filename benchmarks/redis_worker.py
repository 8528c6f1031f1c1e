"""One crawl of the static site in this process, on a queue in memory or in Redis; prints its measures as JSON."""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import scrapy
from scrapy import signals
from scrapy.crawler import AsyncCrawlerProcess, Crawler
from scrapy.http import Response

TREE = Path(__file__).parent / "trees" / "list.bt"
CONCURRENCY = 32
TUNED: dict[str, Any] = {
    "CONCURRENT_REQUESTS": CONCURRENCY,
    "CONCURRENT_REQUESTS_PER_DOMAIN": CONCURRENCY,
    "CONCURRENT_ITEMS": 8,
    "LOG_LEVEL": "WARNING",
    "TELNETCONSOLE_ENABLED": False,
}
"""Of all variants alike."""

OURS: dict[str, Any] = {
    "ADDONS": {"scrapy_bt.Addon": 300},
    "BT_FRONTIER": "redis",
    "BT_PROGRESS": "off",
    "REMOTE_CONTROL_ENABLED": False,
}
PEER: dict[str, Any] = {
    "SCHEDULER": "scrapy_redis.scheduler.Scheduler",
    "DUPEFILTER_CLASS": "scrapy_redis.dupefilter.RFPDupeFilter",
}
KINDS: dict[str, dict[str, Any]] = {"memory": {}, "redis": OURS, "tree": OURS, "scrapy-redis": PEER}
"""The queue of each variant: Scrapy's own, ours with a spider, ours with a `.bt` file, and scrapy-redis."""


class ShapeSpider(scrapy.Spider):
    """Crawls one shape of the site; of `details` it does what is queued already."""

    name = "shape"

    def __init__(self, *, site: str, shape: str, **arguments: Any) -> None:
        super().__init__(**arguments)
        self._site, self._shape = site, shape

    async def start(self) -> AsyncIterator[Any]:
        if self._shape == "graph":
            yield scrapy.Request(f"{self._site}/graph/0", self.parse_node)
        elif self._shape == "list":
            yield scrapy.Request(f"{self._site}/", self.parse)

    def parse(self, response: Response) -> Any:
        for link in response.css("a.list::attr(href)").getall():
            yield response.follow(link, self.parse_list)

    def parse_list(self, response: Response) -> Any:
        for link in response.css("a.item::attr(href)").getall():
            yield response.follow(link, self.parse_detail)

    def parse_node(self, response: Response) -> Any:
        for link in response.css("a.next::attr(href)").getall():
            yield response.follow(link, self.parse_node)
        yield from self.parse_detail(response)

    def parse_detail(self, response: Response) -> Any:
        yield {
            "title": response.css("h1::text").get(),
            "price": response.css(".price::text").get(),
            "sku": response.css(".sku::text").get(),
            "description": response.css(".description::text").get(),
        }


class Watch:
    """Notes time and CPU at the first and the last response, and, on request, each page as a line of *log*."""

    def __init__(self, crawler: Crawler, log: Path | None) -> None:
        self._log = os.open(log, os.O_CREAT | os.O_WRONLY) if log else None
        self.pages = self.items = 0
        self.first = self.last = (0.0, 0.0)
        self.closed: tuple[float, float] | None = None
        crawler.signals.connect(self.response_received, signals.response_received)
        crawler.signals.connect(self.item_scraped, signals.item_scraped)
        crawler.signals.connect(self.spider_closed, signals.spider_closed)

    def response_received(self, response: Response) -> None:
        self.pages += 1
        self.last = time.time(), time.process_time()
        if self.pages == 1:
            self.first = self.last
        if self._log is not None:
            # Unbuffered: a killed worker leaves the line of every page that it got.
            os.write(self._log, f"{self.last[0]:.4f} {response.url}\n".encode())

    def item_scraped(self) -> None:
        self.items += 1

    def spider_closed(self) -> None:
        self.closed = time.time(), time.process_time()

    def report(self) -> dict[str, Any]:
        if self.closed is None:
            raise SystemExit("the crawl did not begin")
        seconds = self.last[0] - self.first[0]
        return {
            "pages": self.pages,
            "items": self.items,
            "first": self.first[0],
            "last": self.last[0],
            "pages_per_s": self.pages / seconds if seconds else 0.0,
            "cpu_ms_per_page": 1000 * (self.last[1] - self.first[1]) / max(1, self.pages),
            "end_s": self.closed[0] - self.last[0],
        }


def make_settings(kind: str, redis: str, given: list[str]) -> dict[str, Any]:
    """Settings of a variant; *given*: further ones, as `NAME=JSON`."""
    settings = {**TUNED, **KINDS[kind], **({"REDIS_URL": redis} if redis else {})}
    return {**settings, **{name: json.loads(value) for name, _, value in (each.partition("=") for each in given)}}


def main() -> None:
    """Crawl once; with `--wait`, say "ready" and begin when a line comes from the input."""
    parser = argparse.ArgumentParser()
    parser.add_argument("kind", choices=KINDS)
    parser.add_argument("site")
    parser.add_argument("--shape", choices=["list", "graph", "details"], default="list")
    parser.add_argument("--redis", default="")
    parser.add_argument("--log", help="file for a line for each page")
    parser.add_argument("--wait", action="store_true", help="begin when told to")
    parser.add_argument("-s", action="append", default=[], metavar="NAME=JSON", help="further settings")
    options = parser.parse_args()
    spider: Any = ShapeSpider
    arguments = {"site": options.site}
    if options.kind == "tree":
        from scrapy_bt.crawl.spiderloader import spider_class  # noqa: PLC0415  # the peer must not pay for it

        spider = spider_class(TREE)
    else:
        arguments["shape"] = options.shape
    process = AsyncCrawlerProcess(make_settings(options.kind, options.redis, options.s))
    crawler = process.create_crawler(spider)
    watch = Watch(crawler, Path(options.log) if options.log else None)
    if options.wait:
        print("ready", flush=True)
        sys.stdin.readline()
    process.crawl(crawler, **arguments)
    process.start()
    print(json.dumps(watch.report()))


if __name__ == "__main__":
    main()

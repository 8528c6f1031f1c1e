"""One crawl in this process: pages per second from the first to the last response, and CPU per page."""

from __future__ import annotations

import argparse
import json
import resource
import time
from pathlib import Path
from typing import Any

import scrapy
from scrapy import signals
from scrapy.crawler import AsyncCrawlerProcess

TREE = Path(__file__).parent / "trees" / "plain.bt"
TUNED = {
    "CONCURRENT_REQUESTS": 32,
    "CONCURRENT_REQUESTS_PER_DOMAIN": 32,
    "CONCURRENT_ITEMS": 8,
    "LOG_LEVEL": "WARNING",
    "TELNETCONSOLE_ENABLED": False,
    "REMOTE_CONTROL_ENABLED": False,
    "BT_PROGRESS": "off",
}


class PlainSpider(scrapy.Spider):
    """The crawl of `trees/plain.bt`, written by hand."""

    name = "plain"

    def __init__(self, site: str, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.start_urls = [f"{site}/plain/"]

    def parse(self, response: Any) -> Any:
        for link in response.css("a.list::attr(href)").getall():
            yield response.follow(link, self.parse_list)

    def parse_list(self, response: Any) -> Any:
        for link in response.css("a.item::attr(href)").getall():
            yield response.follow(link, self.parse_detail)

    def parse_detail(self, response: Any) -> Any:
        yield {
            "title": response.css("h1::text").get(),
            "price": response.css(".price::text").get(),
            "sku": response.css(".sku::text").get(),
            "description": response.css(".description::text").get(),
        }


class Meter:
    """Notes time and CPU at the first and the last response."""

    def __init__(self, crawler: Any) -> None:
        self.pages = self.items = 0
        crawler.signals.connect(self.response_received, signals.response_received)
        crawler.signals.connect(self.item_scraped, signals.item_scraped)

    def response_received(self) -> None:
        self.pages += 1
        if self.pages == 1:
            self.first = self._now()

    def item_scraped(self) -> None:
        self.items += 1

    def stop(self) -> dict[str, float]:
        wall, cpu = self._now()
        return {
            "pages": self.pages,
            "items": self.items,
            "pages_per_s": self.pages / (wall - self.first[0]),
            "cpu_ms_per_page": 1000 * (cpu - self.first[1]) / self.pages,
        }

    @staticmethod
    def _now() -> tuple[float, float]:
        usage = resource.getrusage(resource.RUSAGE_SELF)
        return time.perf_counter(), usage.ru_utime + usage.ru_stime


def main() -> None:
    """Crawl once and print what was measured as a line of JSON."""
    parser = argparse.ArgumentParser()
    parser.add_argument("kind", choices=["tree", "hand"])
    parser.add_argument("site")
    options = parser.parse_args()
    if options.kind == "tree":
        from scrapy_bt.crawl.spiderloader import spider_class  # noqa: PLC0415  # the peer must not pay for it

        spider: Any = spider_class(TREE)
    else:
        spider = PlainSpider
    process = AsyncCrawlerProcess(TUNED)
    crawler = process.create_crawler(spider)
    meter = Meter(crawler)
    results: list[dict[str, float]] = []
    crawler.signals.connect(lambda: results.append(meter.stop()), signals.spider_closed, weak=False)
    process.crawl(crawler, site=options.site.rstrip("/"))
    process.start()
    print(json.dumps(results[0]))


if __name__ == "__main__":
    main()

"""One long crawl in this process; prints RSS, time and CPU by the pages as JSON."""

from __future__ import annotations

import argparse
import json
import os
import tempfile
import time
from pathlib import Path
from typing import Any

from scrapy import signals
from scrapy.crawler import AsyncCrawlerProcess, Crawler

from benchmarks.redis_worker import TREE, TUNED, ShapeSpider

SAMPLES = 40
_PAGE = os.sysconf("SC_PAGE_SIZE")

ADDED: dict[str, Any] = {
    "ADDONS": {"scrapy_bt.Addon": 300},
    "BT_PROGRESS": "off",
    "BT_CAPACITY": False,
    "BT_ALLOW_INTERNAL": True,
}
RULE = """
rule: soak
layers:
- layer: index
  entries: ['{site}/']
  tags:
  - {{tag: link, start: '<a class="list" href="', end: '"', link: list}}
- layer: list
  tags:
  - {{tag: link, start: '<a class="item" href="', end: '"', link: detail}}
- layer: detail
  tags:
  - {{tag: title, start: '<h1>', end: '</h1>'}}
  - {{tag: price, start: '<p class="price">', end: '</p>'}}
  - {{tag: sku, start: '<p class="sku">', end: '</p>'}}
  - {{tag: description, start: '<p class="description">', end: '</p>'}}
groups:
- group: products
  columns:
  - {{name: title, tag: detail.title}}
  - {{name: price, tag: detail.price}}
  - {{name: sku, tag: detail.sku}}
  - {{name: description, tag: detail.description}}
"""


class Samples:
    """What the process needs, noted every so many pages."""

    def __init__(self, crawler: Crawler, every: int) -> None:
        self._every = every
        self.pages = self.items = 0
        self.taken: list[dict[str, float]] = []
        crawler.signals.connect(self.response_received, signals.response_received)
        crawler.signals.connect(self.item_scraped, signals.item_scraped)

    def response_received(self) -> None:
        self.pages += 1
        if self.pages % self._every == 0:
            resident = int(Path("/proc/self/statm").read_text().split()[1]) * _PAGE
            now = {"seconds": time.perf_counter(), "cpu": time.process_time()}
            self.taken.append({"pages": self.pages, **now, "rss": resident})

    def item_scraped(self) -> None:
        self.items += 1


def main() -> None:
    """Crawl once."""
    parser = argparse.ArgumentParser()
    parser.add_argument("kind", choices=["plain", "spider", "tree", "rules"])
    parser.add_argument("queue", choices=["memory", "jobdir", "redis"])
    parser.add_argument("site")
    parser.add_argument("details", type=int)
    parser.add_argument("--redis", default="")
    options = parser.parse_args()
    settings = {**TUNED, "REMOTE_CONTROL_ENABLED": False, **({} if options.kind == "plain" else ADDED)}
    spider: Any = ShapeSpider
    arguments = {"site": options.site}
    with tempfile.TemporaryDirectory() as folder:
        if options.queue == "jobdir":
            settings["JOBDIR"] = str(Path(folder, "job"))
        if options.queue == "redis":
            settings |= {"BT_FRONTIER": "redis", "REDIS_URL": options.redis}
        if options.kind in ("tree", "rules"):
            from scrapy_bt.crawl.spiderloader import spider_class  # noqa: PLC0415  # the peer must not pay for it

            path = TREE
            if options.kind == "rules":
                arguments = {}
                path = Path(folder, "soak.yaml")
                path.write_text(RULE.format(site=options.site))
            spider = spider_class(path)
        else:
            arguments["shape"] = "list"
        process = AsyncCrawlerProcess(settings)
        crawler = process.create_crawler(spider)
        samples = Samples(crawler, max(1, options.details // SAMPLES))
        process.crawl(crawler, **arguments)
        process.start()
    print(json.dumps({"pages": samples.pages, "items": samples.items, "samples": samples.taken}))


if __name__ == "__main__":
    main()

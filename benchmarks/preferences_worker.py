"""One crawl of a linked collection by an ordinary spider, with preferences or without: CPU for each page."""

from __future__ import annotations

import argparse
import json
import os
import tempfile
from pathlib import Path
from typing import Any

import scrapy
from scrapy import signals
from scrapy.crawler import AsyncCrawlerProcess
from scrapy.linkextractors import LinkExtractor

from benchmarks.crawl_worker import TUNED, Meter


class Following(scrapy.Spider):
    """Follows all links, and keeps what most spiders do of a page."""

    name = "following"
    allowed_domains = ("127.0.0.1",)
    links = LinkExtractor()

    async def start(self) -> Any:
        yield scrapy.Request(self.site)

    def parse(self, response: Any) -> Any:
        yield {
            "url": response.url,
            "title": response.css("title::text").get(),
            "text": response.css("p::text").getall(),
        }
        yield from response.follow_all(self.links.extract_links(response))


def main() -> None:
    """Crawl once and print what was measured as a line of JSON."""
    parser = argparse.ArgumentParser()
    parser.add_argument("kind", choices=["off", "on"])
    parser.add_argument("site")
    parser.add_argument("word")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)  # where what is learned is kept
        wanted = Path(folder, "preferences.toml")
        wanted.write_text(f'[prefer.words]\n"{options.word}" = 3\n', encoding="utf-8")
        settings = {**TUNED, "ADDONS": {"scrapy_bt.addon.Addon": 1}, "BT_ENTITIES": str(Path(folder, "entities.db"))}
        settings |= {"BT_PREFERENCES": str(wanted)} if options.kind == "on" else {}
        process = AsyncCrawlerProcess(settings)
        crawler = process.create_crawler(Following)
        meter = Meter(crawler)
        results: list[dict[str, float]] = []
        crawler.signals.connect(lambda: results.append(meter.stop()), signals.spider_closed, weak=False)
        process.crawl(crawler, site=options.site)
        process.start()
        os.chdir("/")
    print(json.dumps(results[0]))


if __name__ == "__main__":
    main()

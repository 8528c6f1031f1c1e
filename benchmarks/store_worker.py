"""One crawl in this process that stores its records: how many a second, and CPU for each."""

from __future__ import annotations

import argparse
import json
from typing import Any

import scrapy
from scrapy import signals
from scrapy.crawler import AsyncCrawlerProcess

from benchmarks.crawl_worker import TUNED, Meter

STORE = "scrapy_bt.storage.relational.StorePipeline"
PLAIN = "benchmarks.store_worker.PlainPipeline"
FIELDS = ("url", "place", "title", "price", "text")
_TABLE = f"CREATE TABLE IF NOT EXISTS record ({', '.join(f'{name} TEXT' for name in FIELDS)}, PRIMARY KEY (url, place))"
_INSERT = f"INSERT INTO record ({', '.join(FIELDS)}) VALUES (%s, %s, %s, %s, %s) ON CONFLICT DO NOTHING"


class Records(scrapy.Spider):
    """Visits the details of the static site; each gives *count* records."""

    name = "record"

    def __init__(self, site: str, pages: str, count: str, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.start_urls = [f"{site}/detail/{number}" for number in range(int(pages))]
        self.count = int(count)

    def parse(self, response: Any) -> Any:
        title, price = response.css("h1::text").get(), response.css(".price::text").get()
        text = response.css(".description::text").get()
        for place in range(self.count):
            yield dict(zip(FIELDS, (response.url, str(place), title, price, text), strict=True))


class PlainPipeline:
    """As most projects have it: a connection, and for each item an INSERT and a commit, which everything waits for."""

    def __init__(self, crawler: Any) -> None:
        self._url = crawler.settings["PLAIN_URL"]

    @classmethod
    def from_crawler(cls, crawler: Any) -> Any:
        return cls(crawler)

    def open_spider(self) -> None:
        scheme, _, rest = self._url.partition(":///")
        if scheme == "sqlite":
            import sqlite3  # noqa: PLC0415  # only what this variant needs

            self._connection: Any = sqlite3.connect(rest)
            self._insert = _INSERT.replace("%s", "?")
        else:
            import psycopg  # noqa: PLC0415

            self._connection = psycopg.connect(self._url)
            self._insert = _INSERT
        self._connection.execute(_TABLE)
        self._connection.commit()

    def process_item(self, item: Any) -> Any:
        self._connection.execute(self._insert, tuple(item.values()))
        self._connection.commit()
        return item

    def close_spider(self) -> None:
        self._connection.close()


class StoreMeter(Meter):
    """Counts until everything is stored."""

    def stop(self) -> dict[str, float]:
        wall, cpu = self._now()
        return {
            "records": self.items,
            "records_per_s": self.items / (wall - self.first[0]),
            "cpu_ms_per_record": 1000 * (cpu - self.first[1]) / self.items,
        }


def main() -> None:
    """Crawl once and print what was measured as a line of JSON."""
    parser = argparse.ArgumentParser()
    parser.add_argument("kind", choices=["none", "plain", "ours"])
    parser.add_argument("site")
    parser.add_argument("url")
    parser.add_argument("--pages", required=True)
    parser.add_argument("--count", default="1")
    options = parser.parse_args()
    pipelines = {"none": {}, "plain": {PLAIN: 900}, "ours": {STORE: 900}}[options.kind]
    settings = {**TUNED, "ITEM_PIPELINES": pipelines, "BT_STORE_URL": options.url, "PLAIN_URL": options.url}
    process = AsyncCrawlerProcess(settings)
    crawler = process.create_crawler(Records)
    meter = StoreMeter(crawler)
    results: list[dict[str, float]] = []
    crawler.signals.connect(lambda: results.append(meter.stop()), signals.spider_closed, weak=False)
    process.crawl(crawler, site=options.site.rstrip("/"), pages=options.pages, count=options.count)
    process.start()
    print(json.dumps(results[0]))


if __name__ == "__main__":
    main()

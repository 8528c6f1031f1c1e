"""Measures a `scrapy crawl` from inside: a module that a benchmark project names as its extension."""

from __future__ import annotations

import json
import os
from pathlib import Path

from scrapy import signals
from scrapy.crawler import Crawler

from benchmarks.crawl_worker import Meter

RESULT = "BENCHMARK_RESULT"
"""Environment variable that names the file for the measures."""


class Measure(Meter):
    """Writes what `Meter` measured when the spider closes."""

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Measure:
        extension = cls(crawler)
        crawler.signals.connect(extension.spider_closed, signals.spider_closed)
        return extension

    def spider_closed(self) -> None:
        Path(os.environ[RESULT]).write_text(json.dumps(self.stop()), encoding="utf-8")

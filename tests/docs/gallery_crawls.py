"""Crawls the trees and the spiders of a folder, each on the site that is given, and prints what came of each as JSON.

    python -m tests.docs.gallery_crawls FOLDER SITE

A process of its own: a reactor is started in it.
"""

from __future__ import annotations

import json
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

from scrapy import Spider, signals
from scrapy.crawler import AsyncCrawlerProcess
from scrapy.utils.spider import iter_spider_classes

from scrapy_bt.crawl.spiderloader import spider_class

SETTINGS = {"LOG_ENABLED": False, "TELNETCONSOLE_ENABLED": False, "REMOTE_CONTROL_ENABLED": False}


def crawl(folder: Path, site: str) -> dict[str, dict[str, Any]]:
    """Records and the number of requests of each file."""
    process = AsyncCrawlerProcess(SETTINGS)
    found: dict[str, dict[str, Any]] = {}
    for path in sorted(folder.iterdir()):
        if path.suffix in (".bt", ".py"):
            _prepare(process, path, site, found.setdefault(path.name, {"records": []}))
    process.start()
    return found


def _prepare(process: AsyncCrawlerProcess, path: Path, site: str, found: dict[str, Any]) -> None:
    spider: type[Spider]
    if path.suffix == ".bt":
        spider = spider_class(path)
    else:
        spec = spec_from_file_location(f"gallery_{path.stem}", path)
        assert spec is not None
        assert spec.loader is not None
        module = module_from_spec(spec)
        sys.modules[module.__name__] = module
        spec.loader.exec_module(module)
        (spider,) = iter_spider_classes(module)
    crawler = process.create_crawler(spider)

    def keep(item: Any) -> None:
        found["records"].append(dict(item))

    def count() -> None:
        assert crawler.stats is not None
        found["requests"] = crawler.stats.get_value("downloader/request_count")

    crawler.signals.connect(keep, signal=signals.item_scraped, weak=False)
    crawler.signals.connect(count, signal=signals.spider_closed, weak=False)
    process.crawl(crawler, site=site)


if __name__ == "__main__":
    print(json.dumps(crawl(Path(sys.argv[1]), sys.argv[2])))

"""Goal 2: a project from our template against one from `scrapy startproject`, with the same spider.

Both templates begin with a request a second for each site, which would make both crawls equally slow; that courtesy is
lifted on both sides alike, and everything else is as the templates have it.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

from benchmarks.projects import crawl_project, run_scrapy
from benchmarks.rounds import compare, interleave, versions
from scrapy_bt.testing.site.process import PracticeSite

_COURTESY = ("CONCURRENT_REQUESTS_PER_DOMAIN=16", "DOWNLOAD_DELAY=0", "DOWNLOAD_SLOTS={}", "ROBOTSTXT_OBEY=False")
_SPIDER = """
from benchmarks.crawl_worker import PlainSpider


class Spider(PlainSpider):
    pass
"""


def run(quick: bool) -> dict[str, Any]:  # noqa: FBT001  # every goal's one argument
    """Measure the goal; the result is what `python -m benchmarks` prints."""
    rounds = 5 if quick else 9
    products = 800 if quick else 2000
    with tempfile.TemporaryDirectory() as folder, PracticeSite(products=products) as site:
        stock, ours = Path(folder, "stock"), Path(folder, "ours")
        run_scrapy(Path(folder), "startproject", "stock")
        run_scrapy(Path(folder), "bt", "new", "ours")
        for project in (stock, ours):
            Path(project, project.name, "spiders", "plain_spider.py").write_text(_SPIDER, encoding="utf-8")

        def crawl(project: Path) -> dict[str, Any]:
            measures = crawl_project(project, "plain", site.url.rstrip("/"), *_COURTESY)
            assert measures["items"] == products, f"{project.name}: {measures['items']} of {products} items"
            return measures

        measured = interleave({"ours": lambda: crawl(ours), "stock": lambda: crawl(stock)}, rounds)
    return {
        "goal": 2,
        "versions": versions("scrapy", "twisted", "parsel", "lxml"),
        "settings": {"lifted on both sides": _COURTESY},
        "rounds": rounds,
        "metrics": {
            "pages/s": compare(measured, "pages_per_s", "ours", "stock", target=1.8, at_least=True),
        },
    }

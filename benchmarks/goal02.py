"""Goal 2: a project from our template against one from `scrapy startproject`, with the same spider.

Both templates begin with a request a second for each site, which would make both crawls equally slow; that courtesy is
lifted on both sides alike, and everything else is as the templates have it.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from benchmarks.project_worker import RESULT
from benchmarks.rounds import ROOT, compare, interleave, versions
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
        _scrapy(Path(folder), "startproject", "stock")
        _scrapy(Path(folder), "bt", "new", "ours")
        for project in (stock, ours):
            Path(project, project.name, "spiders", "plain_spider.py").write_text(_SPIDER, encoding="utf-8")

        def crawl(project: Path) -> dict[str, Any]:
            result = project / "result.json"
            settings = (*_COURTESY, 'EXTENSIONS={"benchmarks.project_worker.Measure": 0}')
            options = [part for setting in settings for part in ("-s", setting)]
            environment = {**os.environ, RESULT: str(result), "PYTHONPATH": str(ROOT)}
            _scrapy(project, "crawl", "plain", "-a", f"site={site.url.rstrip('/')}", *options, environment=environment)
            measures: dict[str, Any] = json.loads(result.read_text(encoding="utf-8"))
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


def _scrapy(folder: Path, *arguments: str, environment: dict[str, str] | None = None) -> None:
    command = [sys.executable, "-m", "scrapy", *arguments]
    done = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, timeout=600, check=False
    )
    if done.returncode:
        raise SystemExit(f"{' '.join(command)} failed:\n{done.stdout[-2000:]}\n{done.stderr[-4000:]}")

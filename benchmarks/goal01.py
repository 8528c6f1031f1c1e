"""Goal 1: a `.bt` file against the same crawl written by hand as a Scrapy spider, memory frontier."""

from __future__ import annotations

from typing import Any

from benchmarks.crawl_worker import TUNED
from benchmarks.rounds import compare, interleave, run_worker, versions
from scrapy_bt.testing.site.process import PracticeSite


def run(quick: bool) -> dict[str, Any]:  # noqa: FBT001  # every goal's one argument
    """Measure the goal; the result is what `python -m benchmarks` prints."""
    rounds = 5 if quick else 9
    products = 1000 if quick else 3000
    with PracticeSite(products=products) as site:

        def worker(kind: str) -> dict[str, Any]:
            result = run_worker("benchmarks.crawl_worker", kind, site.url)
            assert result["items"] == products, f"{kind}: {result['items']} of {products} items"
            return result

        measured = interleave({"tree": lambda: worker("tree"), "hand": lambda: worker("hand")}, rounds)
    return {
        "goal": 1,
        "versions": versions("scrapy", "twisted", "parsel", "lxml"),
        "settings": TUNED,
        "rounds": rounds,
        "metrics": {
            "pages/s": compare(measured, "pages_per_s", "tree", "hand", target=0.97, at_least=True),
            "CPU/page": compare(measured, "cpu_ms_per_page", "tree", "hand", target=1.05, at_least=False),
        },
    }

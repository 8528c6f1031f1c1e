"""Goal 16: a spider and a tree on the lean engine, against the spider on Scrapy as an expert sets it up."""

from __future__ import annotations

from typing import Any

from benchmarks.engine_worker import KINDS
from benchmarks.redis_worker import TUNED
from benchmarks.rounds import beside, compare, interleave, run_worker, versions
from benchmarks.static_site import StaticSite


def run(quick: bool) -> dict[str, Any]:  # noqa: FBT001  # every goal's one argument
    """Measure the goal; the result is what `python -m benchmarks` prints."""
    rounds = 5 if quick else 9
    details = 1000 if quick else 3000
    kinds = ("tuned", "lean", "lean-tree") if quick else tuple(KINDS)
    with StaticSite(details=details, graph=1) as site:

        def worker(kind: str) -> dict[str, Any]:
            result = run_worker("benchmarks.engine_worker", kind, site.url)
            assert result["items"] == details, f"{kind}: {result['items']} of {details} items"
            assert (result["engine"] == "LeanEngine") is kind.startswith("lean"), f"{kind}: {result['engine']}"
            return result

        measured = interleave({kind: lambda kind=kind: worker(kind) for kind in kinds}, rounds)  # type: ignore[misc]
    metrics = {
        "spider, pages/s": compare(measured, "pages_per_s", "lean", "tuned", target=2.3, at_least=True),
        "spider, CPU/page": beside(measured, "cpu_ms_per_page", "lean", "tuned"),
        "spider, RSS": compare(measured, "rss_mb", "lean", "tuned", target=1.1, at_least=False),
        "tree, pages/s": compare(measured, "pages_per_s", "lean-tree", "tuned", target=2.2, at_least=True),
        "tree, CPU/page": beside(measured, "cpu_ms_per_page", "lean-tree", "tuned"),
        "tree, RSS": beside(measured, "rss_mb", "lean-tree", "tuned"),
    }
    if not quick:
        for kind in ("tuned-aiohttp", "added", "tree"):
            metrics[f"{kind}, pages/s"] = beside(measured, "pages_per_s", kind, "tuned")
            metrics[f"{kind}, CPU/page"] = beside(measured, "cpu_ms_per_page", kind, "tuned")
        metrics["spider, CPU/page, same handler"] = beside(measured, "cpu_ms_per_page", "lean", "tuned-aiohttp")
    return {
        "goal": 16,
        "versions": versions("scrapy", "twisted", "aiohttp", "parsel", "lxml"),
        "settings": TUNED,
        "rounds": rounds,
        "metrics": metrics,
    }

"""Goal 16: a spider and a tree on the lean engine and client, against the spider on Scrapy as an expert sets it up."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from benchmarks.engine_worker import KINDS
from benchmarks.redis_worker import TUNED
from benchmarks.rounds import beside, compare, interleave, run_worker, versions
from benchmarks.static_site import StaticSite
from tests.certificates import write_certificate

_LARGE = 200_000
"""Bytes of a large page."""
_GOALS = {
    ("small", "lean"): 2.3,
    ("small", "lean-tree"): 2.2,
    ("small", "client"): 3.2,
    ("small", "client-tree"): 3.0,
    ("https", "client"): 2.0,
    ("https", "client-tree"): 1.9,
}
"""Pages per second, in the peer's."""


def run(quick: bool) -> dict[str, Any]:  # noqa: FBT001  # every goal's one argument
    """Measure the goal; the result is what `python -m benchmarks` prints."""
    rounds = 3 if quick else 7
    pages = 500 if quick else 2000
    metrics: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as folder:
        sites = {
            "small": StaticSite(details=pages, graph=1),
            "https": StaticSite(details=pages, graph=1, certificate=write_certificate(Path(folder))),
            "large": StaticSite(details=pages // 4, graph=1, size=_LARGE),
        }
        small = ("lean", "lean-tree", "client", "client-tree")
        plans: dict[str, tuple[str, Sequence[str]]] = {
            "small": (
                "tuned",
                small if quick else tuple(kind for kind in KINDS if not kind.endswith(("-async", "tuned"))),
            ),
            "https": ("tuned", ("client", "client-tree")),
            **({} if quick else {"large": ("tuned", ("client",))}),
        }
        for name, (peer, kinds) in plans.items():
            metrics |= _measure(name, sites[name], peer, kinds, rounds)
        if not quick:
            metrics |= _measure("small", sites["small"], "tuned-async", ("client-async",), rounds)
    return {
        "goal": 16,
        "versions": versions("scrapy", "twisted", "aiohttp", "httptools", "parsel", "lxml"),
        "settings": TUNED,
        "rounds": rounds,
        "metrics": metrics,
    }


def _measure(name: str, site: StaticSite, peer: str, kinds: Sequence[str], rounds: int) -> dict[str, Any]:
    with site:

        def worker(kind: str) -> dict[str, Any]:
            result = run_worker("benchmarks.engine_worker", kind, site.url)
            assert result["items"] == len(site.details), f"{kind}: {result['items']} of {len(site.details)} items"
            assert (result["engine"] == "LeanEngine") is kind.startswith(("lean", "client")), (
                f"{kind}: {result['engine']}"
            )
            return result

        variants = {kind: lambda kind=kind: worker(kind) for kind in (peer, *kinds)}  # type: ignore[misc]
        measured = interleave(variants, rounds)
    metrics = {}
    for kind in kinds:
        goal = _GOALS.get((name, kind))
        metrics[f"{name}, {kind}, pages/s"] = (
            beside(measured, "pages_per_s", kind, peer)
            if goal is None
            else compare(measured, "pages_per_s", kind, peer, target=goal, at_least=True)
        )
        metrics[f"{name}, {kind}, CPU/page"] = beside(measured, "cpu_ms_per_page", kind, peer)
        metrics[f"{name}, {kind}, RSS"] = (
            compare(measured, "rss_mb", kind, peer, target=1.1, at_least=False)
            if kind in ("lean", "client")
            else beside(measured, "rss_mb", kind, peer)
        )
    return metrics

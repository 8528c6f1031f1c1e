"""URL distillation: whether URLs of a route are near each other, and what a URL costs in service.

A model learns from links to some hosts and is judged on pages and links of others, of documentation that Debian ships;
a route is a folder of a host. Without --quick, models of 1 and of 8 numbers, and a second seed.
"""

from __future__ import annotations

from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any

from benchmarks.goal_dispatch import page_cost
from benchmarks.rounds import compare
from benchmarks.shared_crawls import page_costs
from benchmarks.shipped_urls import judged, taught
from scrapy_bt.learning.distillation.addresses import RoutedUrl
from scrapy_bt.learning.distillation.distiller import Distiller
from scrapy_bt.learning.distillation.evaluation import evaluate

_PAGE = 0.005
"""Seconds of the processor that a page of a plain crawl takes at least on the machines where this was measured."""


def run(quick: bool) -> dict[str, Any]:  # noqa: FBT001  # every goal's one argument
    """Measure the goal; the result is what `python -m benchmarks` prints."""
    training = import_module("scrapy_bt.learning.distillation.training")  # an extra that not every goal needs
    addresses, urls = [RoutedUrl(*each) for each in judged()], taught()
    metrics: dict[str, Any] = {"URLs": {"learned from": len(urls), "judged": len(addresses)}}
    plans = (
        [training.DistillationPlan(width=1)]
        if quick
        else [training.DistillationPlan(width=width, seed=seed) for width, seed in ((1, 0), (8, 0), (1, 1))]
    )
    found: dict[str, float] = {}
    crawls: dict[str, Any] = {}
    distiller = None
    for plan in plans:
        before = process_time()
        model = training.train(urls, plan)
        seconds = process_time() - before
        with TemporaryDirectory() as folder:
            path = Path(folder) / "model"
            path.write_bytes(model)
            distiller = Distiller.read(path)
            crawls = _crawl_shares(str(path)) | _whole_crawls(str(path), rounds=3 if quick else 7)
        purities = evaluate(addresses, distiller)
        purities[f"model, {plan.width}, seed {plan.seed}"] = purities.pop(f"model, {plan.width}")
        found |= purities
        metrics[f"training, {plan.width}, seed {plan.seed}"] = {"value": round(seconds, 1), "unit": "s CPU"}
    best = max(purity for name, purity in found.items() if not name.startswith("model"))
    for name, purity in found.items():
        metrics[f"purity@10: {name}"] = {"value": round(purity, 3)}
        if name.startswith("model"):
            metrics[f"purity@10: {name}"] |= {"best simple": round(best, 3), "met": purity >= best}
    assert distiller is not None, "there is a plan at least"
    metrics |= _cost(distiller, [url for url, _ in addresses]) | crawls
    versions = {name: version(name) for name in ("jax", "numpy")}
    return {"goal": "distil", "rounds": 1, "versions": versions, "metrics": metrics}


def _crawl_shares(model: str) -> dict[str, Any]:
    """What kinds by the model cost a page of a dispatched crawl more than those by the rule."""
    metrics = {}
    for name, shapes in (("each of a new shape", 2000), ("of ten shapes", 10)):
        more = median(page_cost(model, shapes=shapes) - page_cost(shapes=shapes) for _ in range(5))
        share = more / 1e6 / _PAGE
        told = {"value": round(more), "unit": "µs", "of a page of 5 ms": f"{share:.1%}", "target": "3.0%"}
        metrics[f"a crawl's pages, {name}"] = {**told, "met": share <= 0.03}
    return metrics


def _whole_crawls(model: str, rounds: int) -> dict[str, Any]:
    """What a page of a whole crawl by two workers costs with kinds by the model, by those with kinds by the rule."""
    ours, peer = "kinds by the model", "kinds by the pattern"
    variants = {ours: {"BT_DISPATCH_KINDS": model}, peer: {}}
    dispatched = {name: {"BT_DISPATCH": "shortest", **settings} for name, settings in variants.items()}
    measured = page_costs(dispatched, rounds=rounds, details=1500)
    return {"a whole crawl": compare(measured, "cpu_ms_per_page", ours, peer, target=1.03, at_least=False)}


def _cost(distiller: Distiller, urls: list[str]) -> dict[str, Any]:
    """Microseconds a URL, in batches of 20 as the links of a page are, new and known."""
    metrics = {}
    for name in ("new", "known"):
        before = process_time()
        for first in range(0, len(urls), 20):
            distiller.distil(urls[first : first + 20])
        each = (process_time() - before) / len(urls)
        share = each / _PAGE
        metrics[f"service, {name} URLs"] = {
            "value": round(1e6 * each),
            "unit": "µs",
            "of a page of 5 ms": f"{share:.1%}",
            "target": "3.0%",
            "met": share <= 0.03,
        }
    return metrics

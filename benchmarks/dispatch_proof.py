"""Whole crawls by four workers, pulling and dispatched, and situations fitted to what such crawls have told."""

from __future__ import annotations

from collections.abc import Iterator
from statistics import median
from typing import Any

from benchmarks.dispatch_crawls import KINDS, PLACES, crawl
from benchmarks.dispatch_fit import describe, measure, world_of
from benchmarks.dispatch_simulator import World
from benchmarks.dispatch_treatments import GOAL, SITUATIONS
from scrapy_bt.core.dispatch.experience import FinishedTask

_ROUNDS = 3


def compare(policy: str, *, less_delay: float, fewer_bans: float) -> dict[str, Any]:
    """Whole crawls of the goal by turns: ratios of the policy to pulling."""
    rounds = [(crawl("pull", GOAL), crawl(policy, GOAL)) for _ in range(_ROUNDS)]
    metrics: dict[str, Any] = {}
    for name, most in (("mean", less_delay), ("p95", None), ("refused", fewer_bans), ("seconds", None)):
        ratios = sorted(ours[name] / max(pull[name], 1e-9) for pull, ours in rounds)
        told = {"ratio": round(median(ratios), 2), "from": round(ratios[0], 2), "to": round(ratios[-1], 2)}
        told["pull"], told[policy] = (round(median(pair[at][name] for pair in rounds), 2) for at in (0, 1))
        if most is not None:
            told |= {"target": most, "met": median(ratios) <= most}
        metrics[f"four workers: {name}"] = told
    lost = {name: sum(pair[at]["given up"] for pair in rounds) for at, name in enumerate(("pull", policy))}
    metrics["four workers: given up after 20 tries"] = {**lost, "met": not lost[policy]}
    return metrics


def fit(policy: str) -> Iterator[tuple[World, dict[str, Any]]]:
    """The crawl of the goal and the six situations, each fitted to a crawl with random dispatch.

    Beside each what was measured, and what one whole crawl by pulling and one by the policy have come to.
    """
    for treatment in (GOAL, *SITUATIONS):
        told: list[FinishedTask] = []
        listed = crawl("random", treatment, told)["listed"]
        measured = measure(told, listed)
        pull, ours = crawl("pull", treatment), crawl(policy, treatment)
        yield (
            world_of(measured, places=PLACES, name=f"fitted, {treatment.name}", hosts=KINDS),
            {
                "pull": f"{pull['mean']:.2f} s, {pull['refused']}",
                policy: f"{ours['mean']:.2f} s, {ours['refused']}",
                "ratio": round(ours["mean"] / pull["mean"], 2),
                "measured": describe(measured),
            },
        )

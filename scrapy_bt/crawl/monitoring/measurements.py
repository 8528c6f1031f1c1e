"""What there is to measure of a running crawl, as plain numbers with names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from scrapy.crawler import Crawler

from ...errors import BTError
from ...frontier.listings import STATES, TaskCounts
from ..redis.remote import RemoteFrontier

Rows: TypeAlias = list[tuple[Sequence[str], float]]

_LOOK_SECONDS = 2.0
"""The longest wait for a Redis that is away: what is known here is told all the same."""


@dataclass
class Measurements:
    """Names, meanings and values, each kind as Prometheus has it."""

    gauges: list[tuple[str, str, float]] = field(default_factory=list)
    counters: list[tuple[str, str, float]] = field(default_factory=list)
    labelled_gauges: list[tuple[str, str, Sequence[str], Rows]] = field(default_factory=list)
    labelled_counters: list[tuple[str, str, Sequence[str], Rows]] = field(default_factory=list)


async def measure(crawler: Crawler) -> Measurements:
    """The measurements at the moment; the cost grows with the nodes of the trees, never with the tasks."""
    found = Measurements()
    _add_stats(found, crawler.stats.get_stats())
    frontier = _frontier_of(crawler)
    if frontier is not None:
        counts: TaskCounts = frontier.counts()
        rows: Rows = [((state,), float(getattr(counts, state))) for state in STATES]
        found.labelled_gauges.append(("bt_tasks", "Tasks by state, of all workers.", ("state",), rows))
        nodes = await _nodes_of(frontier)
        found.labelled_gauges.append(
            ("bt_node_tasks", "Tasks by node and state, of all workers.", ("tree", "node", "state"), nodes)
        )
    if isinstance(frontier, RemoteFrontier):
        _add_remote(found, frontier.measure())
    return found


def _frontier_of(crawler: Crawler) -> Any:
    """The frontier; none for a spider whose requests Scrapy itself queues."""
    slot = getattr(crawler.engine, "_slot", None)
    frontier = getattr(getattr(slot, "scheduler", None), "frontier", None)
    runner = getattr(crawler.spider, "runner", None)
    return frontier if frontier is not None else getattr(runner, "frontier", None)


async def _nodes_of(frontier: Any) -> Rows:
    sums: dict[tuple[str, str, str], int] = {}
    if isinstance(frontier, RemoteFrontier):
        try:
            description = await frontier.send(frontier.calls.describe(), timeout=_LOOK_SECONDS)
        except BTError:
            return []
        for node in description.nodes:
            for state in STATES:
                place = node.bucket.tree, node.bucket.node, state
                sums[place] = sums.get(place, 0) + getattr(node.counts, state)
    else:
        for line in frontier.status():
            place = line.bucket.tree, line.bucket.node, "paused" if line.paused else "ready"
            sums[place] = sums.get(place, 0) + line.ready
    return [(place, float(count)) for place, count in sums.items()]


def _add_stats(found: Measurements, stats: dict[str, Any]) -> None:
    counters = (
        ("bt_pages", "Answers that this worker received.", "response_received_count"),
        ("bt_items", "Records that this worker scraped.", "item_scraped_count"),
        ("bt_requests", "Requests that this worker sent.", "downloader/request_count"),
        ("bt_dead_letters", "Tasks that failed for good in this worker.", "bt/dead"),
        ("bt_leases_lost", "Leases that ended before their step was stored.", "bt/leases_lost"),
    )
    found.counters += [(name, text, float(stats.get(stat, 0))) for name, text, stat in counters]
    outcomes: Rows = [
        ((name.removeprefix("bt/outcome/"),), float(value))
        for name, value in stats.items()
        if name.startswith("bt/outcome/")
    ]
    found.labelled_counters.append(("bt_outcomes", "Visits of this worker by outcome.", ("outcome",), outcomes))
    failures: Rows = []
    for name, value in stats.items():
        if name.startswith("bt/failed/"):
            node, _, outcome = name.removeprefix("bt/failed/").rpartition("/")
            failures.append(((node, outcome), float(value)))
    found.labelled_counters.append(
        ("bt_failures", "Failures of this worker, after all tries.", ("node", "outcome"), failures)
    )


def _add_remote(found: Measurements, told: dict[str, Any]) -> None:
    found.gauges += [
        ("bt_leases", "Tasks that this worker has leased.", told["leases"]),
        ("bt_in_progress", "Of these, those that the engine has taken.", told["in_progress"]),
        ("bt_outbox", "Steps and new tasks that Redis has not confirmed.", told["outbox"]),
        ("bt_redis_away", "Whether Redis is away.", float(told["is_away"])),
    ]
    if told["round_trip"] is not None:
        found.gauges.append(("bt_redis_round_trip_seconds", "How long the last answer took.", told["round_trip"]))
    found.counters += [
        ("bt_redis_outages", "How often Redis has been away.", float(told["outages"])),
        ("bt_redis_answers", "Answers of Redis.", float(told["answers"])),
        ("bt_redis_answer_seconds", "How long they took altogether.", told["seconds"]),
    ]
    capacity = told["capacity"]
    found.gauges += [
        ("bt_capacity_allowed", "Tasks that may be in progress.", float(capacity["allowed"])),
        ("bt_capacity_fits", "Tasks that memory, CPU and event loop carry.", float(capacity["fits"])),
    ]
    used: Rows = []
    for kind in ("memory", "cpu", "lag"):
        use = capacity[kind]
        if use is not None:
            used += [((kind, part), float(use[part])) for part in ("used", "own", "limit")]
    text = "What is in use, by all (used) and by this worker (own), and its limit: percent, for lag seconds."
    found.labelled_gauges.append(("bt_capacity", text, ("resource", "part"), used))

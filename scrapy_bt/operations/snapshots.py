"""A crawl at one moment, as other programs read it: plain data that JSON can hold."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import Any

import msgspec

from ..crawl.redis.saying import read_report
from ..crawl.redis.tree_queue import FED_BY, FEEDS, names_in, read_seedings
from ..frontier.description import Description, NodeStatus, StandingOrders
from ..frontier.entries import Bucket
from ..frontier.listings import STATES, TaskCounts
from ..frontier.redis.call import WorkerStatus
from .queues import Queue
from .targets import record

ALIVE_SECONDS = 10.0
"""A worker reports every two seconds: one that has been silent for longer is away, or gone."""

_BUCKET = tuple(field.name for field in fields(Bucket))


def take_snapshot(queue: Queue) -> dict[str, Any]:
    """A snapshot of a queue; its cost grows with the nodes of the trees, not with their tasks."""
    description = queue.ask(queue.calls.describe())
    orders = queue.ask(queue.calls.orders())
    workers = queue.ask(queue.calls.workers())
    weights = queue.ask(queue.calls.weights())
    feeds, fed_by = (names_in(queue.ask(queue.calls.recall(key))) for key in (FEEDS, FED_BY))
    announced = queue.ask(queue.calls.announced())
    schemes = [
        {"scheme": name, "seeds": seeding.seeds, "at": queue.ask(queue.calls.come(seeding.source))}
        for name, seeding in read_seedings(announced).items()
    ]
    shown = compose(description, orders, workers=workers, weights=weights, limits=queue.configuration.limits)
    return {"name": queue.name, "key": queue.prefix, "feeds": feeds, "fed_by": fed_by, "schemes": schemes, **shown}


def compose(
    description: Description,
    orders: StandingOrders,
    *,
    workers: Sequence[WorkerStatus],
    weights: Mapping[str, tuple[int, float]],
    limits: Mapping[str, int],
) -> dict[str, Any]:
    """A snapshot of a frontier of any kind."""
    return {
        "tasks": _states(description.counts),
        "finished": description.finished,
        "oldest_wait": description.oldest,
        "nodes": [_node(node, weights) for node in description.nodes],
        "resources": _resources(description, orders, limits),
        "shared": _shared(description),
        "workers": [describe_worker(worker) for worker in workers],
        "orders": {
            "pauses": [{**_place(target), "paused": paused} for target, paused in orders.pauses],
            "boosts": [{**_place(target), "seconds": seconds} for target, seconds in orders.boosts],
        },
    }


def is_alive(worker: dict[str, Any]) -> bool:
    """Whether a worker of a snapshot has been heard lately."""
    return bool(worker["seconds_since"] <= ALIVE_SECONDS)


def _states(counts: TaskCounts) -> dict[str, int]:
    return {state: getattr(counts, state) for state in STATES}


def _place(target: Any) -> dict[str, Any]:
    return {name: value for name, value in record(target).items() if name != "task"}


def _node(node: NodeStatus, weights: Mapping[str, tuple[int, float]]) -> dict[str, Any]:
    name = node.bucket.node.rpartition("/")[2].partition("#")[0]
    count, squares = weights.get(name, (0, 0.0))
    return {
        **{field: getattr(node.bucket, field) for field in _BUCKET},
        **_states(node.counts),
        "number": node.number,
        "weight": math.sqrt(squares / count) if count else None,
        "executions": count,
        "oldest_wait": node.oldest,
    }


def _resources(description: Description, orders: StandingOrders, limits: Mapping[str, int]) -> list[dict[str, Any]]:
    names = sorted({*limits, *description.holders})
    waiting: Counter[str] = Counter()
    for node in description.nodes:
        waiting[node.bucket.requires] += node.counts.ready
    return [
        {
            "name": name,
            "limit": limits.get(name, 1),
            "holders": [
                {"task": task, "worker": orders.workers.get(task)} for task in description.holders.get(name, ())
            ],
            "waiting": waiting[name],
        }
        for name in names
    ]


def _shared(description: Description) -> list[dict[str, Any]]:
    return [
        {"node": node, "ready": shared.ready, "making": shared.making, "makers": list(shared.makers)}
        for node, shared in sorted(description.shared.items())
    ]


def describe_worker(worker: WorkerStatus) -> dict[str, Any]:
    """What is known of a worker, and what it reports about itself."""
    return {
        "name": worker.name,
        "seconds_since": worker.seconds_since,
        "alive": worker.seconds_since <= ALIVE_SECONDS,
        "leases": worker.leases,
        **msgspec.to_builtins(read_report(worker.info), builtin_types=()),
    }

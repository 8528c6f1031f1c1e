"""A snapshot of a frontier for people: what every frontier can tell of itself, at a cost that grows with its nodes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from .entries import Bucket
from .listings import BucketStatus, ControlTarget, TaskCounts
from .status import by_bucket, count_tasks
from .store import TaskStore

_MOST_MAKERS = 5
"""Of a shared node that are named."""


@dataclass(frozen=True, slots=True)
class NodeStatus:
    """Tasks of one bucket by state."""

    bucket: Bucket
    counts: TaskCounts
    number: float | None
    """The priority number in seconds, boosts taken off, ageing not; None if nobody has said it yet."""
    oldest: float | None
    """Seconds that the first of its ready tasks has waited."""


@dataclass(frozen=True)
class SharedStatus:
    """The values of a shared node, one for each of its arguments."""

    ready: int
    making: int
    makers: tuple[int, ...]
    """Some of the tasks that make them."""


@dataclass(frozen=True)
class StandingOrders:
    """What operators have said of nodes, trees and everything that still holds, and who works on what has a place."""

    workers: Mapping[int, str]
    """Per running task that has a place of a competing resource its worker."""
    pauses: tuple[tuple[ControlTarget, bool], ...] = ()
    """Paused or, as an exception from that, resumed; the last one that means a task counts."""
    boosts: tuple[tuple[ControlTarget, float], ...] = ()
    """Seconds that are taken off."""


@dataclass(frozen=True)
class Description:
    """A snapshot of a frontier for people."""

    nodes: tuple[NodeStatus, ...]
    counts: TaskCounts
    holders: Mapping[str, tuple[int, ...]]
    """Tasks that have a place of each competing resource."""
    oldest: float | None
    """Seconds that the longest waiting ready task has waited."""
    shared: Mapping[str, SharedStatus]
    """By shared node."""
    idle: int
    """Workers that found nothing to do."""
    finished: int = 0
    """Tasks that have ended; a dead letter has when it is dropped."""


def describe_all(store: TaskStore, now: float, *, finished: int) -> Description:
    """The snapshot of a frontier in memory.

    It looks at every task that stands in no queue: whoever asks often has to mind what that takes.
    """
    ready = by_bucket(store, now)
    others: dict[Bucket, Counter[str]] = {}
    for state, bucket in _list_others(store):
        others.setdefault(bucket.ranked, Counter())[state] += 1
    nodes = [_describe_node(status, others.pop(status.bucket, {})) for status in ready.values()]
    nodes += [NodeStatus(bucket, TaskCounts(**found), None, None) for bucket, found in others.items()]
    return Description(
        nodes=tuple(sorted(nodes, key=lambda node: (node.bucket.tree, node.bucket.node, node.bucket.boost))),
        counts=count_tasks(store),
        holders={resource: tuple(sorted(tasks)) for resource, tasks in store.places.list_holders()},
        oldest=max((status.oldest for status in ready.values() if status.oldest is not None), default=None),
        shared=_describe_shared(store),
        idle=0,
        finished=finished,
    )


def standing_orders(store: TaskStore, worker: str) -> StandingOrders:
    """What operators have said to a frontier in memory, whose only worker is *worker*."""
    controls = store.controls
    return StandingOrders(
        workers={task: worker for _, tasks in store.places.list_holders() for task in tasks if task in store.leased},
        pauses=tuple((rule.target, rule.paused) for rule in controls.rules),
        boosts=tuple(controls.shifts.items()),
    )


def _describe_node(status: BucketStatus, others: Mapping[str, int]) -> NodeStatus:
    """A bucket with tasks in its queues; *others*: those that stand in none, by state."""
    counts = (
        TaskCounts(**{**others, "paused": others.get("paused", 0) + status.ready})
        if status.paused
        else (TaskCounts(status.ready, **others))
    )
    return NodeStatus(status.bucket, counts, status.number, status.oldest)


def _list_others(store: TaskStore) -> Iterator[tuple[str, Bucket]]:
    """Of the tasks that stand in no queue the states, also a second one, and the buckets."""
    yield from (("running", run.task.bucket) for run in store.running.values())
    yield from (("delayed", task.bucket) for task in store.delays)
    yield from (("parked", task.bucket) for _, task in store.joins.list_parked())
    yield from (("parked", task.bucket) for _, _, task in store.sharing.list_parked())
    yield from (("parked", task.bucket) for _, task in store.places.list_waiting())
    yield from (("paused", task.bucket) for task in store.held.values())
    yield from (("resting", store.held[task].bucket) for task in store.controls.resting if task in store.held)
    yield from (("dead", letter.entry.bucket) for letter in store.dead.values())


def _describe_shared(store: TaskStore) -> dict[str, SharedStatus]:
    ready: Counter[str] = Counter(key.partition(":")[0] for key, _ in store.sharing.list_values())
    makers: dict[str, list[int]] = {}
    for key, maker in store.sharing.list_makers():
        makers.setdefault(key.partition(":")[0], []).append(maker)
    return {
        node: SharedStatus(ready[node], len(makers.get(node, ())), tuple(makers.get(node, ())[:_MOST_MAKERS]))
        for node in sorted({*ready, *makers})
    }

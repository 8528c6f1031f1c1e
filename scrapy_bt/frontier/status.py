"""Snapshots of a frontier for people: tasks by state, and a line for each bucket."""

from __future__ import annotations

from .entries import Bucket
from .listings import BucketStatus, TaskCounts
from .store import TaskStore
from .tasks import read_time


def count_tasks(store: TaskStore) -> TaskCounts:
    """Tasks by the place where they stand; the cost grows with the buckets, not with the tasks."""
    ready = paused = 0
    for queue in store.ranking:
        if queue.paused:
            paused += len(queue.tasks)
        else:
            ready += len(queue.tasks)
    return TaskCounts(
        ready=ready,
        running=len(store.running),
        delayed=len(store.delays),
        parked=store.joins.count_parked() + store.sharing.count_parked() + store.places.count_waiting(),
        paused=paused + len(store.held),
        resting=sum(task_id in store.held for task_id in store.controls.resting),
        dead=len(store.dead),
    )


def describe(store: TaskStore, now: float) -> list[BucketStatus]:
    """The buckets that have ready tasks, the lowest numbers first."""
    found = by_bucket(store, now).values()
    return sorted(found, key=lambda status: (status.number, status.bucket.tree, status.bucket.node))


def by_bucket(store: TaskStore, now: float) -> dict[Bucket, BucketStatus]:
    """The buckets that have ready tasks, those of all slots and lanes together."""
    store.ranking.refresh()
    found: dict[Bucket, BucketStatus] = {}
    for queue in store.ranking:
        if not queue.tasks:
            continue
        bucket = queue.bucket.ranked
        other = found.get(bucket)
        oldest = max(0.0, now - read_time(queue.tasks[0]))
        requires = queue.bucket.requires
        found[bucket] = BucketStatus(
            bucket=bucket,
            ready=len(queue.tasks) + (other.ready if other else 0),
            number=queue.number,
            paused=queue.paused,
            exhausted=bool(requires) and not store.places.is_free(requires),
            oldest=max(oldest, other.oldest or 0.0) if other else oldest,
        )
    return found

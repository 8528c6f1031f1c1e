"""Snapshots of a frontier for people: tasks by state, and a line for each bucket."""

from __future__ import annotations

from .protocol import Bucket, BucketStatus, Counts
from .store import TaskStore
from .tasks import read_time


def count_tasks(store: TaskStore) -> Counts:
    """Tasks by the place where they stand; the cost grows with the buckets, not with the tasks."""
    ready = paused = 0
    for line in store.ranking:
        if line.paused:
            paused += len(line.tasks)
        else:
            ready += len(line.tasks)
    return Counts(
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
    for line in store.ranking:
        if not line.tasks:
            continue
        bucket = line.bucket.ranked
        other = found.get(bucket)
        oldest = max(0.0, now - read_time(line.tasks[0]))
        requires = line.bucket.requires
        found[bucket] = BucketStatus(
            bucket=bucket,
            ready=len(line.tasks) + (other.ready if other else 0),
            number=line.number,
            paused=line.paused,
            exhausted=bool(requires) and not store.places.is_free(requires),
            oldest=max(oldest, other.oldest or 0.0) if other else oldest,
        )
    return found

"""A page of tasks for people, of a frontier in memory: a bounded look at a time, however long the queues are."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice

from ..core.documents.numbers import read_whole
from ..sentences import say
from .bucket_queue import BucketQueue
from .controls import covers
from .listings import MOST_PEEKED, PEEKED, ControlTarget, TaskLine, TaskPage
from .store import TaskStore
from .tasks import KeptTask, unpack

_MOST_LOOKED_AT = 2000
"""Tasks that one call looks at, in vain or not."""

_Row = tuple[KeptTask, float | None]
"""A task, and when it gets ready where that is known."""
_Section = tuple[str, Callable[[int], Iterator[_Row]]]
"""The name of a place, and its tasks from a number on."""


def check_peek(state: str, count: int) -> None:
    """Raise `ValueError` for what no frontier can show."""
    if state not in PEEKED:
        raise ValueError(say("'{}' is no state of queued tasks; there are: {}", state, ", ".join(PEEKED)))
    if not 1 <= count <= MOST_PEEKED:
        raise ValueError(say("a page has 1 to {} tasks, not {}", MOST_PEEKED, count))


def peek(store: TaskStore, target: ControlTarget, state: str, after: str, count: int) -> TaskPage:
    """As `Frontier.peek` promises."""
    check_peek(state, count)
    place, _, told = after.rpartition(" ")
    start = read_whole(told) or 0
    found: list[TaskLine] = []
    looked_at = 0
    for name, rows in sorted(_list_sections(store, target, state)):
        if name < place:
            continue
        at = start if name == place else 0
        for task, due in rows(at):
            if len(found) == count or looked_at == _MOST_LOOKED_AT:
                return TaskPage(tuple(found), f"{name} {at}")
            at += 1
            looked_at += 1
            if target.task in (None, task.id) and covers(target, task.bucket):
                found.append(TaskLine(task.entry, state, since=task.enqueued, due=due))
    return TaskPage(tuple(found))


def _list_sections(store: TaskStore, target: ControlTarget, state: str) -> Iterator[_Section]:
    if state in ("ready", "paused"):
        for queue in store.ranking:
            if queue.tasks and queue.paused == (state == "paused") and covers(target, queue.bucket):
                yield _name(queue), _rows_of(queue)
    yield from _list_places(store, state)


def _list_places(store: TaskStore, state: str) -> Iterator[_Section]:
    """Where tasks of a state stand beside the queues."""
    if state == "paused":
        yield "held", lambda at: ((task, None) for task in islice(store.held.values(), at, None))
    elif state == "running":
        yield "running", lambda at: ((run.task, None) for run in islice(store.running.values(), at, None))
    elif state == "delayed":
        yield "delayed", lambda at: ((task, due) for due, task in store.delays.list_from(at))
    elif state == "parked":
        yield "joins", lambda at: ((task, None) for _, task in islice(store.joins.list_parked(), at, None))
        yield "places", lambda at: ((task, None) for _, task in islice(store.places.list_waiting(), at, None))
        yield "values", lambda at: ((task, None) for _, _, task in islice(store.sharing.list_parked(), at, None))


def _name(queue: BucketQueue) -> str:
    bucket = queue.bucket
    parts = (bucket.tree, bucket.node, repr(bucket.boost), bucket.requires, bucket.slot, bucket.lane, queue.requires)
    return "queue " + "|".join(parts)


def _rows_of(queue: BucketQueue) -> Callable[[int], Iterator[_Row]]:
    return lambda at: ((unpack(record, queue.bucket), None) for record in islice(queue.tasks, at, None))


def find_line(store: TaskStore, task_id: int) -> TaskLine | None:
    """One task and its state, wherever it stands; looks at every task."""
    run = store.leased.get(task_id)
    if run is not None:
        return TaskLine(run.task.entry, "running", since=run.task.enqueued)
    for state in ("paused", "delayed", "parked"):
        for _, rows in _list_places(store, state):
            for task, due in rows(0):
                if task.id == task_id:
                    return TaskLine(task.entry, state, since=task.enqueued, due=due)
    found = store.ranking.find_task(task_id)
    if found is None:
        return None
    task = unpack(*found)
    is_paused = store.controls.is_paused(task.bucket)
    return TaskLine(task.entry, "paused" if is_paused else "ready", since=task.enqueued)

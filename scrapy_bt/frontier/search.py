"""Finding tasks where they stand, and taking them out: what controls need, and nobody else; it looks at every task."""

from __future__ import annotations

from collections.abc import Iterator

from .controls import covers
from .listings import ControlTarget
from .store import TaskStore
from .tasks import KeptTask, unpack


def find(store: TaskStore, task_id: int) -> KeptTask | None:
    """The task as it stands in its place, whichever it is."""
    if task_id in store.leased:
        return store.leased[task_id].task
    if task_id in store.held:
        return store.held[task_id]
    for task in _list_scattered(store):
        if task.id == task_id:
            return task
    found = store.ranking.find_task(task_id)
    return None if found is None else unpack(*found)


def take_ready(store: TaskStore, task_id: int) -> KeptTask | None:
    """Take a task out of its queue."""
    found = store.ranking.remove_task(task_id)
    return None if found is None else unpack(*found)


def take_waiting(store: TaskStore, task_id: int) -> KeptTask | None:
    """Take a task out of the place where it waits, whichever it is."""

    def is_meant(task: KeptTask) -> bool:
        return task.id == task_id

    task = store.held.pop(task_id, None) or store.joins.remove(task_id) or store.sharing.remove(task_id)
    if task is not None:
        return task
    found = store.delays.remove(is_meant) or store.places.remove(is_meant)
    return found[0] if found else take_ready(store, task_id)


def take_all(store: TaskStore, target: ControlTarget) -> list[KeptTask]:
    """Take all waiting tasks that a target without `task` means out of their places."""

    def is_meant(task: KeptTask) -> bool:
        return covers(target, task.bucket)

    taken = [unpack(*found) for found in store.ranking.remove(lambda bucket: covers(target, bucket))]
    held = [task for task in store.held.values() if is_meant(task)]
    parked = [task for _, task in store.joins.list_parked() if is_meant(task)]
    asking = [(key, task) for key, _, task in store.sharing.list_parked() if is_meant(task)]
    for task in held:
        del store.held[task.id]
    for task in parked:
        store.joins.remove(task.id)
    for key, task in asking:
        store.sharing.wake(key, task.id)
    taken += held + parked + [task for _, task in asking]
    return taken + store.delays.remove(is_meant) + store.places.remove(is_meant)


def _list_scattered(store: TaskStore) -> Iterator[KeptTask]:
    yield from (task for _, task in store.joins.list_parked())
    yield from (task for _, _, task in store.sharing.list_parked())
    yield from (task for _, task in store.places.list_waiting())
    yield from store.delays

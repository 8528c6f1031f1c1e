"""Tasks that wait for each other, found and untied, so that no frontier hangs.

A value whose maker waits, by a join, for the task that asks for it; a place that is kept by a task which waits for one
that needs the place: nothing from outside can end such a wait. The asker is told that its value cannot be had; where
only places are involved, one task goes to the dead letters with the reason.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from .search import take_waiting
from .store import TaskStore
from .tasks import Task, is_plain, read_id, unpack


@dataclass(frozen=True)
class _Wait:
    """What a task waits for: one of the three."""

    task: Task
    join: int = 0
    key: str = ""
    resource: str = ""


def untie(store: TaskStore, now: float) -> int:
    """Set one task of each knot free; returns how many knots there were."""
    # Whose turn it was to make a value may need a place that another of those who wait for the value keeps.
    store.wake_orphans()
    waits = _Waits(store)
    knots = list(waits.find_knots())
    for knot in knots:
        asker = next((wait for wait in knot if wait.key), None)
        if asker is not None:
            asker.task.circular = True
            store.ready(store.sharing.wake(asker.key, asker.task.id), first=True)
            continue
        claim = next((wait for wait in knot if wait.resource), None)
        task = claim and take_waiting(store, claim.task.id)
        if claim and task:
            holders = ", ".join(str(holder) for holder in sorted(store.places.holders(claim.resource)))
            reason = f"it waits for a place of (({claim.resource})), which is kept by what waits for it: task {holders}"
            store.bury(task, reason, now)
    return len(knots)


class _Waits:
    """The tasks that cannot go on whatever the others do: each waits for others of them only."""

    def __init__(self, store: TaskStore) -> None:
        self._store = store
        self._makers = {key: maker for key, maker, _ in store.sharing.list_parked()}
        self._waits = {wait.task.id: wait for wait in self._collect()}
        self._branches: dict[int, list[int]] = {}
        for task_id, wait in self._waits.items():
            if wait.task.join:
                self._branches.setdefault(wait.task.join, []).append(task_id)
        self._drop_those_that_can_go_on()

    def find_knots(self) -> Iterator[list[_Wait]]:
        """Circles of waits that have nothing in common."""
        seen: set[int] = set()
        for start in sorted(self._waits):
            path: list[int] = []
            at = start
            while at not in seen:
                seen.add(at)
                path.append(at)
                at = self._follow(at)
            if at in path:
                yield [self._waits[task_id] for task_id in path[path.index(at) :]]

    def _collect(self) -> Iterator[_Wait]:
        store = self._store
        for join, task in store.joins.list_parked():
            yield _Wait(task, join=join)
        for key, maker, task in store.sharing.list_parked():
            if maker:
                yield _Wait(task, key=key)
        for resource, task in store.places.list_waiting():
            yield _Wait(task, resource=resource)
        for resource, lines in store.ranking.list_aside():
            if any(holder in store.leased for holder in store.places.holders(resource)):
                continue
            for line in lines:
                for record in line.tasks if not line.paused else ():
                    # Nobody waits for a task without a join, a hold or a key that it makes.
                    task_id = read_id(record)
                    if not is_plain(record, task_id) or store.sharing.keys_made_by(task_id):
                        yield _Wait(unpack(record, line.bucket), resource=resource)

    def _drop_those_that_can_go_on(self) -> None:
        waits = self._waits
        blocked = Counter(wait.task.join for wait in waits.values())
        by_join = {wait.join: task_id for task_id, wait in waits.items() if wait.join}
        by_key = _group(waits, lambda wait: wait.key)
        by_resource = _group(waits, lambda wait: wait.resource)
        free = [task_id for task_id, wait in waits.items() if self._can_go_on(wait, blocked)]
        while free:
            wait = waits.pop(free.pop(), None)
            if wait is None:
                continue
            task = wait.task
            blocked[task.join] -= 1
            if task.join in by_join and not blocked[task.join]:
                free.append(by_join[task.join])
            for key in self._store.sharing.keys_made_by(task.id):
                free += by_key.get(key, ())
            for resource in self._store.places.held(task.id):
                free += by_resource.get(resource, ())

    def _can_go_on(self, wait: _Wait, blocked: Counter[int]) -> bool:
        if wait.join:
            return not blocked[wait.join]
        if wait.key:
            return self._makers[wait.key] not in self._waits
        holders = self._store.places.holders(wait.resource)
        return not holders or any(holder not in self._waits for holder in holders)

    def _follow(self, task_id: int) -> int:
        """A task for which this one waits."""
        wait = self._waits[task_id]
        if wait.join:
            return next(branch for branch in self._branches[wait.join] if branch in self._waits)
        if wait.key:
            return self._makers[wait.key]
        return min(self._store.places.holders(wait.resource))


def _group(waits: dict[int, _Wait], name: Callable[[_Wait], str]) -> dict[str, list[int]]:
    groups: dict[str, list[int]] = {}
    for task_id, wait in waits.items():
        if name(wait):
            groups.setdefault(name(wait), []).append(task_id)
    return groups

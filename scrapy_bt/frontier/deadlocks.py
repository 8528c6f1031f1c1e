"""Tasks that wait for each other, found and untied, so that no frontier hangs.

A value whose maker waits, by a join, for the task that asks for it; a place that is kept by a task which waits for one
that needs the place: nothing from outside can end such a wait. The asker is told that its value cannot be had; where
only places are involved, one task goes to the dead letters with the reason.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass

from .search import take_waiting
from .store import TaskStore
from .tasks import is_plain, read_id, unpack


@dataclass(frozen=True)
class WaitFor:
    """What a task waits for: one of the three."""

    task: int
    part_of: int = 0
    """The join that waits for the task's own end."""
    join: int = 0
    key: str = ""
    resource: str = ""


def find_deadlocks(
    waits: Iterable[WaitFor], *, makers: Mapping[str, int], holders: Mapping[str, Collection[int]]
) -> list[list[WaitFor]]:
    """Circles of waits that have nothing in common.

    *makers*: of the values that somebody waits for; *holders*: of the resources that somebody waits for.
    """
    return list(_Waits(waits, makers, holders).find_deadlocks())


def choose(deadlock: Iterable[WaitFor]) -> WaitFor | None:
    """The wait of a deadlock that is ended: that for a value, if there is one, or else the first for a place."""
    claims = [wait for wait in deadlock if not wait.join]
    return next((wait for wait in claims if wait.key), claims[0] if claims else None)


def explain(wait: WaitFor, holders: Iterable[int]) -> str:
    """Why a task that waits for a place is given up."""
    tasks = ", ".join(str(holder) for holder in sorted(holders))
    return f"it waits for a place of (({wait.resource})), which is kept by what waits for it: task {tasks}"


def break_deadlocks(store: TaskStore, now: float) -> int:
    """Set one task of each deadlock free; returns how many deadlocks there were."""
    # Whose turn it was to make a value may need a place that another of those who wait for the value keeps.
    store.wake_orphans()
    waits = list(_collect(store))
    makers = {key: maker for key, maker, _ in store.sharing.list_parked()}
    holders = {wait.resource: store.places.holders(wait.resource) for wait in waits if wait.resource}
    deadlocks = find_deadlocks(waits, makers=makers, holders=holders)
    for wait in filter(None, map(choose, deadlocks)):
        if wait.key:
            asker = store.sharing.wake(wait.key, wait.task)
            asker.circular = True
            store.ready(asker, first=True)
            continue
        task = take_waiting(store, wait.task)
        if task:
            store.bury(task, explain(wait, store.places.holders(wait.resource)), now)
    return len(deadlocks)


def _collect(store: TaskStore) -> Iterator[WaitFor]:
    for join, task in store.joins.list_parked():
        yield WaitFor(task.id, task.join, join=join)
    for key, maker, task in store.sharing.list_parked():
        if maker:
            yield WaitFor(task.id, task.join, key=key)
    for resource, task in store.places.list_waiting():
        yield WaitFor(task.id, task.join, resource=resource)
    for resource, queues in store.ranking.list_aside():
        if any(holder in store.leased for holder in store.places.holders(resource)):
            continue
        for queue in queues:
            for record in queue.tasks if not queue.paused else ():
                # Nobody waits for a task without a join, a hold or a key that it makes.
                task_id = read_id(record)
                if not is_plain(record, task_id) or store.sharing.keys_made_by(task_id):
                    yield WaitFor(task_id, unpack(record, queue.bucket).join, resource=resource)


class _Waits:
    """The tasks that cannot go on whatever the others do: each waits for others of them only."""

    def __init__(
        self, waits: Iterable[WaitFor], makers: Mapping[str, int], holders: Mapping[str, Collection[int]]
    ) -> None:
        self._makers = makers
        self._holders = holders
        self._waits = {wait.task: wait for wait in waits}
        self._branches: dict[int, list[int]] = {}
        for task_id, wait in self._waits.items():
            if wait.part_of:
                self._branches.setdefault(wait.part_of, []).append(task_id)
        self._drop_those_that_can_go_on()

    def find_deadlocks(self) -> Iterator[list[WaitFor]]:
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

    def _drop_those_that_can_go_on(self) -> None:
        waits = self._waits
        blocked = Counter(wait.part_of for wait in waits.values())
        by_join = {wait.join: task_id for task_id, wait in waits.items() if wait.join}
        by_maker = _group(waits, lambda wait: (self._makers[wait.key],) if wait.key else ())
        by_holder = _group(waits, lambda wait: self._holders.get(wait.resource, ()) if wait.resource else ())
        free = [task_id for task_id, wait in waits.items() if self._can_go_on(wait, blocked)]
        while free:
            wait = waits.pop(free.pop(), None)
            if wait is None:
                continue
            blocked[wait.part_of] -= 1
            if wait.part_of in by_join and not blocked[wait.part_of]:
                free.append(by_join[wait.part_of])
            free += by_maker.get(wait.task, ())
            free += by_holder.get(wait.task, ())

    def _can_go_on(self, wait: WaitFor, blocked: Counter[int]) -> bool:
        if wait.join:
            return not blocked[wait.join]
        if wait.key:
            return self._makers[wait.key] not in self._waits
        holders = self._holders.get(wait.resource, ())
        return not holders or any(holder not in self._waits for holder in holders)

    def _follow(self, task_id: int) -> int:
        """A task that this one waits for."""
        wait = self._waits[task_id]
        if wait.join:
            return next(branch for branch in self._branches[wait.join] if branch in self._waits)
        if wait.key:
            return self._makers[wait.key]
        return min(self._holders[wait.resource])


def _group(waits: Mapping[int, WaitFor], name: Callable[[WaitFor], Collection[int]]) -> dict[int, list[int]]:
    """The tasks that wait, by the tasks that they wait for."""
    groups: dict[int, list[int]] = {}
    for task_id, wait in waits.items():
        for other in name(wait):
            groups.setdefault(other, []).append(task_id)
    return groups

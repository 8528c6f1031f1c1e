"""The places of competing resources, and who has them (runtime.md, "Competing resources are bucket eligibility")."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterator, Mapping

from .tasks import KeptTask


class Permits:
    """At most so many holders of each resource at a time; one, if nothing else was said."""

    def __init__(self, limits: Mapping[str, int]) -> None:
        self._limits = {name: max(1, limit) for name, limit in limits.items()}
        self._holders: dict[str, set[int]] = {}
        self._held: dict[int, set[str]] = {}
        self._waiting: dict[str, deque[KeptTask]] = {}

    def is_free(self, resource: str) -> bool:
        return len(self._holders.get(resource, ())) < self._limits.get(resource, 1)

    def is_held(self, resource: str, task: int) -> bool:
        return task in self._holders.get(resource, ())

    def holders(self, resource: str) -> Collection[int]:
        return self._holders.get(resource, ())

    def list_holders(self) -> Iterator[tuple[str, Collection[int]]]:
        """The resources with permits that are taken, and by whom."""
        yield from self._holders.items()

    def held(self, task: int) -> Collection[str]:
        return self._held.get(task, ())

    def take(self, task: int, resource: str) -> None:
        self._holders.setdefault(resource, set()).add(task)
        self._held.setdefault(task, set()).add(resource)

    def give_back(self, task: int, *, keep: Collection[str] = ()) -> list[str]:
        """Free what *task* holds and does not keep; returns it."""
        held = self._held.get(task)
        if not held:
            return []
        freed = [resource for resource in held if resource not in keep]
        for resource in freed:
            held.discard(resource)
            holders = self._holders[resource]
            holders.discard(task)
            if not holders:
                del self._holders[resource]
        if not held:
            del self._held[task]
        return sorted(freed)

    def find_missing(self, task: KeptTask) -> str | None:
        """A resource that the task keeps and does not have: one that is not free, if there is any."""
        missing = [resource for resource in task.holds if not self.is_held(resource, task.id)]
        for resource in missing:
            if not self.is_free(resource):
                return resource
        return missing[0] if missing else None

    def claim(self, task: KeptTask) -> bool:
        """Take all that the task keeps and does not have, or else let it wait for the first that is not free."""
        missing = self.find_missing(task)
        if missing is not None and not self.is_free(missing):
            self._waiting.setdefault(missing, deque()).append(task)
            return False
        for resource in task.holds:
            self.take(task.id, resource)
        return True

    def admit(self, resource: str) -> list[KeptTask]:
        """The tasks that can go on since *resource* has been freed; first come, first served."""
        admitted = []
        waiting = self._waiting.get(resource)
        while waiting and self.is_free(resource):
            task = waiting.popleft()
            if self.claim(task):
                admitted.append(task)
        if waiting is not None and not waiting:
            del self._waiting[resource]
        return admitted

    def list_waiting(self) -> Iterator[tuple[str, KeptTask]]:
        """Tasks that wait for what they keep, each with the resource that is not free."""
        for resource, tasks in self._waiting.items():
            for task in tasks:
                yield resource, task

    def remove(self, is_meant: Callable[[KeptTask], bool]) -> list[KeptTask]:
        """Let some tasks no longer wait."""
        removed: list[KeptTask] = []
        for resource, tasks in list(self._waiting.items()):
            found = [task for task in tasks if is_meant(task)]
            if found:
                removed += found
                left = deque(task for task in tasks if not is_meant(task))
                if left:
                    self._waiting[resource] = left
                else:
                    del self._waiting[resource]
        return removed

    def count_waiting(self) -> int:
        return sum(map(len, self._waiting.values()))

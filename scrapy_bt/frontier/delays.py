"""Tasks that wait for a time."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from heapq import heapify, heappop, heappush
from itertools import count, islice

from .tasks import KeptTask


class Delays:
    """Tasks in the order of the times at which they get ready."""

    def __init__(self) -> None:
        self._heap: list[tuple[float, int, KeptTask]] = []
        self._order = count()

    def __len__(self) -> int:
        return len(self._heap)

    def __iter__(self) -> Iterator[KeptTask]:
        return (task for _, _, task in self._heap)

    def list_from(self, number: int) -> Iterator[tuple[float, KeptTask]]:
        """Times and tasks in the order of the heap, which begins with the first: from the *number*th on."""
        return ((due, task) for due, _, task in islice(self._heap, number, None))

    def add(self, task: KeptTask, due: float) -> None:
        heappush(self._heap, (due, next(self._order), task))

    def next_due(self) -> float | None:
        return self._heap[0][0] if self._heap else None

    def take_due(self, now: float) -> Iterator[tuple[float, KeptTask]]:
        """Take out those whose time has come, with their times."""
        while self._heap and self._heap[0][0] <= now:
            due, _, task = heappop(self._heap)
            yield due, task

    def remove(self, is_meant: Callable[[KeptTask], bool]) -> list[KeptTask]:
        """Let some tasks no longer wait."""
        removed = [task for task in self if is_meant(task)]
        if removed:
            self._heap = [delayed for delayed in self._heap if not is_meant(delayed[2])]
            heapify(self._heap)
        return removed

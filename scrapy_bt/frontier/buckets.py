"""The ready tasks: a queue a bucket, and the ranking of buckets (runtime.md, "The frontier")."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from heapq import heapify, heappop, heappush, heapreplace
from itertools import count

from .protocol import Bucket, Number
from .tasks import make_prefix, read_time


class Line:
    """The ready tasks of one bucket, first come, first served."""

    __slots__ = ("bucket", "number", "paused", "requires", "shift", "tasks", "ticket")

    def __init__(self, bucket: Bucket, requires: str) -> None:
        self.bucket = bucket
        self.requires = requires
        """The resource that a lease takes; none in the line of those that hold it already."""
        self.tasks: deque[bytes] = deque()
        self.number = 0.0
        """The priority number in seconds, the bucket's boost and *shift* taken off."""
        self.shift = 0.0
        """What boosts of its node and its tree take off."""
        self.paused = False
        self.ticket = 0
        """The line's valid place in the ranking; 0: it is empty, paused, or its resource is exhausted."""


class Ranking:
    """Lines in the order of number + ageing · time of their first task, in a heap whose stale places are skipped.

    The priority of a task is number − ageing · (now − queued), where −ageing · now is the same for all.
    """

    def __init__(
        self, number: Number, ageing: float, *, is_paused: Callable[[Bucket], bool], shift: Callable[[Bucket], float]
    ) -> None:
        self._number = number
        self._ageing = ageing
        self._is_paused = is_paused
        self._shift = shift
        self._lines: dict[Bucket, Line] = {}
        self._holding: dict[Bucket, Line] = {}
        self._heap: list[tuple[float, int, Line]] = []
        self._tickets = count(1)
        self._aside: dict[str, list[Line]] = {}
        self._is_stale = True
        self._spare = 64

    def __iter__(self) -> Iterator[Line]:
        yield from self._lines.values()
        yield from self._holding.values()

    def add(self, record: bytes, bucket: Bucket, *, holding: bool = False) -> None:
        """Put a task at the end of its line; *holding*: it has the bucket's resource already."""
        line = self._get_line(bucket, holding=holding)
        line.tasks.append(record)
        if len(line.tasks) == 1:
            self._place(line)

    def add_first(self, record: bytes, bucket: Bucket, *, holding: bool = False) -> None:
        line = self._get_line(bucket, holding=holding)
        line.tasks.appendleft(record)
        if line.ticket or len(line.tasks) == 1:
            self._place(line)

    def first(self) -> Line | None:
        """The line to lease from, at the top of the ranking."""
        self.refresh()
        heap = self._heap
        while heap:
            _, ticket, line = heap[0]
            if line.ticket == ticket:
                return line
            heappop(heap)
        return None

    def take(self, line: Line) -> bytes:
        """Remove the first task of the first line."""
        record = line.tasks.popleft()
        if line.tasks:
            heapreplace(self._heap, self._rank(line))
        else:
            heappop(self._heap)
            line.ticket = 0
        return record

    def set_aside(self, line: Line) -> None:
        """Pass over the first line until its resource is free."""
        heappop(self._heap)
        line.ticket = 0
        self._aside.setdefault(line.requires, []).append(line)

    def readmit(self, resource: str) -> None:
        for line in self._aside.pop(resource, ()):
            if not line.ticket:
                self._place(line)

    def list_aside(self) -> Iterator[tuple[str, list[Line]]]:
        """The lines that wait for a resource, by resource; some may be empty or paused by now."""
        yield from self._aside.items()

    def refresh(self) -> None:
        """Rank for the first time, when the numbers can be asked for."""
        if self._is_stale:
            self.rerank()

    def rerank(self) -> None:
        """Ask for all numbers, pauses and shifts anew."""
        self._forget_empty_lines()
        for line in self:
            line.number = self._score(line)
        self._is_stale = False
        self.reorder()

    def reorder(self) -> None:
        """Apply pauses and shifts to every line."""
        if self._is_stale:
            self.rerank()
            return
        waiting = {id(line) for lines in self._aside.values() for line in lines}
        heap = []
        for line in self:
            shift = self._shift(line.bucket)
            line.number += line.shift - shift
            line.shift = shift
            line.paused = self._is_paused(line.bucket)
            line.ticket = 0
            if line.tasks and not line.paused and id(line) not in waiting:
                heap.append(self._rank(line))
        heapify(heap)
        self._heap = heap

    def remove(self, wanted: Callable[[Bucket], bool]) -> list[tuple[bytes, Bucket]]:
        """Take all tasks out of the lines whose bucket is wanted."""
        removed: list[tuple[bytes, Bucket]] = []
        for line in self:
            if line.tasks and wanted(line.bucket):
                removed += ((record, line.bucket) for record in line.tasks)
                line.tasks.clear()
                line.ticket = 0
        return removed

    def remove_task(self, task_id: int) -> tuple[bytes, Bucket] | None:
        """Take one task out of its line; looks at every task."""
        prefix = make_prefix(task_id)
        for line in self:
            for at, record in enumerate(line.tasks):
                if record.startswith(prefix):
                    del line.tasks[at]
                    if line.ticket:
                        self._place(line)
                    return record, line.bucket
        return None

    def find_task(self, task_id: int) -> tuple[bytes, Bucket] | None:
        """Look a task up without taking it."""
        prefix = make_prefix(task_id)
        return next(
            ((record, line.bucket) for line in self for record in line.tasks if record.startswith(prefix)), None
        )

    def _get_line(self, bucket: Bucket, *, holding: bool) -> Line:
        lines = self._holding if holding and bucket.requires else self._lines
        line = lines.get(bucket)
        if line is None:
            if len(lines) > self._spare:
                self._forget_empty_lines()
                self._spare = 64 + 2 * len(lines)
            line = lines[bucket] = Line(bucket, "" if lines is self._holding else bucket.requires)
            line.paused = self._is_paused(bucket)
            if not self._is_stale:
                line.number = self._score(line)
        return line

    def _score(self, line: Line) -> float:
        line.shift = self._shift(line.bucket)
        return self._number(line.bucket) - line.bucket.boost - line.shift

    def _place(self, line: Line) -> None:
        """Give a line its place in the ranking, whatever place it had."""
        line.ticket = 0
        if line.paused or self._is_stale or not line.tasks:
            return
        if len(self._heap) > 64 + 2 * len(self._lines) + 2 * len(self._holding):
            self._heap = [place for place in self._heap if place[1] == place[2].ticket]
            heapify(self._heap)
        heappush(self._heap, self._rank(line))

    def _rank(self, line: Line) -> tuple[float, int, Line]:
        line.ticket = ticket = next(self._tickets)
        return line.number + self._ageing * read_time(line.tasks[0]), ticket, line

    def _forget_empty_lines(self) -> None:
        for resource, lines in list(self._aside.items()):
            self._aside[resource] = [line for line in lines if line.tasks]
        for held in (self._lines, self._holding):
            for bucket in [bucket for bucket, line in held.items() if not line.tasks]:
                del held[bucket]

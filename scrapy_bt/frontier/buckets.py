"""The ready tasks: a queue a bucket, and the ranking of buckets (runtime.md, "The frontier")."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from heapq import heapify, heappop, heappush, heapreplace
from itertools import count
from types import MappingProxyType

from .protocol import Bucket, Number
from .slots import MOST_WAITING, Slots, changes_precedence, goes_by_ranking, precedence_of, share_of
from .tasks import make_prefix, read_id, read_time

NOTHING: Mapping[str, int] = MappingProxyType({})


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
        """The line's valid place in the ranking; 0: it is empty, paused, or its resource or slot has nothing free."""


_Place = tuple[float, int, int, Line]
"""Of a line in the ranking: its rank, the id of its first task, its ticket."""


class Ranking:
    """Lines in the order of number + ageing · time of their first task, in a heap whose stale places are skipped.

    Where these are the same, of slots the longest lines are first, then the task that was stored first.

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
        self._heap: list[_Place] = []
        self._tickets = count(1)
        self._aside: dict[str, list[Line]] = {}
        self._closed: dict[str, list[Line]] = {}
        """The lines of slots that had nothing free, by slot."""
        self._contenders: Counter[str] = Counter()
        """How many lines with tasks each slot has."""
        self._is_stale = True
        self._spare = 64

    def __iter__(self) -> Iterator[Line]:
        yield from self._lines.values()
        yield from self._holding.values()

    def add(self, record: bytes, bucket: Bucket, *, holding: bool = False) -> None:
        """Put a task at the end of its line; *holding*: it has the bucket's resource already."""
        line = self._get_line(bucket, holding=holding)
        line.tasks.append(record)
        length = len(line.tasks)
        if length == 1:
            self._contend(line)
            self._place(line)
        elif line.ticket and bucket.slot and changes_precedence(length):
            self._place(line)

    def add_first(self, record: bytes, bucket: Bucket, *, holding: bool = False) -> None:
        line = self._get_line(bucket, holding=holding)
        line.tasks.appendleft(record)
        if len(line.tasks) == 1:
            self._contend(line)
            self._place(line)
        elif line.ticket:
            self._place(line)

    def first(self, slots: Slots | None = None, taken: Mapping[str, int] = NOTHING) -> Line | None:
        """The line to lease from: the first in the ranking whose slot has anything free.

        When half of the places are taken, a slot that has had its share is passed over as long as others have not.
        A task without a slot is passed over while more than `MOST_WAITING` of its tree before it wait for theirs.
        *taken*: what was leased of slots since *slots* was asked last.
        """
        self.refresh()
        heap = self._heap
        if slots is not None and self._closed:
            for slot in slots.opened(self._closed):
                self._place_again(self._closed.pop(slot, ()))
        share = 0 if slots is None else share_of(slots.places, len(self._contenders))
        under_way: Mapping[str, int] = {} if slots is None else slots.under_way
        is_free_for_all = slots is not None and goes_by_ranking(
            slots.places, sum(under_way.values()) + sum(taken.values())
        )
        found: Line | None = None
        passed: list[_Place] = []
        put_off: list[_Place] = []
        while heap:
            place = heap[0]
            line, slot = place[3], place[3].bucket.slot
            if line.ticket != place[2]:
                heappop(heap)
                continue
            if slots is None or not (slot or self._has_many_before(place)):
                found = line
                break
            if not slot:
                put_off.append(heappop(heap))
                continue
            leased = taken.get(slot, 0)
            if slots.free(slot) <= leased:
                heappop(heap)
                line.ticket = 0
                self._closed.setdefault(slot, []).append(line)
                continue
            if is_free_for_all or under_way.get(slot, 0) + leased < share:
                found = line
                break
            passed.append(heappop(heap))
        for place in (*passed, *put_off):
            heappush(heap, place)
        return found or (passed[0][3] if passed else None)

    def take(self, line: Line) -> bytes:
        """Remove the first task of a line that is in the ranking."""
        record = line.tasks.popleft()
        heap = self._heap
        if heap[0][3] is not line:
            # Its place is left to be skipped.
            line.ticket = 0
            if line.tasks:
                heappush(heap, self._rank(line))
        elif line.tasks:
            heapreplace(heap, self._rank(line))
        else:
            heappop(heap)
            line.ticket = 0
        if not line.tasks:
            self._retire(line)
        return record

    def set_aside(self, line: Line) -> None:
        """Pass over a line until its resource is free."""
        line.ticket = 0
        self._aside.setdefault(line.requires, []).append(line)

    def readmit(self, resource: str) -> None:
        self._place_again(self._aside.pop(resource, ()))

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
        self._closed.clear()

    def remove(self, wanted: Callable[[Bucket], bool]) -> list[tuple[bytes, Bucket]]:
        """Take all tasks out of the lines whose bucket is wanted."""
        removed: list[tuple[bytes, Bucket]] = []
        for line in self:
            if line.tasks and wanted(line.bucket):
                removed += ((record, line.bucket) for record in line.tasks)
                line.tasks.clear()
                line.ticket = 0
                self._retire(line)
        return removed

    def remove_task(self, task_id: int) -> tuple[bytes, Bucket] | None:
        """Take one task out of its line; looks at every task."""
        prefix = make_prefix(task_id)
        for line in self:
            for at, record in enumerate(line.tasks):
                if record.startswith(prefix):
                    del line.tasks[at]
                    if not line.tasks:
                        self._retire(line)
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

    def _has_many_before(self, place: _Place) -> bool:
        """Whether more than `MOST_WAITING` tasks of the same tree come before a place and wait for their slots."""
        tree, waiting = place[3].bucket.tree, 0
        for lines in self._closed.values():
            for line in lines:
                if line.bucket.tree != tree or line.paused or line.ticket or not line.tasks:
                    continue
                if self._order(line) < place[:2]:
                    waiting += len(line.tasks)
                    if waiting > MOST_WAITING:
                        return True
        return False

    def _contend(self, line: Line) -> None:
        """A line has got its first task."""
        if line.bucket.slot:
            self._contenders[line.bucket.slot] += 1

    def _retire(self, line: Line) -> None:
        """A line has lost its last task."""
        slot = line.bucket.slot
        if slot:
            self._contenders[slot] -= 1
            if not self._contenders[slot]:
                del self._contenders[slot]

    def _place_again(self, lines: Iterable[Line]) -> None:
        for line in lines:
            if not line.ticket:
                self._place(line)

    def _score(self, line: Line) -> float:
        line.shift = self._shift(line.bucket)
        return self._number(line.bucket) - line.bucket.boost - line.shift

    def _place(self, line: Line) -> None:
        """Give a line its place in the ranking, whatever place it had."""
        line.ticket = 0
        if line.paused or self._is_stale or not line.tasks:
            return
        if len(self._heap) > 64 + 2 * len(self._lines) + 2 * len(self._holding):
            self._heap = [place for place in self._heap if place[2] == place[3].ticket]
            heapify(self._heap)
        heappush(self._heap, self._rank(line))

    def _order(self, line: Line) -> tuple[float, int]:
        first = line.tasks[0]
        rank = line.number + self._ageing * read_time(first)
        return rank - precedence_of(len(line.tasks)) if line.bucket.slot else rank, read_id(first)

    def _rank(self, line: Line) -> _Place:
        line.ticket = ticket = next(self._tickets)
        return *self._order(line), ticket, line

    def _forget_empty_lines(self) -> None:
        for waiting in (self._aside, self._closed):
            for name, lines in list(waiting.items()):
                waiting[name] = [line for line in lines if line.tasks]
        for held in (self._lines, self._holding):
            for bucket in [bucket for bucket, line in held.items() if not line.tasks]:
                del held[bucket]

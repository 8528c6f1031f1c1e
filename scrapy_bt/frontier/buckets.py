"""The ranking of buckets, each of which has a queue of ready tasks (runtime.md, "The frontier")."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from heapq import heapify, heappop, heappush, heapreplace
from itertools import count
from math import inf
from types import MappingProxyType

from .bucket_queue import BucketQueue
from .entries import Bucket
from .lanes import Lanes
from .protocol import Number
from .slots import MOST_WAITING, Slots, goes_by_ranking, is_ranked_anew, share_of
from .tasks import read_time

NOTHING: Mapping[str, int] = MappingProxyType({})


_Place = tuple[float, int, int, BucketQueue]
"""Of a queue in the ranking: its rank, the id of its first task, its ticket."""


class BucketHeap:
    """Queues in the order of number + ageing · time of their first task, in a heap whose stale places are skipped.

    Where these are the same, of slots the longest queues are first, then the task that was stored first. So that hosts
    take turns, the times of their tasks count by whole seconds.

    The priority of a task is number − ageing · (now − queued), where −ageing · now is the same for all.
    """

    def __init__(
        self, number: Number, ageing: float, *, is_paused: Callable[[Bucket], bool], shift: Callable[[Bucket], float]
    ) -> None:
        self._number = number
        self._ageing = ageing
        self._is_paused = is_paused
        self._shift = shift
        self._queues: dict[Bucket, BucketQueue] = {}
        self._holding: dict[Bucket, BucketQueue] = {}
        self._heap: list[_Place] = []
        self._tickets = count(1)
        self._aside: dict[str, list[BucketQueue]] = {}
        self._closed: dict[str, list[BucketQueue]] = {}
        """The queues of slots that had nothing free, by slot."""
        self._contenders: Counter[str] = Counter()
        """How many queues with tasks each slot has; tasks without a slot are one contender together."""
        self._is_stale = True
        self._spare = 64
        self.opening = inf
        """When the first of the tasks may be leased that were kept for other workers when it was looked for last."""

    def __iter__(self) -> Iterator[BucketQueue]:
        yield from self._queues.values()
        yield from self._holding.values()

    def add(self, record: bytes, bucket: Bucket, *, holding: bool = False) -> None:
        """Put a task at the end of its queue; *holding*: it has the bucket's resource already."""
        queue = self._get_queue(bucket, holding=holding)
        queue.tasks.append(record)
        length = len(queue.tasks)
        if length == 1:
            self._contend(queue)
            self._place(queue)
        elif queue.ticket and bucket.slot and is_ranked_anew(length):
            self._place(queue)

    def add_first(self, record: bytes, bucket: Bucket, *, holding: bool = False) -> None:
        queue = self._get_queue(bucket, holding=holding)
        queue.tasks.appendleft(record)
        if len(queue.tasks) == 1:
            self._contend(queue)
            self._place(queue)
        elif queue.ticket:
            self._place(queue)

    def first(
        self,
        slots: Slots | None = None,
        taken: Mapping[str, int] = NOTHING,
        lanes: Lanes | None = None,
        now: float = 0.0,
    ) -> BucketQueue | None:
        """The queue to lease from: the first in the ranking whose slot has anything free.

        When half of the places are taken, a slot that has had its share is passed over as long as others have not.
        A task that may make many is passed over while more than `MOST_WAITING` of its tree before it wait for theirs.
        *taken*: what was leased of slots since *slots* was asked last. With *lanes* a queue is passed over whose first
        task is kept for another worker, and `opening` says afterwards when the first of these may be leased.
        """
        self.refresh()
        self.opening = inf
        heap = self._heap
        if slots is not None and self._closed:
            for slot in slots.opened(self._closed):
                self._place_again(self._closed.pop(slot, ()))
        share = 0 if slots is None else share_of(slots.places, len(self._contenders))
        under_way: Mapping[str, int] = {} if slots is None else slots.under_way
        is_free_for_all = slots is not None and goes_by_ranking(
            slots.places, sum(under_way.values()) + sum(taken.values())
        )
        found: BucketQueue | None = None
        passed: list[_Place] = []
        put_off: list[_Place] = []
        is_kept = self._keeps(lanes, now)
        while heap:
            place = heap[0]
            queue, slot = place[3], place[3].bucket.slot
            if queue.ticket != place[2]:
                heappop(heap)
                continue
            if is_kept is not None and is_kept(queue):
                put_off.append(heappop(heap))
                continue
            if slots is None or not (slot or (queue.may_make_many and self._has_many_before(place, passed))):
                found = queue
                break
            if not slot:
                put_off.append(heappop(heap))
                continue
            leased = taken.get(slot, 0)
            if slots.free(slot) <= leased:
                heappop(heap)
                queue.ticket = 0
                self._closed.setdefault(slot, []).append(queue)
                continue
            if is_free_for_all or under_way.get(slot, 0) + leased < share:
                found = queue
                break
            passed.append(heappop(heap))
        for place in (*passed, *put_off):
            heappush(heap, place)
        return found or (passed[0][3] if passed else None)

    def _keeps(self, lanes: Lanes | None, now: float) -> Callable[[BucketQueue], bool] | None:
        """Whether the first task of a queue is kept for another worker; None if nothing is kept for anybody."""
        if lanes is None or not lanes.kept:
            return None

        def is_kept(queue: BucketQueue) -> bool:
            opens = lanes.opens(queue.bucket.lane, read_time(queue.tasks[0]))
            if opens <= now:
                return False
            self.opening = min(self.opening, opens)
            return True

        return is_kept

    def take(self, queue: BucketQueue) -> bytes:
        """Remove the first task of a queue that is in the ranking."""
        record = queue.tasks.popleft()
        heap = self._heap
        if heap[0][3] is not queue:
            # Its place is left to be skipped.
            queue.ticket = 0
            if queue.tasks:
                heappush(heap, self._rank(queue))
        elif queue.tasks:
            heapreplace(heap, self._rank(queue))
        else:
            heappop(heap)
            queue.ticket = 0
        if not queue.tasks:
            self._retire(queue)
        return record

    def set_aside(self, queue: BucketQueue) -> None:
        """Pass over a queue until its resource is free."""
        queue.ticket = 0
        self._aside.setdefault(queue.requires, []).append(queue)

    def readmit(self, resource: str) -> None:
        self._place_again(self._aside.pop(resource, ()))

    def list_aside(self) -> Iterator[tuple[str, list[BucketQueue]]]:
        """The queues that wait for a resource, by resource; some may be empty or paused by now."""
        yield from self._aside.items()

    def refresh(self) -> None:
        """Rank for the first time, when the numbers can be asked for."""
        if self._is_stale:
            self.rerank()

    def rerank(self) -> None:
        """Ask for all numbers, pauses and shifts anew."""
        self._forget_empty_queues()
        for queue in self:
            queue.number = self._score(queue)
        self._is_stale = False
        self.reorder()

    def reorder(self) -> None:
        """Apply pauses and shifts to every queue."""
        if self._is_stale:
            self.rerank()
            return
        waiting = {id(queue) for queues in self._aside.values() for queue in queues}
        heap = []
        for queue in self:
            shift = self._shift(queue.bucket)
            queue.number += queue.shift - shift
            queue.shift = shift
            queue.paused = self._is_paused(queue.bucket)
            queue.ticket = 0
            if queue.tasks and not queue.paused and id(queue) not in waiting:
                heap.append(self._rank(queue))
        heapify(heap)
        self._heap = heap
        self._closed.clear()

    def remove(self, wanted: Callable[[Bucket], bool]) -> list[tuple[bytes, Bucket]]:
        """Take all tasks out of the queues whose bucket is wanted."""
        removed: list[tuple[bytes, Bucket]] = []
        for queue in self:
            if queue.tasks and wanted(queue.bucket):
                removed += ((record, queue.bucket) for record in queue.tasks)
                queue.tasks.clear()
                queue.ticket = 0
                self._retire(queue)
        return removed

    def remove_task(self, task_id: int) -> tuple[bytes, Bucket] | None:
        """Take one task out of its queue; looks at every task."""
        for queue in self:
            found = queue.find(task_id)
            if found is not None:
                queue.tasks.remove(found)
                if not queue.tasks:
                    self._retire(queue)
                if queue.ticket:
                    self._place(queue)
                return found, queue.bucket
        return None

    def find_task(self, task_id: int) -> tuple[bytes, Bucket] | None:
        """Look a task up without taking it."""
        return next(((found, queue.bucket) for queue in self if (found := queue.find(task_id)) is not None), None)

    def _get_queue(self, bucket: Bucket, *, holding: bool) -> BucketQueue:
        queues = self._holding if holding and bucket.requires else self._queues
        queue = queues.get(bucket)
        if queue is None:
            if len(queues) > self._spare:
                self._forget_empty_queues()
                self._spare = 64 + 2 * len(queues)
            queue = queues[bucket] = BucketQueue(bucket, "" if queues is self._holding else bucket.requires)
            queue.paused = self._is_paused(bucket)
            if not self._is_stale:
                queue.number = self._score(queue)
        return queue

    def _has_many_before(self, place: _Place, passed: Iterable[_Place]) -> bool:
        """Whether more than `MOST_WAITING` tasks of the same tree come before a place and wait for their slots."""
        tree = place[3].bucket.tree
        waiting = sum(len(other[3].tasks) for other in passed if other[3].bucket.tree == tree)
        if waiting > MOST_WAITING:
            return True
        for queues in self._closed.values():
            for queue in queues:
                if queue.bucket.tree != tree or queue.paused or queue.ticket or not queue.tasks:
                    continue
                if queue.order(self._ageing) < place[:2]:
                    waiting += len(queue.tasks)
                    if waiting > MOST_WAITING:
                        return True
        return False

    def _contend(self, queue: BucketQueue) -> None:
        """A queue has got its first task."""
        self._contenders[queue.bucket.slot] += 1

    def _retire(self, queue: BucketQueue) -> None:
        """A queue has lost its last task."""
        slot = queue.bucket.slot
        self._contenders[slot] -= 1
        if not self._contenders[slot]:
            del self._contenders[slot]

    def _place_again(self, queues: Iterable[BucketQueue]) -> None:
        for queue in queues:
            if not queue.ticket:
                self._place(queue)

    def _score(self, queue: BucketQueue) -> float:
        queue.shift = self._shift(queue.bucket)
        return self._number(queue.bucket) - queue.bucket.boost - queue.shift

    def _place(self, queue: BucketQueue) -> None:
        """Give a queue its place in the ranking, whatever place it had."""
        queue.ticket = 0
        if queue.paused or self._is_stale or not queue.tasks:
            return
        if len(self._heap) > 64 + 2 * len(self._queues) + 2 * len(self._holding):
            self._heap = [place for place in self._heap if place[2] == place[3].ticket]
            heapify(self._heap)
        heappush(self._heap, self._rank(queue))

    def _rank(self, queue: BucketQueue) -> _Place:
        queue.ticket = ticket = next(self._tickets)
        return *queue.order(self._ageing), ticket, queue

    def _forget_empty_queues(self) -> None:
        for waiting in (self._aside, self._closed):
            for name, queues in list(waiting.items()):
                waiting[name] = [queue for queue in queues if queue.tasks]
        for held in (self._queues, self._holding):
            for bucket in [bucket for bucket, queue in held.items() if not queue.tasks]:
                del held[bucket]

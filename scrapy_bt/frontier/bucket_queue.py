"""The ready tasks of one bucket."""

from __future__ import annotations

from collections import deque
from math import floor

from .entries import Bucket
from .slots import precedence_of
from .tasks import is_awaited, make_prefix, read_id, read_time


class BucketQueue:
    """The ready tasks of one bucket, first come, first served."""

    __slots__ = ("bucket", "number", "paused", "requires", "shift", "tasks", "ticket")

    def __init__(self, bucket: Bucket, requires: str) -> None:
        self.bucket = bucket
        self.requires = requires
        """The resource that a lease takes; none in the queue of those that hold it already."""
        self.tasks: deque[bytes] = deque()
        self.number = 0.0
        """The priority number in seconds, the bucket's boost and *shift* taken off."""
        self.shift = 0.0
        """What boosts of its node and its tree take off."""
        self.paused = False
        self.ticket = 0
        """The queue's valid place in the ranking; 0: it is empty, paused, or its resource or slot has nothing free."""

    @property
    def may_make_many(self) -> bool:
        """Whether its next task, which has no slot, may make others again and again before they are done.

        Not one that waits for a resource or for goroutines: it makes few, and others wait for it.
        """
        return not (self.bucket.requires or is_awaited(self.tasks[0]))

    def order(self, ageing: float) -> tuple[float, int]:
        """By what the queue stands before others: its rank, and the id of its first task."""
        first = self.tasks[0]
        if not self.bucket.slot:
            return self.number + ageing * read_time(first), read_id(first)
        rank = self.number + ageing * floor(read_time(first))
        return rank - precedence_of(len(self.tasks)), read_id(first)

    def find(self, task_id: int) -> bytes | None:
        """The record of a task that is in it; looks at every task."""
        prefix = make_prefix(task_id)
        return next((record for record in self.tasks if record.startswith(prefix)), None)

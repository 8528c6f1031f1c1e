"""Limits how many tasks a queue may have in progress: all queues of a process share its machine."""

from __future__ import annotations

from typing import Any, Protocol

from scrapy.settings import BaseSettings

from ..load.capacity import Capacity
from ..runtime.task_group import MOST


class Busy(Protocol):
    """What is asked of one."""

    @property
    def in_progress(self) -> int: ...


_queues: set[Busy] = set()
"""Those at work in this process."""


def _count_in_progress() -> int:
    return sum(queue.in_progress for queue in _queues)


class ConcurrencyLimit:
    """The limit of one queue, within that of the process."""

    def __init__(self, settings: BaseSettings) -> None:
        cap = 2 * settings.getint("CONCURRENT_REQUESTS") + MOST
        self._capacity = Capacity(settings, in_progress=_count_in_progress, cap=cap)
        self._queue: Busy | None = None

    def open(self, queue: Busy) -> None:
        """The queue is at work."""
        self._queue = queue
        _queues.add(queue)
        self._capacity.start()

    def close(self) -> None:
        self._capacity.stop()
        if self._queue is not None:
            _queues.discard(self._queue)

    def left(self) -> int:
        """How many more tasks the queue may have in progress: none is left out for another one of the process."""
        room = self._capacity.room()
        return room if self._queue is None or self._queue.in_progress else max(1, room)

    def report(self) -> dict[str, Any]:
        """What the process may have, and why."""
        return self._capacity.report()

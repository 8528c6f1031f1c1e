"""A crawl whose queue is in Redis: the same calls as those of the commands."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import Any

from ...core.tree.program import Program
from ...frontier.entries import DeadLetter
from ...frontier.listings import ControlTarget, TaskPage
from ...frontier.redis.jobs import carry_out, find_task, repeat
from ...operations.dead_letters import QueueDeadLetters
from ...operations.dispatching import describe_workers
from ...operations.queues import Queue
from ...operations.snapshots import take_snapshot
from ...operations.targets import check_target, read_tree
from .crawl import FoundTask, Kind


class RedisCrawl:
    """Implements `Crawl`; one call at a time, since calls are numbered."""

    kind: Kind = "redis"

    def __init__(self, queue: Queue) -> None:
        self._queue = queue
        self._letters = QueueDeadLetters(queue)
        self._lock = threading.Lock()
        self.id = self.name = queue.name
        self.place = queue.place

    def status(self) -> dict[str, Any]:
        with self._lock:
            return take_snapshot(self._queue)

    def peek(self, target: ControlTarget, state: str, after: str, count: int) -> TaskPage:
        with self._lock:
            return self._queue.ask(self._queue.calls.peek(target, state, after, count))

    def find(self, task: int) -> FoundTask | None:
        with self._lock:
            found = find_task(self._queue.ask, self._queue.calls, task)
            if found is None or found.line is None:
                return None
            return FoundTask(found.line, self._letters.get(task) if found.state == "dead" else None)

    def dead_letters(self, first: int, count: int) -> tuple[int, Sequence[DeadLetter]]:
        with self._lock:
            return self._letters.count(), self._letters.page(first, count)

    def program(self) -> Program | None:
        with self._lock:
            return read_tree(self._queue)

    def check(self, target: ControlTarget) -> None:
        with self._lock:
            check_target(self._queue, target)

    def order(self, action: str, target: ControlTarget, seconds: float) -> int:
        with self._lock:
            calls = self._queue.calls
            if action == "purge":
                return repeat(self._queue.ask, lambda _: calls.purge())
            return carry_out(self._queue.order, calls, calls.order(action, target, seconds))

    def treat(self, action: str, ids: Sequence[int] | None) -> int:
        with self._lock:
            return self._letters.requeue(ids) if action == "requeue" else self._letters.drop(ids)

    def dispatch(self) -> list[dict[str, Any]]:
        with self._lock:
            return describe_workers(self._queue)

    def close(self) -> None:
        with self._lock:
            self._queue.close()

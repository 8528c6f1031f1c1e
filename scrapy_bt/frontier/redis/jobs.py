"""Orders that mean very many tasks go on in slices, and no call holds Redis up; the other side is `lua/jobs.lua`.

Whoever gave one sends slices until it is done. If they stop, each exchange of a worker does a slice of what is left.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .call import Ordered, ScriptCall, TaskStatus
from .calls import Calls

Send = Callable[[ScriptCall[Any]], Any]


def carry_out(send: Send, calls: Calls, order: ScriptCall[Ordered]) -> int:
    """Give an order and go on with it until it is done; answers how many tasks it has touched."""
    done: Ordered = send(order)
    while done.job:
        done = send(calls.go_on(done.job))
    return done.tasks


def repeat(send: Send, build: Callable[[int], ScriptCall[Ordered]]) -> int:
    """Send a call again until it is done, each time with the place where it goes on; answers the sum."""
    done: Ordered = send(build(0))
    count = done.tasks
    while done.job:
        done = send(build(done.job))
        count += done.tasks
    return count


def leave(send: Send, calls: Calls, worker: str | None = None) -> int:
    """A worker (that of the calls) goes; answers how many leases it had."""
    return repeat(send, lambda place: calls.leave(worker, place))


def find_task(send: Send, calls: Calls, task: int) -> TaskStatus | None:
    """Where a task is; the lines are looked through in parts."""
    found: TaskStatus | bytes | None = send(calls.find(task))
    while isinstance(found, bytes):
        found = send(calls.find(task, found))
    return found

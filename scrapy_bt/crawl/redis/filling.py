"""Stores the tasks of a source in a queue that other workers fill, too: each of them once."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from ...frontier.completion import Requeue
from ...frontier.redis.calls import Calls
from .retrying_client import RetryingClient

_PART = 500
"""Tasks that travel in one call."""


async def fill(retrying_client: RetryingClient, calls: Calls, source: str, tasks: Iterator[Requeue]) -> None:
    """Store the tasks that are not there yet; all who fill from *source* have to give the same, in the same order."""
    at = await retrying_client.send(calls.seed(source, 0, ()))
    _skip(tasks, at)
    part: list[Requeue] = []
    while part or (part := list(islice(tasks, _PART))):
        reached = await retrying_client.send(calls.seed(source, at, part))
        # Others may have come further, and not in the same parts.
        _skip(tasks, reached - at - len(part))
        part = part[reached - at :]
        at = reached


def _skip(tasks: Iterator[Requeue], count: int) -> None:
    for _ in islice(tasks, max(0, count)):
        pass

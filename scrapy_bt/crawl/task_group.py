"""Coroutines that run beside the requests of a crawl."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from typing import Any

from scrapy.utils.defer import maybe_deferred_to_future
from twisted.internet.defer import Deferred

from .blame import blame

MOST = 100
"""Coroutines at once; more tasks are not begun meanwhile."""


class TaskGroup:
    """Runs coroutines, and calls *on_end* after each."""

    def __init__(self, on_end: Callable[[], None]) -> None:
        self._on_end = on_end
        self._running: set[asyncio.Task[None]] = set()

    def __len__(self) -> int:
        return len(self._running)

    @property
    def has_room(self) -> bool:
        """Another one may begin."""
        return len(self._running) < MOST

    def start(self, coroutine: Coroutine[Any, Any, None]) -> None:
        """Run a coroutine that deals with its own errors."""
        task = asyncio.get_running_loop().create_task(coroutine)
        self._running.add(task)
        task.add_done_callback(self._end)

    def cancel(self) -> None:
        """Give up all of them."""
        for task in self._running:
            task.cancel()

    def _end(self, task: asyncio.Task[None]) -> None:
        self._running.discard(task)
        self._on_end()


async def gather(awaitables: Iterable[Awaitable[Any]]) -> list[Any]:
    """The results of what users' functions gave; those that raised give a `NodeError`. Twisted's Deferreds too."""
    results = await asyncio.gather(*(_await(each) for each in awaitables), return_exceptions=True)
    return [blame(result) if isinstance(result, BaseException) else result for result in results]


async def _await(awaitable: Awaitable[Any]) -> Any:
    return await (maybe_deferred_to_future(awaitable) if isinstance(awaitable, Deferred) else awaitable)

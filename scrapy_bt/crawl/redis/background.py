"""What runs beside a crawl: coroutines that are ended with it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

_TIMEOUT = 0.2
"""Seconds after which a task that should have ended is cancelled again."""


class Background:
    """Coroutines under way; *on_error* is told what one of them raised."""

    def __init__(self, on_error: Callable[[BaseException], None]) -> None:
        self._on_error = on_error
        self._tasks: set[asyncio.Task[Any]] = set()

    def start(self, coroutine: Coroutine[Any, Any, Any]) -> None:
        """Run a coroutine."""
        task = asyncio.get_running_loop().create_task(coroutine)
        self._tasks.add(task)
        task.add_done_callback(self._end)

    async def end(self) -> None:
        """Cancel all that is under way, and wait for its end."""
        while self._tasks:
            for task in self._tasks:
                # Again and again: a cancellation that meets the answer of Redis is lost within the client.
                task.cancel()
            await asyncio.wait(self._tasks, timeout=_TIMEOUT)

    def _end(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            self._on_error(error)

"""Tasks that are to make shared values: those of included files are made only where no other tree has made them."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Coroutine, Mapping
from typing import Any

from ...frontier.completion import Completion
from ...frontier.entries import Lease
from .common_values import CommonValues


class CommonValueMakers:
    """Stands between a worker's leases and its crawl.

    *spawn* runs a coroutine as a task of its own, *complete* completes a step that other trees need not hear of,
    *on_ready* is called when a task may begin.
    """

    def __init__(
        self,
        common: CommonValues,
        *,
        spawn: Callable[[Coroutine[Any, Any, None]], None],
        complete: Callable[[Lease, Completion], None],
        on_ready: Callable[[], None],
    ) -> None:
        self._common, self._spawn, self._complete, self._on_ready = common, spawn, complete, on_ready
        self._ready: deque[Lease] = deque()
        """Tasks that make a value which no other tree has made."""

    def next(self, take: Callable[[], Lease | None]) -> Lease | None:
        """The next lease that the crawl may begin; *take* gives any."""
        if self._ready:
            return self._ready.popleft()
        while (lease := take()) is not None:
            if not (lease.make and self._common.has(lease.entry.share)):
                return lease
            self._spawn(self._take_over(lease))
        return None

    def note(self, completion: Completion, cookies: Mapping[int, bytes]) -> None:
        """Tell other trees what a step has made, or found wanting."""
        for made in completion.made:
            if self._common.has(made.key):
                session = made.value.session if made.value is not None else 0
                self._spawn(self._common.publish(made, cookies.get(session) or b""))
        for key in filter(self._common.has, completion.invalidated):
            self._spawn(self._common.note_wanting(key))

    async def _take_over(self, lease: Lease) -> None:
        completion = await self._common.take_over(lease)
        if completion is not None:
            self._complete(lease, completion)
        else:
            self._ready.append(lease)
            self._on_ready()

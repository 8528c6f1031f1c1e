"""Limits the rate of requests to one host over all workers: permits are taken from Redis a little ahead of time."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Coroutine
from itertools import count
from typing import Any

from ...errors import NodeError
from ...frontier.redis.rate_limiter import extend_permits, return_permits, take_permits
from .retrying_client import RetryingClient

_AHEAD = 0.05
"""Permits are taken for so many seconds ahead."""

_ASK_AGAIN = 1.0
"""A host without a free place is asked again after so many seconds, if nobody has told of one meanwhile."""


class HostRateLimiter:
    """The permits of one worker for one host. *start* runs a coroutine as a task of its own."""

    def __init__(
        self,
        host: str,
        retrying_client: RetryingClient,
        *,
        worker: str,
        delay: float,
        most: int,
        lasts: float,
        start: Callable[[Coroutine[Any, Any, Any]], Any],
    ) -> None:
        self._host, self._retrying_client, self._worker = host, retrying_client, worker
        self._delay, self._most, self._lasts = delay, most, lasts
        self._start = start
        self._waiting: deque[asyncio.Future[str]] = deque()
        self._held: set[str] = set()
        self._numbers = count(1)
        self._is_asking = False
        self._told = asyncio.Event()

    @property
    def is_idle(self) -> bool:
        return not self._waiting and not self._held and not self._is_asking

    async def take(self) -> str:
        """Wait for a permit, which has to be given back."""
        waiting: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self._waiting.append(waiting)
        if not self._is_asking:
            self._is_asking = True
            self._start(self._ask())
        return await waiting

    async def give(self, permit: str) -> bool:
        """The request is over: let others have its place; answers whether somebody may wait for it."""
        self._held.discard(permit)
        return bool(self._most) and await self._retrying_client.send(
            return_permits(self._host, [permit], most=self._most)
        )

    async def keep(self) -> None:
        """Prolong the permits of requests that are under way."""
        if self._held and self._most:
            await self._retrying_client.send(extend_permits(self._host, sorted(self._held), lasts=self._lasts))

    def fail(self, error: BaseException) -> None:
        """There will be no permits any more."""
        while self._waiting:
            waiting = self._waiting.popleft()
            if not waiting.done():
                waiting.set_exception(NodeError(f"it got no permit for a request to {self._host}: {error}"))

    def tell(self) -> None:
        """A place may be free."""
        self._told.set()

    async def _ask(self) -> None:
        try:
            while self._waiting:
                await self._ask_once()
        finally:
            self._is_asking = False

    async def _ask_once(self) -> None:
        while self._waiting and self._waiting[0].done():
            self._waiting.popleft()
        if not self._waiting:
            return
        ahead = max(1, int(_AHEAD / self._delay)) if self._delay else len(self._waiting)
        permits = [f"{self._worker} {next(self._numbers)}" for _ in range(min(ahead, len(self._waiting)))]
        self._told.clear()
        call = take_permits(self._host, permits, delay=self._delay, most=self._most, lasts=self._lasts)
        starts = await self._retrying_client.send(call)
        loop = asyncio.get_running_loop()
        for permit, seconds in zip(permits, starts, strict=False):
            self._held.add(permit)
            loop.call_later(max(0.0, seconds), self._admit, self._waiting.popleft(), permit)
        if starts:
            # The next are asked for when these have begun: until then other workers may come between.
            await asyncio.sleep(max(0.0, starts[-1]))
        else:
            await _wait(self._told, _ASK_AGAIN)

    def _admit(self, waiting: asyncio.Future[str], permit: str) -> None:
        if not waiting.done():
            waiting.set_result(permit)
        else:  # who asked is gone
            self._start(self.give(permit))


async def _wait(event: asyncio.Event, seconds: float) -> None:
    try:
        await asyncio.wait_for(event.wait(), seconds)
    except asyncio.TimeoutError:
        return

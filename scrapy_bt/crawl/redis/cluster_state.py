"""The state of the cluster as this worker knows it: what the others have measured and made."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection

from ...frontier.entries import SharedValue
from ...frontier.protocol import Number
from ...frontier.redis.calls import Calls
from .retrying_client import RetryingClient

_REFRESH = 1.0
"""Seconds between two looks at least."""


class ClusterState:
    """Weights, rounds and the values of the keys *shared*, taken in when something has changed.

    *number* ranks this worker's buckets; *on_change* is called when something has been taken in.
    """

    def __init__(
        self,
        retrying_client: RetryingClient,
        calls: Calls,
        *,
        number: Number,
        shared: Collection[str],
        on_change: Callable[[], None],
    ) -> None:
        self._retrying_client, self._calls, self._number = retrying_client, calls, number
        self._shared, self._on_change = shared, on_change
        self.weights: dict[str, tuple[int, float]] = {}
        self.rounds: dict[str, tuple[int, float]] = {}
        self.values: dict[str, SharedValue] = {}
        self._revision: int | None = None
        self._has_come = asyncio.Event()
        self._has_to_rank = False

    def note(self, revision: int) -> None:
        """What Redis has said last: its revision is another one when something has changed."""
        if revision != self._revision:
            self._revision = revision
            self._has_come.set()

    def rerank(self) -> None:
        """This worker's numbers have changed."""
        self._has_to_rank = True
        self._has_come.set()

    async def keep_up(self) -> None:
        """Take in what changes, and rank anew when this worker's numbers have changed; never returns."""
        while True:
            await self._has_come.wait()
            self._has_come.clear()
            await self.refresh()
            self._on_change()
            if self._has_to_rank:
                self._has_to_rank = False
                buckets = await self._retrying_client.send(self._calls.buckets())
                for call in self._calls.rank({bucket: self._number(bucket) for bucket in buckets}):
                    await self._retrying_client.send(call)
            await asyncio.sleep(_REFRESH)

    async def refresh(self) -> None:
        """Look once."""
        self.weights = await self._retrying_client.send(self._calls.weights())
        self.rounds = await self._retrying_client.send(self._calls.rounds())
        values = {key: await self._retrying_client.send(self._calls.shared(key)) for key in self._shared}
        self.values = {key: value for key, value in values.items() if value is not None}

"""Workers on Redis are told at once that a proposal of healing was decided on; others ask the store now and then."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

import redis
from scrapy.settings import BaseSettings

from ...errors import BTError
from .arrivals import await_client
from .connection import open_client
from .notifications import hear_notifications

CHANNEL = "bt:healing"


class DecisionNotifications:
    """Tells and hears it; a Redis that is away is no error, since workers ask the store, too."""

    def __init__(self, settings: BaseSettings) -> None:
        self._settings = settings
        self._client: redis.Redis | None = None

    def tell(self) -> None:
        """Let all workers ask the store now; may be called from any thread, one at a time."""
        try:
            if self._client is None:
                self._client = open_client(self._settings)
            self._client.publish(CHANNEL, "")
        except (BTError, redis.RedisError, OSError):
            self.close()

    def close(self) -> None:
        """Let go of the connection for telling."""
        client, self._client = self._client, None
        if client is not None:
            client.close()

    async def hear(self, on_change: Callable[[], None]) -> None:
        """Call *on_change* whenever somebody has told, and after each time without a connection, until it is cancelled.

        It returns where Redis does not come, or its client cannot listen.
        """
        with suppress(BTError):
            async with await await_client(self._settings) as client:
                if hasattr(client, "pubsub"):  # that of a cluster has none
                    await hear_notifications(client, CHANNEL, on_change)

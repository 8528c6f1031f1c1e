"""Listens for work: the frontier notifies idle workers, so that they need not ask (runtime.md)."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING

from redis.exceptions import RedisError

if TYPE_CHECKING:
    from redis.asyncio import Redis

_LISTEN = 30.0
"""Seconds after which a silent connection is looked at."""

_LONGEST_WAIT = 2.0
"""Seconds between tries to connect again."""


async def hear_notifications(client: Redis, channel: str, on_notification: Callable[[], None]) -> None:
    """Call *on_notification* for each message on *channel*, and after each time without a connection; never returns."""
    await hear(client, channel, lambda message: on_notification())  # noqa: ARG005 - that there was one is all


async def hear(client: Redis, channel: str, on_message: Callable[[bytes | None], None]) -> None:
    """Call *on_message* with each message on *channel*, and with none when there is a connection again."""
    pause = 0.05
    while True:
        # Closed whatever happens, so that no connection is left to the garbage collector.
        async with client.pubsub(ignore_subscribe_messages=True) as subscription:
            try:
                await subscription.subscribe(channel)
                on_message(None)  # whatever was said while nobody listened
                while True:
                    message = await subscription.get_message(timeout=_LISTEN)
                    if message is not None:
                        on_message(message["data"])
                    pause = 0.05
            except (RedisError, OSError):
                await asyncio.sleep(pause)
                pause = min(pause * 2, _LONGEST_WAIT)

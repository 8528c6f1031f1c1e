"""Hears when there is work again: the frontier calls idle workers instead of letting them ask (runtime.md)."""

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


async def hear_wakes(client: Redis, channel: str, on_wake: Callable[[], None]) -> None:
    """Call *on_wake* for each message on *channel*, and after each time without a connection; never returns."""
    pause = 0.05
    while True:
        # Closed whatever happens, so that no connection is left to the garbage collector.
        async with client.pubsub(ignore_subscribe_messages=True) as subscription:
            try:
                await subscription.subscribe(channel)
                on_wake()  # whatever was said while nobody listened
                while True:
                    if await subscription.get_message(timeout=_LISTEN) is not None:
                        on_wake()
                    pause = 0.05
            except (RedisError, OSError):
                await asyncio.sleep(pause)
                pause = min(pause * 2, _LONGEST_WAIT)

"""A worker that comes while Redis is away waits for it, as it does later; `BT_REDIS_SECONDS` says how long."""

from __future__ import annotations

import asyncio
import logging
import time
from threading import Event
from typing import TYPE_CHECKING

from ...errors import FrontierError
from ...settings import BTSettings
from .connection import open_async_client, open_client
from .retrying_client import FIRST_PAUSE, LONGEST_PAUSE

if TYPE_CHECKING:
    import redis.asyncio
    from scrapy.settings import BaseSettings

logger = logging.getLogger(__name__)


class _Wait:
    """How long a server is waited for, and that this is told once."""

    def __init__(self, settings: BaseSettings) -> None:
        self._seconds = BTSettings.read(settings).redis_seconds
        self._begun, self._pause = time.monotonic(), 0.0

    def next_pause(self, error: FrontierError) -> float:
        """Seconds until the next try; raises the error when waiting does not mend it, or is over."""
        pause = min(2 * self._pause, LONGEST_PAUSE) or FIRST_PAUSE
        if not error.passing or time.monotonic() - self._begun + pause > self._seconds:
            raise error
        if not self._pause:
            logger.warning("%s; waiting for it, up to %g s (BT_REDIS_SECONDS)", error, self._seconds)
        self._pause = pause
        return pause

    def end(self) -> None:
        """It is there."""
        if self._pause:
            logger.info("Redis is there after %.1f s", time.monotonic() - self._begun)


def wait_for_client(settings: BaseSettings) -> redis.Redis:
    """The same as `open_client`, for a worker whose crawl has not begun."""
    wait = _Wait(settings)
    while True:
        try:
            client = open_client(settings)
        except FrontierError as error:  # noqa: PERF203  # each try may fail
            Event().wait(wait.next_pause(error))
        else:
            wait.end()
            return client


async def await_client(settings: BaseSettings) -> redis.asyncio.Redis:
    """As `open_async_client`; for a crawl."""
    wait = _Wait(settings)
    while True:
        try:
            client = await open_async_client(settings)
        except FrontierError as error:  # noqa: PERF203  # each try may fail
            await asyncio.sleep(wait.next_pause(error))
        else:
            wait.end()
            return client

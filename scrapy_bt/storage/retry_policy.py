"""Retries while a server is away, up to a number of seconds."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from threading import Event
from typing import TypeVar

from ..sentences import say
from .rows import StoreError

logger = logging.getLogger(__name__)

START_SECONDS = 10.0
"""How long a server is waited for when a crawl begins."""
_FIRST_WAIT, _LONGEST_WAIT = 0.1, 5.0
"""Seconds between two tries, doubled each time."""
_STILL_AWAY = 30.0
"""Seconds after which an outage is told again."""
_T = TypeVar("_T")


class RetryPolicy:
    """Waits *seconds* at most for a server; *name* is what the log calls it. For one thread, but for `hurry`."""

    def __init__(self, name: str, seconds: float) -> None:
        self._name, self._seconds = name, seconds
        self._hurry = Event()

    def hurry(self) -> None:
        """Whoever waits has to give up at its next vain try."""
        self._hurry.set()

    def persevere(self, act: Callable[[], _T], why_away: Callable[[Exception], str]) -> _T:
        """What *act* returns in the end; raises `StoreError` when the server stays away, and other errors at once.

        *why_away*: the reason why the server could not be reached, or that the act was in somebody's way; empty for an
        error that no waiting mends.
        """
        begun = told = None
        pause = _FIRST_WAIT
        while True:
            try:
                result = act()
            except Exception as error:  # noqa: PERF203 - a loop of tries
                reason = why_away(error)
                if not reason:
                    raise
                now = time.monotonic()
                begun = begun if begun is not None else now
                left = begun + self._seconds - now
                if left <= 0 or self._hurry.is_set():
                    raise StoreError(
                        say("{} has been away for {:.0f} s: {}", self._name, now - begun, reason)
                    ) from None
                if told is None or now - told >= _STILL_AWAY:
                    told = now
                    logger.warning("%s is away, waiting for it (%.0f s so far): %s", self._name, now - begun, reason)
                self._hurry.wait(min(pause, left))
                pause = min(pause * 2, _LONGEST_WAIT)
            else:
                if begun is not None:
                    logger.info("%s is back after %.1f s", self._name, time.monotonic() - begun)
                return result

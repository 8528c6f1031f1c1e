"""How long whoever is not logged in may take to send a body."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

from starlette.types import Message, Receive

from ...sentences import say
from ..refusals import Refusal

BODY_SECONDS = 20.0


class TimelyBody:
    """Receives as *receive* does, but raises `Refusal` where a body has not ended after `BODY_SECONDS`."""

    def __init__(self, receive: Receive, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._receive, self._clock = receive, clock
        self._end = clock() + BODY_SECONDS
        self._has_ended = False
        self.is_late = False

    async def __call__(self) -> Message:
        if self._has_ended:  # from here on it is waited for that somebody hangs up
            return await self._receive()
        left = self._end - self._clock()
        try:
            if left <= 0:
                raise asyncio.TimeoutError
            message = await asyncio.wait_for(self._receive(), left)
        except asyncio.TimeoutError:
            self.is_late = True
            raise Refusal(408, "slow", say("the body has not come within {} s", round(BODY_SECONDS))) from None
        self._has_ended = not message.get("more_body", False)
        return message

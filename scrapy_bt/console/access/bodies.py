"""How long a body may take to come: that of whoever is not logged in, and any at a rule server."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

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


class TimelyBodies:
    """An application to which a body that comes too late is a `Refusal`; whoever sends it is hung up on then."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        body = TimelyBody(receive)

        async def hang_up(message: Message) -> None:
            if message["type"] == "http.response.start" and body.is_late:
                MutableHeaders(scope=message)["connection"] = "close"  # the rest of it is not waited for
            await send(message)

        await self._app(scope, body, hang_up)

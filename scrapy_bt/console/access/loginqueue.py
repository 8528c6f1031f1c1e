"""Passwords are tried one after another: a try takes 32 MB, and has failed before the next one is looked at."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TypeVar

from starlette.concurrency import run_in_threadpool

from ...sentences import say
from ..refusals import Refusal

T = TypeVar("T")

_MOST = 20
"""Who may wait for their turn."""


class LoginQueue:
    """The logins of one server."""

    def __init__(self) -> None:
        self._turn = asyncio.Semaphore(1)
        self._waiting = 0

    async def take(self, check: Callable[..., T], *arguments: object) -> T:
        """What *check* gives, in another thread, when it is its turn; raises `Refusal` where too many wait."""
        if self._waiting >= _MOST:
            raise Refusal(429, "wait", say("too many log in at once"), advice=say("try again in a few seconds"))
        self._waiting += 1
        try:
            async with self._turn:
                return await run_in_threadpool(check, *arguments)
        finally:
            self._waiting -= 1

"""Start messages for trees: they wait where scrapy-redis' spiders look for theirs, and become tasks of `main`."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING

from scrapy.settings import BaseSettings

from .names import start_key

if TYPE_CHECKING:
    from ..runtime.runner import TreeRunner
    from .remote import RemoteFrontier

_LOOK_AGAIN = 1.0
"""Seconds between two looks, where Redis does not tell that there is something."""

_PART = 200
"""Messages that become tasks in one call."""


class StartMessages:
    """Makes a task of each message, in one step with taking it away: a worker's end loses none and doubles none.

    *on_tasks* is called when messages have become tasks.
    """

    def __init__(
        self,
        settings: BaseSettings,
        runner: TreeRunner,
        frontier: RemoteFrontier,
        *,
        on_tasks: Callable[[], None],
    ) -> None:
        self._runner, self._frontier, self._on_tasks = runner, frontier, on_tasks
        self.key = start_key(settings, runner.program.name)
        self._kind = "list"
        if settings.getbool("REDIS_START_URLS_AS_SET"):
            self._kind = "set"
        elif settings.getbool("REDIS_START_URLS_AS_ZSET"):
            self._kind = "zset"
        self._cluster_state = asyncio.Event()
        self.is_looking = True
        """There may be messages that no look has found yet: nobody has looked, or a look is under way."""

    async def take(self) -> None:
        """Never returns; raises `BTError` when the key cannot be used."""
        # Only a Redis that was told to, by `notify-keyspace-events`, says anything there.
        self._frontier.hear(f"__keyspace@{self._frontier.database}__:{self.key}", self._cluster_state.set)
        messages: list[bytes] = []
        while True:
            self._cluster_state.clear()
            self.is_looking = True
            tasks = [self._runner.messages.task_of(message) for message in messages]
            call = self._frontier.calls.start(self.key, self._kind, messages, tasks, look=_PART)
            taken, messages = await self._frontier.send(call)
            if taken:
                self._on_tasks()
            self.is_looking = bool(messages)
            if not messages:
                try:
                    await asyncio.wait_for(self._cluster_state.wait(), _LOOK_AGAIN)
                except asyncio.TimeoutError:
                    continue

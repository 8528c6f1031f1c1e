"""Start messages for trees: they wait where scrapy-redis' spiders look for theirs, and become tasks of `main`."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from scrapy.settings import BaseSettings

from ...errors import ArgumentsError
from ...frontier.protocol import Queue
from .names import start_key

if TYPE_CHECKING:
    from ...core.tree.program import Program
    from ..runner import TreeRunner
    from .remote import RemoteFrontier

logger = logging.getLogger(__name__)

_LOOK_AGAIN = 1.0
"""Seconds between two looks, where Redis does not tell that there is something."""

_PART = 200
"""Messages that become tasks in one call."""


class StartMessages:
    """Makes a task of each message, in one step with taking it away: a worker's end loses none and doubles none.

    *common*: arguments that hold for all of them. *on_tasks* is called when messages have become tasks.
    """

    def __init__(
        self,
        settings: BaseSettings,
        runner: TreeRunner,
        frontier: RemoteFrontier,
        *,
        common: Mapping[str, Any],
        on_tasks: Callable[[], None],
    ) -> None:
        self._runner, self._frontier, self._common, self._on_tasks = runner, frontier, common, on_tasks
        self.key = start_key(settings, runner.program.name)
        self._kind = "list"
        if settings.getbool("REDIS_START_URLS_AS_SET"):
            self._kind = "set"
        elif settings.getbool("REDIS_START_URLS_AS_ZSET"):
            self._kind = "zset"
        self._encoding = settings.get("REDIS_ENCODING") or "utf-8"
        self._news = asyncio.Event()
        self.is_looking = True
        """There may be messages that no look has found yet: nobody has looked, or a look is under way."""

    async def take(self) -> None:
        """Never returns; raises `BTError` when the key cannot be used."""
        # Only a Redis that was told to, by `notify-keyspace-events`, says anything there.
        self._frontier.hear(f"__keyspace@{self._frontier.database}__:{self.key}", self._news.set)
        messages: list[bytes] = []
        while True:
            self._news.clear()
            self.is_looking = True
            tasks = [self._read(message) for message in messages]
            call = self._frontier.calls.start(self.key, self._kind, messages, tasks, look=_PART)
            taken, messages = await self._frontier.send(call)
            if taken:
                self._on_tasks()
            self.is_looking = bool(messages)
            if not messages:
                try:
                    await asyncio.wait_for(self._news.wait(), _LOOK_AGAIN)
                except asyncio.TimeoutError:
                    continue

    def _read(self, message: bytes) -> Queue | None:
        """The task of a message; none, and a line in the log, if it is no message for this tree."""
        program = self._runner.program
        try:
            arguments = {**self._common, **read_arguments(program, message.decode(self._encoding), self._common)}
            return Queue(self._runner.first_entry(arguments))
        except (ArgumentsError, UnicodeError) as error:
            # Only names: a value may be a password.
            logger.error(  # noqa: TRY400 - who has sent the message has to mend it, not us
                "A start message is refused, and kept in '%s:refused': %s",
                self.key,
                error,
                extra={"spider": self._frontier.spider},
            )
        return None


def read_arguments(program: Program, text: str, common: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments that a message gives: an object of JSON, or the one value that is still missing, as it stands."""
    if not text.lstrip().startswith("{"):
        return {_name_missing(program, common): text}
    try:
        given = json.loads(text, parse_constant=_refuse_constant)
    except ValueError as error:
        raise ArgumentsError(f"it begins like an object of JSON, but is none: {error}") from None
    return dict(given)


def _name_missing(program: Program, common: Mapping[str, Any]) -> str:
    open_ = [parameter for parameter in program.main.parameters if parameter.name not in common]
    needed = [parameter for parameter in open_ if parameter.default is None] or open_
    if len(needed) == 1:
        return needed[0].name
    known = ", ".join(parameter.name for parameter in program.main.parameters) or "none"
    raise ArgumentsError(
        f'{program.name} takes more than one value, or none ({known}): write an object of JSON, {{"name": value}}'
    )


def _refuse_constant(name: str) -> None:
    raise ValueError(f"{name} is no value of JSON")

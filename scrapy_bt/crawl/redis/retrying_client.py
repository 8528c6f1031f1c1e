"""A client that retries its calls for as long as Redis is away (runtime.md, "not blocking")."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Any, TypeVar

from redis.exceptions import (
    AuthenticationError,
    AuthorizationError,
    ConnectionError,  # noqa: A004 - the name that the library gives it
    NoScriptError,
    RedisError,
    ResponseError,
    TimeoutError,  # noqa: A004 - the same
)

from ...errors import BTError, FrontierError
from ...frontier.redis.refusals import is_passing_error
from ...sentences import say

if TYPE_CHECKING:
    from redis.asyncio import Redis

    from ...frontier.redis.call import ScriptCall

logger = logging.getLogger(__name__)

T = TypeVar("T")

FIRST_PAUSE, LONGEST_PAUSE = 0.05, 2.0
"""Seconds between tries; doubled each time."""

_READING = "snapshot"
"""The script that changes nothing."""

_REPLICA_MILLISECONDS = 1000
"""The longest wait for replicas in one call; then it is sent again."""

_STILL_AWAY = 30.0
"""Seconds after which an outage is told again."""


class RetryingClient:
    """Sends calls over one client; *name* is what the log calls the server (its URL, without a password).

    A call is sent again until it is answered: it carries a number, by which Redis knows what it has applied already.
    The answer counts when as many *replicas* have stored what the call has changed.
    """

    def __init__(self, client: Redis, *, name: str, extra: dict[str, Any], replicas: int = 0) -> None:
        self._client, self._name, self._extra, self._replicas = client, name, extra, replicas
        self._away_since: float | None = None
        self._told = 0.0
        self._late: set[object] = set()
        """Calls that have been sent in vain."""
        self.interruptions = 0
        """How often an answer did not come."""
        self.outages = 0
        """How often Redis has been away."""
        self.answers = 0
        self.seconds = 0.0
        """How long these answers took altogether."""
        self.round_trip: float | None = None
        """Seconds that the last answer took."""

    @property
    def is_away(self) -> bool:
        return self._away_since is not None

    def measure(self) -> dict[str, Any]:
        """How it gets on with Redis."""
        return {
            "is_away": self.is_away,
            "outages": self.outages,
            "answers": self.answers,
            "seconds": self.seconds,
            "round_trip": self.round_trip,
        }

    async def send(self, call: ScriptCall[T], *, timeout: float | None = None) -> T:
        """The answer; raises `BTError` for one that no waiting mends, and after *timeout* seconds without any."""
        mark = object()
        try:
            answer = await self._insist(call, mark, timeout)
        finally:
            self._late.discard(mark)
        # A full Redis answers some calls and refuses others: it is back when it has answered all.
        if not self._late:
            self._note_return(asyncio.get_running_loop().time())
        return answer

    async def _insist(self, call: ScriptCall[T], mark: object, timeout: float | None) -> T:
        loop = asyncio.get_running_loop()
        begun, pause = loop.time(), FIRST_PAUSE
        while True:
            sent = loop.time()
            try:
                raw = await self._evaluate(call)
                self._note_answer(loop.time() - sent)
                answer = call.read(raw)
            except FrontierError as error:
                if not error.passing:
                    raise
                trouble: Exception = error
            except (ConnectionError, TimeoutError, OSError) as error:
                if isinstance(error, (AuthenticationError, AuthorizationError)):
                    raise FrontierError(say("Redis at {} refuses the login: {}", self._name, error)) from None
                trouble = error
            except ResponseError as error:
                if not is_passing_error(error):
                    raise FrontierError(say("Redis at {} refuses: {}", self._name, error)) from None
                trouble = error
            except RedisError as error:
                raise FrontierError(say("Redis at {} answers what cannot be read: {}", self._name, error)) from None
            else:
                return answer
            self._late.add(mark)
            self.interruptions += 1
            self._note_absence(loop.time(), trouble)
            if timeout is not None and loop.time() + pause > begun + timeout:
                raise BTError(say("Redis at {} has not answered for {:.0f} s: {}", self._name, timeout, trouble))
            await asyncio.sleep(pause)
            pause = min(pause * 2, LONGEST_PAUSE)

    async def _evaluate(self, call: ScriptCall[Any]) -> Any:
        arguments: list[Any] = [len(call.keys), *call.keys, *call.args]
        run = self._run_safely if self._replicas and call.script.name != _READING else self._client.execute_command
        try:
            return await run("EVALSHA", call.script.sha, *arguments)
        except NoScriptError:
            return await run("EVAL", call.script.source, *arguments)

    async def _run_safely(self, *command: Any) -> Any:
        """One trip on one connection: WAIT waits for what its own connection has written."""
        async with self._client.pipeline(transaction=False) as pipeline:
            pipeline.execute_command(*command)
            pipeline.execute_command("WAIT", self._replicas, _REPLICA_MILLISECONDS)
            answer, stored = await pipeline.execute(raise_on_error=False)
        for part in (answer, stored):
            if isinstance(part, Exception):
                raise part
        if stored < self._replicas:
            raise FrontierError(
                say("{} of {} replicas have stored what was sent", stored, self._replicas), passing=True
            )
        return answer

    def _note_answer(self, seconds: float) -> None:
        self.answers += 1
        self.seconds += seconds
        self.round_trip = seconds

    def _note_absence(self, now: float, trouble: Exception) -> None:
        if self._away_since is None:
            self.outages += 1
            self._away_since = self._told = now
            logger.warning(
                "Redis at %s is away (%s): waiting for it; what is done meanwhile is kept here",
                self._name,
                trouble,
                extra=self._extra,
            )
        elif now - self._told >= _STILL_AWAY:
            self._told = now
            logger.warning(
                "Redis at %s is still away after %.0f s (%s)",
                self._name,
                now - self._away_since,
                trouble,
                extra=self._extra,
            )

    def _note_return(self, now: float) -> None:
        if self._away_since is not None:
            logger.info("Redis at %s is back after %.1f s", self._name, now - self._away_since, extra=self._extra)
            self._away_since = None

"""What workers tell each other for dispatch, once a second or two, by a hash beside the queue in Redis."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec
from redis.asyncio import Redis
from redis.exceptions import RedisError, ResponseError

from ...core.dispatch.experience import FinishedTask
from ...core.dispatch.experience import dump as dump_outcome
from ...core.dispatch.experience import load as load_outcome
from ...core.dispatch.states import WorkerState
from ...core.dispatch.telling import dump, load
from ...core.documents.numbers import read_whole
from ...errors import FrontierError
from ...frontier.redis.call import ScriptCall
from ...frontier.redis.calls import Calls
from ...frontier.redis.keys import make_key
from ..dispatch.dispatching import Dispatching
from .foreign_keys import ForeignKeys
from .retrying_client import RetryingClient

EVERY = 1.0
"""Seconds between two looks; twice as many where little happens."""
STATES = "dispatch"
"""The key of the hash: by worker its state."""
EXPERIENCE = "experience"
"""The key of the stream: what decisions have led to."""
MODEL = "dispatch-model"
"""The key of the hash: the *number* of the model that was published last, and its *data*."""
_GONE = 60
"""A worker that is silent for so many seconds is forgotten."""
_MOST_READ = 200
"""Entries of the stream that are read in a second: a worker that comes learns from all of it."""
_MOST_WAITING = 1000
"""Outcomes that wait to be told while Redis is away."""
MOST_TOLD = 2000
"""Entries of the stream, each of a worker and a second."""


class DispatchExchange:
    """Tells this worker's state, and hears of the others; what goes wrong in it leaves tasks to whoever pulls.

    *measure* gives how many tasks this worker has, the shares of processor and memory in use, and whether it is paused.
    """

    def __init__(
        self,
        client: Redis,
        retrying_client: RetryingClient,
        calls: Calls,
        dispatching: Dispatching,
        *,
        measure: Callable[[], tuple[int, float, float, bool]],
        extra: Mapping[str, Any],
    ) -> None:
        self._client, self._retrying_client, self._calls = client, retrying_client, calls
        self._dispatching, self._measure = dispatching, measure
        self._key, self._experience = make_key(calls.prefix, STATES), make_key(calls.prefix, EXPERIENCE)
        self._known: dict[bytes, tuple[bytes, WorkerState]] = {}
        """By worker what it has told last, and what that means by this machine's clock."""
        self._model_key, self._number = make_key(calls.prefix, MODEL), b""
        self._foreign = ForeignKeys(
            {
                self._key: "workers hear nothing of each other, and tasks are pulled",
                self._experience: "what tasks come to is told to nobody, and nothing is learned from it",
                self._model_key: "no model is taken up",
            },
            extra,
        )
        self._learned_up_to = "0-0"
        self._outcomes: deque[FinishedTask] = deque(maxlen=_MOST_WAITING)
        """That are to be told."""
        dispatching.name = calls.worker

    async def keep_up(self) -> None:
        """Go on until the worker ends; never returns."""
        while True:
            await self.look()
            await asyncio.sleep(EVERY)
            if self._dispatching.is_quiet:
                await asyncio.sleep(EVERY)

    async def look(self) -> None:
        """Tell once how this worker does, and hear of all."""
        queue, cpu, memory, paused = self._measure()
        own = msgspec.msgpack.encode(dump(self._dispatching.tell(queue=queue, cpu=cpu, memory=memory, paused=paused)))
        self._outcomes += self._dispatching.take_outcomes()
        telling = (self._calls.worker, own, _GONE, self._pack_outcomes(), MOST_TOLD)
        lanes, learns = self._calls.lanes(), self._dispatching.learns
        try:
            async with self._client.pipeline(transaction=False) as pipeline:  # one trip, since trips cost most
                pipeline.eval(_telling(), 2, self._key, self._experience, *telling)
                if learns:
                    pipeline.xread({self._experience: self._learned_up_to}, count=_MOST_READ)
                    pipeline.hget(self._model_key, "number")
                pipeline.execute_command("EVALSHA", lanes.script.sha, len(lanes.keys), *lanes.keys, *lanes.args)
                told, *learned, waiting = await pipeline.execute(raise_on_error=False)
            has_told = self._foreign.check(self._key, told)
            if has_told:
                self._note_told(told[1])
            if learns:
                await self._learn(*learned)
        except (RedisError, OSError):
            return  # away: the exchange of leases tells so and waits
        if not has_told:
            return
        states_told = told[0]
        backlog = await self._count(lanes, waiting)
        states = self._read(dict(zip(states_told[::2], states_told[1::2], strict=True)))
        self._dispatching.hear(states, backlog)
        now = time.time()
        gone = [name for name, state in states.items() if now - state.at > _GONE and name != self._calls.worker]
        if gone:
            await self._client.hdel(self._key, *gone)

    def _note_told(self, refused: bytes | str) -> None:
        """Outcomes are told once; *refused*: why the stream has taken none of them."""
        if refused:
            self._foreign.check(self._experience, ResponseError(as_text(refused)))
        elif self._outcomes:
            self._foreign.check(self._experience, b"")
        self._outcomes.clear()

    def _pack_outcomes(self) -> bytes:
        if not self._outcomes:
            return b""
        now = time.time()
        return msgspec.msgpack.encode([dump_outcome(one, now) for one in self._outcomes])

    async def leave(self) -> None:
        """This worker takes no more tasks: what is kept for it is anybody's."""
        try:
            await self._client.hdel(self._key, self._calls.worker)
        except (RedisError, OSError):
            return  # it counts as gone when it tells nothing

    async def _count(self, lanes: ScriptCall[dict[str, int]], answer: Any) -> dict[str, int]:
        """Tasks by lane; asked once more where the answer is none, as before Redis knows the script."""
        with suppress(FrontierError):
            if not isinstance(answer, RedisError):
                return lanes.read(answer)
        return await self._retrying_client.send(lanes)

    async def _learn(self, experience: Any, told: Any) -> None:
        """Hand over what was told since the last look, and the model if there is a new one."""
        if self._foreign.check(self._model_key, told) and (number := told or b"") != self._number:
            data = await self._client.hget(self._model_key, "data")
            self._number = number
            self._dispatching.take_model(as_bytes(data or b""), f"model {as_text(number)} of {self._model_key}")
        if not self._foreign.check(self._experience, experience):
            return
        outcomes: list[FinishedTask] = []
        for entry, fields in read_stream(experience):
            self._learned_up_to = as_text(entry)
            outcomes += read_outcomes(self._learned_up_to, fields)
        self._dispatching.learn(outcomes)

    def _read(self, told: dict[bytes, bytes]) -> dict[str, WorkerState]:
        """States by worker; passes over what is no state, since somebody else has written it."""
        now = time.time()
        known = {}
        for name, data in told.items():
            before = self._known.get(name)
            if before is not None and before[0] == data:
                known[name] = before
                continue
            state = read_state(name, data, now)
            if state is not None:
                known[name] = (data, state)
        self._known = known
        return {state.name: state for _, state in known.values()}


@cache
def _telling() -> str:
    return (files(__package__) / "lua" / "telling.lua").read_text(encoding="utf-8")


def read_state(name: bytes, data: bytes, heard: float | None = None) -> WorkerState | None:
    """What a worker has told, as `load` gives it; none for what is no state of that worker."""
    try:
        state = load(msgspec.msgpack.decode(data), heard)
    except (ValueError, msgspec.DecodeError):
        return None
    return state if state.name.encode() == name else None


def as_text(value: bytes | str) -> str:
    """What Redis gives, as text."""
    return value if isinstance(value, str) else value.decode("utf-8", "replace")


def as_bytes(value: bytes | str) -> bytes:
    """What Redis gives, as bytes, though its types allow for texts."""
    return value.encode() if isinstance(value, str) else value


def read_stream(told: Any) -> list[tuple[bytes, dict[bytes, bytes]]]:
    """The entries of the only stream that XREAD was asked for, by either version of its protocol."""
    streams = list(told.values()) if isinstance(told, dict) else [entries for _, entries in told or ()]
    found: list[tuple[bytes, dict[bytes, bytes]]] = []
    for entries in streams:
        # RESP3 has them in a list of their own.
        plain = entries[0] if entries and isinstance(entries[0], list) else entries
        found += [(entry, fields or {}) for entry, fields in plain]
    return found


def read_outcomes(entry: str, fields: Mapping[bytes, bytes]) -> list[FinishedTask]:
    """The outcomes of an entry of the stream, which is called by when it was told; leaves out what is no outcome."""
    told = (read_whole(entry.partition("-")[0]) or 0) / 1000
    try:
        outcomes = msgspec.msgpack.decode(fields.get(b"outcomes", b""))
    except (ValueError, msgspec.DecodeError):
        return []
    found = []
    for one in outcomes if isinstance(outcomes, list) else ():
        with suppress(ValueError):
            found.append(load_outcome(one, told))
    return found

"""The frontier in Redis as a `Frontier`: each method is one call, or a few, and waits for its answer."""

from __future__ import annotations

import os
import secrets
import socket
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import islice
from typing import Any, Protocol, TypeVar

from redis.exceptions import NoScriptError

from ...errors import LeaseLost
from ...sentences import say
from ..completion import Completion, Requeue
from ..description import Description
from ..entries import Bucket, DeadLetter, Lease, SharedValue
from ..lanes import Lanes
from ..listings import BucketStatus, ControlTarget, TaskCounts, TaskPage
from ..protocol import Number
from ..slots import Slots
from ..steps import check_entry
from .call import Bury, Complete, Ended, Exchanged, ReleaseLease, ScriptCall, WorkerStatus
from .calls import Calls
from .dead_letters import treat_dead_letters
from .deadlocks import break_deadlocks
from .jobs import carry_out, leave, repeat

T = TypeVar("T")

_MOST_PUT = 1000
"""Tasks that one call stores."""

_MOST_LETTERS = 250
"""Dead letters that one call shows."""


class Client(Protocol):
    """What is used of a `redis.Redis`, which gives bytes (`decode_responses=False`)."""

    def execute_command(self, *args: Any, **options: Any) -> Any: ...


def name_worker() -> str:
    """A name that no other process has, nor had: host, process and chance."""
    return f"{socket.gethostname()[:64]}:{os.getpid()}:{secrets.token_hex(4)}"


def send(client: Client, call: ScriptCall[T]) -> T:
    """Send a call and wait for its answer; a server that does not know the script is given it."""
    arguments = (len(call.keys), *call.keys, *call.args)
    try:
        raw = client.execute_command("EVALSHA", call.script.sha, *arguments)
    except NoScriptError:
        raw = client.execute_command("EVAL", call.script.source, *arguments)
    return call.read(raw)


class RedisFrontier:
    """Implements `Frontier` (see there what each method promises), for any number of workers.

    *prefix* names the queue: all keys begin with `{prefix}:`. *limits*: places of competing resources; one, if a
    resource is not in it. *ageing*: seconds of priority for each second waited. *worker*: a name that no other process
    has ever had; None: made from host, process and chance. Queues of the same rank go by their names.
    """

    def __init__(
        self,
        client: Client,
        prefix: str,
        *,
        number: Number,
        limits: Mapping[str, int],
        ageing: float = 0.1,
        lease_seconds: float = 60.0,
        lease_losses: int = 0,
        clock: Callable[[], float] | None = None,
        worker: str | None = None,
        seen_key: str | None = None,
    ) -> None:
        self.calls = Calls(
            prefix,
            worker=worker or name_worker(),
            number=number,
            limits=limits,
            ageing=ageing,
            lease_seconds=lease_seconds,
            lease_losses=lease_losses,
            clock=clock,
            seen_key=seen_key,
        )
        self._client = client
        self._number = number
        self._clock = clock or time.time
        self._lease_seconds = lease_seconds
        self._moves = -1
        self._opening: float | None = None
        self._next_search = self._clock() + lease_seconds

    def put(self, entries: Iterable[Requeue]) -> list[int]:
        """Store new tasks and return their ids; when the iterable raises, those before are stored."""
        ids: list[int] = []
        source = iter(entries)
        while True:
            part: list[Requeue] = []
            try:
                part.extend(_check(item) for item in islice(source, _MOST_PUT))
            finally:
                if part:
                    ids += self.exchange(put=part).ids
            if not part:
                return ids

    def seed(self, name: str, offset: int, entries: Sequence[Requeue]) -> int:
        return self._send(self.calls.seed(name, offset, entries))

    def exchange(
        self,
        *,
        steps: Sequence[Ended] = (),
        put: Sequence[Requeue] = (),
        extend: Sequence[Lease] = (),
        lease: int = 0,
        expire: bool = False,
        slots: Slots | None = None,
        lanes: Lanes | None = None,
    ) -> Exchanged:
        """Several things in one atomic step; see `Calls.exchange`."""
        standing = None if slots is None else slots.standing()
        call = self.calls.exchange(
            steps=steps, put=put, extend=extend, lease=lease, expire=expire, slots=standing, lanes=lanes
        )
        return self._send(call)

    def lease(self, count: int = 1, slots: Slots | None = None, lanes: Lanes | None = None) -> list[Lease]:
        while True:
            answer = self.exchange(lease=count, slots=slots, lanes=lanes)
            self._opening = answer.next_due if lanes is not None and lanes.kept else None
            if answer.more and not answer.leases:
                continue
            if answer.leases or answer.counts.running or count <= 0 or not answer.counts.unfinished:
                return list(answer.leases)
            if not self._break_deadlocks():
                return []

    def extend(self, leases: Iterable[Lease]) -> list[Lease]:
        wanted = list(leases)
        return list(self.exchange(extend=wanted).extended) if wanted else []

    def complete(self, lease: Lease, completion: Completion) -> None:
        self._end(Complete(lease, completion))

    def release(self, lease: Lease) -> None:
        self.exchange(steps=[ReleaseLease(lease)])

    def bury(self, lease: Lease, reason: str) -> None:
        self._end(Bury(lease, reason))

    def expire(self) -> int:
        expired = self.exchange(expire=True).expired
        if self._clock() >= self._next_search:
            self._break_deadlocks()
        return expired

    def next_due(self) -> float | None:
        due = self._send(self.calls.next_due())
        times = [time for time in (due, self._opening) if time is not None]
        return min(times, default=None)

    def counts(self) -> TaskCounts:
        return self._send(self.calls.counts())

    def status(self) -> list[BucketStatus]:
        return self._send(self.calls.status())

    def describe(self) -> Description:
        return self._send(self.calls.describe())

    def peek(self, target: ControlTarget, state: str, after: str = "", count: int = 100) -> TaskPage:
        return self._send(self.calls.peek(target, state, after, count))

    def pause(self, target: ControlTarget) -> int:
        return carry_out(self._send, self.calls, self.calls.order("pause", target))

    def resume(self, target: ControlTarget) -> int:
        return carry_out(self._send, self.calls, self.calls.order("resume", target))

    def stop(self, target: ControlTarget) -> int:
        return carry_out(self._send, self.calls, self.calls.order("stop", target))

    def boost(self, target: ControlTarget, seconds: float) -> int:
        return carry_out(self._send, self.calls, self.calls.order("boost", target, seconds))

    def rerank(self) -> None:
        buckets = self._send(self.calls.buckets())
        self.rank({bucket: self._number(bucket) for bucket in buckets})

    def rank(self, numbers: Mapping[Bucket, float]) -> None:
        """Rank all queues anew by numbers that are known already."""
        for call in self.calls.rank(numbers):
            self._send(call)

    def shared(self, key: str) -> SharedValue | None:
        return self._send(self.calls.shared(key))

    def cookies(self, session: int) -> bytes | None:
        return self._send(self.calls.cookies(session))

    def dead_letters(self) -> list[DeadLetter]:
        found: list[DeadLetter] = []
        while part := self._send(self.calls.dead_letters(len(found), _MOST_LETTERS)):
            found += part
        return found

    def requeue(self, ids: Iterable[int] | None = None) -> int:
        count = treat_dead_letters(self._send, self.calls, self.calls.requeue, ids)
        if count:
            lines = self.status()
            self.rank({line.bucket: self._number(line.bucket) for line in lines})
        return count

    def drop(self, ids: Iterable[int] | None = None) -> int:
        return treat_dead_letters(self._send, self.calls, self.calls.drop, ids)

    def weights(self) -> Mapping[str, tuple[int, float]]:
        return self._send(self.calls.weights())

    def rounds(self) -> Mapping[str, tuple[int, float]]:
        return self._send(self.calls.rounds())

    def remember(self, key: str, text: str) -> None:
        self._send(self.calls.remember(key, text))

    def recall(self, key: str) -> str | None:
        return self._send(self.calls.recall(key))

    def register(self, info: bytes = b"") -> None:
        self._send(self.calls.register(info))

    def workers(self) -> list[WorkerStatus]:
        return self._send(self.calls.workers())

    def leave(self, worker: str | None = None) -> int:
        return leave(self._send, self.calls, worker)

    def conclude(self, worker: str | None = None, *, persist: bool = True) -> bool:
        if persist:
            self.leave(worker)
            return False
        return bool(repeat(self._send, lambda _: self.calls.conclude(worker)))

    def purge(self) -> bool:
        return bool(repeat(self._send, lambda _: self.calls.purge()))

    def close(self) -> None:
        """Nothing: tasks and leases stay in Redis, the client is the caller's; see `leave` and `conclude`."""

    def _end(self, step: Ended) -> None:
        (outcome,) = self.exchange(steps=[step]).ended
        if isinstance(outcome, str):
            raise ValueError(outcome)  # noqa: TRY004  # the step is wrong, not the type of anything
        if not outcome:
            raise LeaseLost(
                say(
                    "the lease of task {} ended before its step was handed in; another worker may have it",
                    step.lease.entry.id,
                )
            )

    def _break_deadlocks(self) -> bool:
        """Free tasks that wait for each other; tells whether anything has moved since it was looked for last."""
        self._next_search = self._clock() + self._lease_seconds
        work, answer, before = break_deadlocks(self.calls, self._moves), None, self._moves
        try:
            while True:
                answer = self._send(work.send(answer))
        except StopIteration as end:
            self._moves, _ = end.value
        return self._moves < 0 or self._moves != before

    def _send(self, call: ScriptCall[T]) -> T:
        return send(self._client, call)


def _check(item: Requeue) -> Requeue:

    check_entry(item.entry)
    return item

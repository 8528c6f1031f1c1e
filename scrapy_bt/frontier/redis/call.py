"""What is asked of Redis and what it answers: one script a call, one atomic step."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeAlias, TypeVar

from ..completion import Completion
from ..deadlocks import WaitFor
from ..entries import Bucket, Lease
from ..listings import TaskCounts, TaskLine
from .scripts import Script

T = TypeVar("T")


@dataclass(frozen=True)
class ScriptCall(Generic[T]):
    """A script with its keys and arguments; to send it again is the same call, which is applied once."""

    script: Script
    keys: tuple[bytes | str, ...]
    args: tuple[bytes, ...]
    read: Callable[[Any], T]
    """The raw reply's meaning; raises `FrontierLost` or `FrontierError` when the reply says so."""


@dataclass(frozen=True)
class Complete:
    """Apply one step of a leased task, as `Frontier.complete` does."""

    lease: Lease
    completion: Completion


@dataclass(frozen=True)
class Bury:
    """Move a leased task to the dead letters, as `Frontier.bury` does."""

    lease: Lease
    reason: str


@dataclass(frozen=True)
class ReleaseLease:
    """Give a lease back unused, as `Frontier.release` does."""

    lease: Lease


Ended: TypeAlias = Complete | Bury | ReleaseLease


@dataclass(frozen=True)
class Exchanged:
    """What became of one exchange."""

    ended: tuple[bool | str, ...] = ()
    """Per step: applied, not applied since its lease was lost, or the reason why it was refused (a `ValueError`)."""
    ids: tuple[int, ...] = ()
    """Of what was put; 0: not queued, since a task with its key is known."""
    extended: tuple[Lease, ...] = ()
    leases: tuple[Lease, ...] = ()
    cookies: Mapping[int, bytes] = field(default_factory=dict)
    """Stored cookies of the sessions of the leases and of their shared values."""
    counts: TaskCounts = field(default_factory=TaskCounts)
    next_due: float | None = None
    """By the caller's clock."""
    expired: int = 0
    repeated: bool = False
    """The call had been applied before: this is what became of its steps and puts then, and nothing more."""
    rewound: bool = False
    """Redis has lost what it had answered before: all leases of the worker were given back before anything else."""
    more: bool = False
    """So many queues were passed over that not all were looked at: another look may find something at once."""
    revision: int = 0
    """Grows with whatever ranks change by: weights, rounds, ready shared values, controls, the set of buckets."""


@dataclass(frozen=True)
class Ordered:
    """What an order has done so far."""

    tasks: int
    """That it has touched."""
    job: int = 0
    """What goes on with it; 0: it is done."""


@dataclass(frozen=True)
class SeedResult:
    """What became of a part of a source."""

    come: int
    """How far the source has come."""
    brought: int
    """Tasks that this call has brought; none of them when somebody else had."""
    known: int
    """Of these: not queued, since a task with their key is known."""


@dataclass(frozen=True)
class WorkerStatus:
    """A worker that has registered."""

    name: str
    info: bytes
    """Whatever it said of itself last."""
    seconds_since: float
    """Since its last heartbeat."""
    leases: int


@dataclass(frozen=True)
class TaskStatus:
    """Where one task is."""

    state: str
    """`ready`, `running`, `delayed`, `parked`, `paused` or `dead`."""
    bucket: Bucket
    worker: str = ""
    """Who has it, when it is running."""
    line: TaskLine | None = field(default=None, compare=False)
    """All of it."""


@dataclass(frozen=True)
class WaitGraph:
    """Who waits for whom, or a part of it."""

    waits: tuple[WaitFor, ...]
    makers: Mapping[str, int]
    """Of all values; with the last part."""
    holders: Mapping[str, tuple[int, ...]]
    """The same of resources."""
    moves: int
    """How often tasks had moved; -1: they moved while it was looked."""
    place: bytes = b""
    """From where on to look; empty if that was all."""

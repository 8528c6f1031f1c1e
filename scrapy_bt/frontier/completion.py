"""What one step of a task did; it is applied in one atomic step, or not at all (runtime.md, "Leases")."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from .entries import DeadLetter, Entry, SharedValue


@dataclass(frozen=True)
class Requeue:
    """Go on from *entry*, *delay* seconds from now at the earliest."""

    entry: Entry
    delay: float = 0.0
    key: bytes = b""
    """What makes a new task the same as another (a fingerprint): it is queued once only; empty: always."""


@dataclass(frozen=True)
class Park:
    """Wait until every part of the join has ended, then go on from *entry*.

    One task waits for a join, and none for the one that it is part of. Of a join below 0 the first part that succeeds
    is enough: the others end when they would be leased next.
    """

    entry: Entry
    join: int


@dataclass(frozen=True)
class AwaitResume:
    """Wait until somebody resumes the task, then go on from *entry*."""

    entry: Entry


@dataclass(frozen=True)
class Strand:
    """The task failed only since parts of *join* did, and its own join is told so.

    If some of them are dead letters, it is kept beside them: when one is queued again, it waits for the join anew, to
    go on from *entry*. If none is, it is over.
    """

    entry: Entry
    join: int


@dataclass(frozen=True)
class Finish:
    """The task is at its end; its join, if any, is told."""

    success: bool = True
    result: bytes = b""
    """What whoever waits for the join gets."""


@dataclass(frozen=True)
class MakingOutcome:
    """The outcome of making the shared value *key*; without *value* the making failed."""

    key: str
    value: SharedValue | None


MOST_SPAWNED = 1000
"""New tasks of one step, which is stored in one piece; a task that makes more makes the others in its next steps."""


@dataclass(frozen=True)
class Completion:
    """Everything that one step of a task did; it is applied as a whole (runtime.md, "Leases").

    *invalidated* comes before *made*.
    """

    next: Requeue | Park | AwaitResume | Finish | Strand
    spawned: Sequence[Requeue] = ()
    """New tasks, up to `MOST_SPAWNED`; those with a join are counted in it."""
    made: Sequence[MakingOutcome] = ()
    invalidated: Mapping[str, int] = field(default_factory=dict)
    """Shared keys with the version that was found wanting: a newer one is left alone."""
    measured: Mapping[str, float] = field(default_factory=dict)
    """Run times of node executions, in seconds."""
    rounds: Mapping[str, float] = field(default_factory=dict)
    """Rounds that loops which ended in this step had taken."""
    dead: DeadLetter | None = None
    """The task goes to the dead letters, with this payload and this reason; *next* is a `Finish` then."""
    cookies: Mapping[int, bytes] = field(default_factory=dict)
    """Cookie sessions that changed, encoded."""

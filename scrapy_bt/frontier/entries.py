"""Stored tasks and shared values as a frontier sees them: opaque bytes with the few facts that scheduling needs."""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Bucket:
    """Tasks that share a priority number, being of the same tree, node and boost, and that go to the same slot."""

    tree: str
    node: str
    """The path of the position, `main/while/detail/about`; recursion is folded, so that it stays bounded."""
    boost: float = 0.0
    """Seconds taken off the priority number; higher runs earlier."""
    requires: str = ""
    """The competing resource that a task of this bucket holds from its lease to the end of its step."""
    slot: str = ""
    """The download slot of its next visit; empty: no visit, or nobody knows its slot: nothing holds it back."""
    lane: str = ""
    """The worker that it is kept for; empty: for none."""

    @property
    def ranked(self) -> Bucket:
        """What its priority number depends on: the same for all slots and lanes."""
        return replace(self, slot="", lane="") if self.slot or self.lane else self


@dataclass(frozen=True)
class Entry:
    """A stored task."""

    bucket: Bucket
    payload: bytes
    id: int = 0
    """Given by the frontier: that of a new task is ignored, a task that goes on keeps its own."""
    join: int = 0
    """The join that waits for this task's end; 0: none. A task that goes on keeps its own."""
    session: int = 0
    """The cookie session; 0: its own, named by its id. What comes out of a frontier never has 0."""
    share: str = ""
    """The key of the shared value that it needs before it goes on."""
    holds: tuple[str, ...] = ()
    """Competing resources that it keeps while it waits.

    Those that it has not got yet, it gets all at once before it is ready.
    """


@dataclass(frozen=True)
class SharedValue:
    """A made shared value: the encoded variables and the cookie session of its maker."""

    value: bytes
    session: int = 0
    expires: float | None = None
    """Seconds since the epoch; None: until it is invalidated."""
    version: int = 0
    """Counts the makings of its key; set by the frontier."""


@dataclass(frozen=True)
class Lease:
    """A task in execution: it is the holder's until *deadline*, and only the one with *token* may complete it."""

    entry: Entry
    token: int
    deadline: float
    waited: float = 0.0
    """Seconds in the queue."""
    make: bool = False
    """The task was chosen to make the shared value `entry.share`."""
    version: int = 0
    """With *make*: the version that the value will have."""
    shared: SharedValue | None = None
    """The shared value that it asked for."""
    failed: bool = False
    """Resumed from a join with a part that failed, or from a shared value whose making failed."""
    joined: int = 0
    """The join that it was parked on."""
    circular: bool = False
    """The shared value that it asked for is in the making by a task that waits for this one: it cannot be had."""
    requeued: bool = False
    """It was a dead letter, or waited for one, until it was queued again; said until its first step is complete."""
    results: tuple[bytes, ...] = ()
    """What the parts of that join told; said until the step is complete."""


@dataclass(frozen=True)
class DeadLetter:
    """A task that failed for good, or could not be decoded, with its reason."""

    entry: Entry
    reason: str
    when: float = 0.0

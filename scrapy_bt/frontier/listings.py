"""What people see of a frontier: counts, buckets and tasks, and the target of an order."""

from __future__ import annotations

from dataclasses import dataclass

from .entries import Bucket, Entry


@dataclass(frozen=True)
class ControlTarget:
    """What a control acts on; with nothing given: everything."""

    task: int | None = None
    node: str | None = None
    """A position's path, or the name of a declared node: every position at that node.

    With a `/` at its end it means that position or node with all that is below it.
    """
    tree: str | None = None


STATES = ("ready", "running", "delayed", "parked", "paused", "dead")
"""Of tasks, as they are shown."""


@dataclass(frozen=True, slots=True)
class TaskCounts:
    """Tasks by state; `wait` of runtime.md is split by what is waited for."""

    ready: int = 0
    running: int = 0
    delayed: int = 0
    parked: int = 0
    """Waiting for a join or a shared value."""
    paused: int = 0
    resting: int = 0
    """Of the paused: those that paused themselves, and that nobody has paused besides."""
    dead: int = 0

    @property
    def is_damaged(self) -> bool:
        """They contradict each other: somebody else has changed what the frontier keeps."""
        return min(self.ready, self.running, self.delayed, self.parked, self.paused, self.resting, self.dead) < 0

    @property
    def unfinished(self) -> int:
        return self.ready + self.running + self.delayed + self.parked + self.paused


@dataclass(frozen=True, slots=True)
class BucketStatus:
    """One line of a status listing, over all slots."""

    bucket: Bucket
    ready: int
    number: float
    """The priority number in seconds, boost taken off, ageing not."""
    paused: bool
    exhausted: bool
    """Its competing resource has no place free."""
    oldest: float | None
    """Seconds that its first task has waited."""


PEEKED = ("ready", "running", "delayed", "parked", "paused")
"""The states in which tasks can be looked at; dead letters have their own lists."""


MOST_PEEKED = 200
"""Tasks of one page."""


@dataclass(frozen=True)
class TaskLine:
    """One task as people see it in a list."""

    entry: Entry
    state: str
    since: float | None = None
    """When it was queued last."""
    worker: str = ""
    """Who has it, when it is running and others may have it."""
    due: float | None = None
    """When a delayed one gets ready."""


@dataclass(frozen=True)
class TaskPage:
    """Some tasks, and where to go on; it may have fewer than there is room for, and none, though there are more."""

    tasks: tuple[TaskLine, ...] = ()
    after: str = ""
    """Means something to the same frontier only; empty if that was all."""

"""What a frontier promises: the queue of ready tasks, ordered by priority number (runtime.md, "The frontier").

A frontier sees tasks as `Entry`s: opaque bytes with the few facts that scheduling needs. Whatever belongs to one step
of one task arrives in one `Completion` and happens in one atomic step, or not at all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol, runtime_checkable

from .lanes import Lanes
from .slots import Slots


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
class Queue:
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
class Pause:
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
class Made:
    """The outcome of making the shared value *key*; without *value* the making failed."""

    key: str
    value: SharedValue | None


@dataclass(frozen=True)
class DeadLetter:
    """A task that failed for good, or could not be decoded, with its reason."""

    entry: Entry
    reason: str
    when: float = 0.0


MOST_SPAWNED = 1000
"""New tasks of one step, which is stored in one piece; a task that makes more makes the others in its next steps."""


@dataclass(frozen=True)
class Completion:
    """Everything that one step of a task did; it is applied as a whole (runtime.md, "Leases").

    *invalidated* comes before *made*.
    """

    next: Queue | Park | Pause | Finish | Strand
    spawned: Sequence[Queue] = ()
    """New tasks, up to `MOST_SPAWNED`; those with a join are counted in it."""
    made: Sequence[Made] = ()
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


@dataclass(frozen=True)
class Target:
    """What a control acts on; with nothing given: everything."""

    task: int | None = None
    node: str | None = None
    """A position's path, or the name of a declared node: every position at that node.

    With a `/` at its end it means that position or node with all that is below it.
    """
    tree: str | None = None


@dataclass(frozen=True, slots=True)
class Counts:
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
    """Means something to the same frontier only; empty: that was all."""


Number = Callable[[Bucket], float]
"""Gives the priority number of a bucket, boost not taken off (see `core.priority.ranking`)."""


@runtime_checkable
class Frontier(Protocol):
    """The queue of ready tasks and the blackboard beside it. Times are seconds since the epoch, by its own clock."""

    def put(self, entries: Iterable[Queue]) -> list[int]:
        """Store new tasks and return their ids; when *entries* raises, those that it gave before are stored.

        0 in the place of an id: a task with the same key was queued before, whatever has become of it.
        """

    def seed(self, name: str, offset: int, entries: Sequence[Queue]) -> int:
        """Store a source's tasks from *offset* on, if it has come as far as that; returns how far it has come now.

        So a long source can be stored in parts, by several workers at once and after a kill, without doubling any.
        """

    def lease(self, count: int = 1, slots: Slots | None = None, lanes: Lanes | None = None) -> list[Lease]:
        """Take up to *count* eligible tasks, the lowest priority numbers (less ageing and boost) first.

        *slots*: no more are taken of a slot than it has free. Of the places half go by the order alone; the others are
        kept for slots that have not had their share, while these have ready tasks. Within a slot the order stands.
        *lanes*: tasks that are kept for others are left alone, as long as these may take them and the tasks have not
        waited for long; without it nothing is kept. The cost grows with slots, lanes and nodes, never with tasks.

        When all that is left waits for each other, it is untied: a task that asks for a value whose maker waits for it
        is leased as `circular`, one of those that wait for a place which they keep from each other is buried.
        """

    def extend(self, leases: Iterable[Lease]) -> list[Lease]:
        """Prolong leases; those that were lost already are left out of the answer."""

    def complete(self, lease: Lease, completion: Completion) -> None:
        """Apply one step of the leased task; raises `LeaseLost` (and changes nothing) when the lease is over.

        Raises `ValueError`, and changes nothing either, for a step that contradicts itself.
        """

    def release(self, lease: Lease) -> None:
        """Give a lease back unused: the task is ready again, at the front of its bucket; a lost lease is left alone."""

    def bury(self, lease: Lease, reason: str) -> None:
        """Move a leased task to the dead letters; its join and its shared value are told that it failed.

        Its cookies stay as long as the letter. Raises `LeaseLost` when the lease is over.
        """

    def expire(self) -> int:
        """Make tasks of overdue leases ready again, last in their buckets; return how many.

        One that loses its lease at one step as often as the frontier lets it goes to the dead letters. As `lease` does,
        this makes delayed tasks ready whose time has come and, called now and then, unties.
        """

    def next_due(self) -> float | None:
        """The time at which the next delayed task gets ready or the next lease runs out, or none.

        Also that at which a task may be leased here that was kept for another worker when it was looked for last.
        """

    def counts(self) -> Counts: ...

    def status(self) -> list[BucketStatus]: ...

    def peek(self, target: Target, state: str, after: str = "", count: int = 100) -> TaskPage:
        """Some of the tasks that *target* means and that are in *state*, from where another page ended on.

        What moves meanwhile may be passed over, or come twice. The cost grows with *count* and the buckets, never with
        the tasks. Raises `ValueError` for a state outside `PEEKED`, and a count above `MOST_PEEKED`.
        """

    def pause(self, target: Target) -> int:
        """Hold back tasks (a node or tree: those that arrive later too) until `resume`; return how many are held.

        A running task is held when its step ends, a delayed or a parked one when it would be ready. The control of a
        task that is stopped already raises `BTError`.
        """

    def resume(self, target: Target) -> int:
        """Let tasks go on, also those that paused themselves; return how many.

        Among the pauses and resumptions of nodes, trees and everything, the last one that means a task counts.
        """

    def stop(self, target: Target) -> int:
        """Cancel tasks: joins are told of a failure, holds are released; running ones end with their step."""

    def boost(self, target: Target, seconds: float) -> int:
        """Take *seconds* off the priority number of tasks, in the place of what was taken off for this target before.

        A task keeps its boost until it ends, a node or a tree also for later arrivals. Returns how many are queued.
        """

    def rerank(self) -> None:
        """Ask for every bucket's number anew; the cost grows with the buckets, never with the tasks."""

    def shared(self, key: str) -> SharedValue | None:
        """A shared value that is ready and has not expired."""

    def cookies(self, session: int) -> bytes | None: ...

    def dead_letters(self) -> list[DeadLetter]: ...

    def requeue(self, ids: Iterable[int] | None = None) -> int:
        """Queue dead letters again (none: all), and with them whoever failed because of them (see `Strand`)."""

    def drop(self, ids: Iterable[int] | None = None) -> int:
        """Forget dead letters; whoever is kept beside the last one of its parts is over."""

    def weights(self) -> Mapping[str, tuple[int, float]]:
        """Per node the number of executions and the sum of the squares of their run times."""

    def rounds(self) -> Mapping[str, tuple[int, float]]:
        """Per loop how often it ended and the sum of its rounds."""

    def remember(self, key: str, text: str) -> None:
        """Keep a text on the blackboard: tree texts by content hash, and marks such as `started`."""

    def recall(self, key: str) -> str | None: ...

    def close(self) -> None: ...

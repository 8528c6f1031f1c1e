"""What a frontier promises: the queue of ready tasks, ordered by priority number (runtime.md, "The frontier")."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Protocol, runtime_checkable

from .completion import Completion, Requeue
from .entries import Bucket, DeadLetter, Lease, SharedValue
from .lanes import Lanes
from .listings import BucketStatus, ControlTarget, TaskCounts, TaskPage
from .slots import Slots

Number = Callable[[Bucket], float]
"""Gives the priority number of a bucket, boost not taken off (see `core.priority.ranking`)."""


@runtime_checkable
class Frontier(Protocol):
    """The queue of ready tasks and the blackboard beside it. Times are seconds since the epoch, by its own clock."""

    def put(self, entries: Iterable[Requeue]) -> list[int]:
        """Store new tasks and return their ids; when *entries* raises, those that it gave before are stored.

        0 in the place of an id: a task with the same key was queued before, whatever has become of it.
        """

    def seed(self, name: str, offset: int, entries: Sequence[Requeue]) -> int:
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

    def counts(self) -> TaskCounts: ...

    def status(self) -> list[BucketStatus]: ...

    def peek(self, target: ControlTarget, state: str, after: str = "", count: int = 100) -> TaskPage:
        """Some of the tasks that *target* means and that are in *state*, from where another page ended on.

        What moves meanwhile may be passed over, or come twice. The cost grows with *count* and the buckets, never with
        the tasks. Raises `ValueError` for a state outside `PEEKED`, and a count above `MOST_PEEKED`.
        """

    def pause(self, target: ControlTarget) -> int:
        """Hold back tasks (a node or tree: those that arrive later too) until `resume`; return how many are held.

        A running task is held when its step ends, a delayed or a parked one when it would be ready. The control of a
        task that is stopped already raises `BTError`.
        """

    def resume(self, target: ControlTarget) -> int:
        """Let tasks go on, also those that paused themselves; return how many.

        Among the pauses and resumptions of nodes, trees and everything, the last one that means a task counts.
        """

    def stop(self, target: ControlTarget) -> int:
        """Cancel tasks: joins are told of a failure, holds are released; running ones end with their step."""

    def boost(self, target: ControlTarget, seconds: float) -> int:
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

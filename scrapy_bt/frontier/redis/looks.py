"""The calls that change nothing: what Redis knows of a queue, its tasks and its workers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from ..description import Description, StandingOrders
from ..entries import Bucket, DeadLetter, SharedValue
from ..listings import BucketStatus, ControlTarget, TaskCounts, TaskPage
from ..peeking import check_peek
from .answers import read_counts, read_value
from .call import ScriptCall, TaskStatus, WorkerStatus
from .envelope import Envelope
from .keys import escape, read_bucket
from .packing import blob, pack_number, read_measures, read_pairs
from .snapshot import (
    read_dead_letters,
    read_description,
    read_orders,
    read_page,
    read_place,
    read_status,
    read_task,
    read_workers,
)

T = TypeVar("T")


class Looks(Envelope):
    """Builds the calls that look; who calls is said with them all the same, since it is with every call."""

    def recall(self, key: str) -> ScriptCall[str | None]:
        return self._look(("text", key), lambda raw, *_: raw.decode() if isinstance(raw, bytes) else None)

    def counts(self) -> ScriptCall[TaskCounts]:
        return self._look(("counts",), lambda raw, *_: read_counts(raw[0]))

    def next_due(self) -> ScriptCall[float | None]:
        return self._look(("counts",), lambda raw, _, __, ahead: float(raw[1]) + ahead if raw[1] else None)

    def revision(self) -> ScriptCall[int]:
        return self._look(("counts",), lambda raw, *_: int(raw[2]))

    def status(self) -> ScriptCall[list[BucketStatus]]:
        return self._look(("queues",), lambda raw, _, now, __: read_status(raw, now))

    def lanes(self) -> ScriptCall[dict[str, int]]:
        """Ready tasks by the worker that they are kept for."""
        return self._look(("lanes",), lambda raw, *_: {lane.decode(): int(count) for lane, count in read_pairs(raw)})

    def describe(self) -> ScriptCall[Description]:
        """Tasks by node and state, and what there is beside them; the cost grows with buckets, never with tasks."""
        return self._look(("description",), lambda raw, _, now, __: read_description(raw, now))

    def dead_letters(self, first: int = 0, count: int | None = None) -> ScriptCall[list[DeadLetter]]:
        """Up to *count* dead letters from the *first* on, in the order of their deaths; None for all."""
        body = ("dead_letters", first, -1 if count is None else count)
        return self._look(body, lambda raw, _, __, ahead: read_dead_letters(raw, ahead))

    def dead_letter(self, task: int) -> ScriptCall[DeadLetter | None]:
        body = ("letter", blob(pack_number(task)))
        return self._look(body, lambda raw, _, __, ahead: next(iter(read_dead_letters(raw, ahead)), None))

    def orders(self) -> ScriptCall[StandingOrders]:
        """What operators have said that still holds, and who works on tasks that have a place of a resource."""
        return self._look(("orders",), lambda raw, *_: read_orders(raw))

    def peek(self, target: ControlTarget, state: str, after: str = "", count: int = 100) -> ScriptCall[TaskPage]:
        """As `Frontier.peek`; a target of one task is for `find`."""
        check_peek(state, count)
        tree, node = (False if text is None else escape(text) for text in (target.tree, target.node))
        body = (state, (tree, node), read_place(after), count)
        return self._build("peek", body, lambda raw, _, __, ahead: read_page(raw, state, ahead))

    def find(self, task: int, place: bytes | None = None) -> ScriptCall[TaskStatus | bytes | None]:
        """Where a task is, or the place from which on the queues have to be looked through; see `find_task`."""
        body = ("task", blob(pack_number(task)), False if place is None else blob(place))
        return self._look(body, lambda raw, _, __, ahead: read_task(raw, ahead))

    def buckets(self) -> ScriptCall[dict[Bucket, float]]:
        """All buckets that tasks have been in, with their priority numbers."""
        return self._look(("buckets",), lambda raw, *_: {read_bucket(name): float(at) for name, at in read_pairs(raw)})

    def weights(self) -> ScriptCall[dict[str, tuple[int, float]]]:
        return self._look(("weights",), lambda raw, *_: read_measures(raw))

    def rounds(self) -> ScriptCall[dict[str, tuple[int, float]]]:
        return self._look(("rounds",), lambda raw, *_: read_measures(raw))

    def shared(self, key: str) -> ScriptCall[SharedValue | None]:
        return self._look(("shared", key), lambda raw, _, __, ahead: read_value(raw, ahead) if raw else None)

    def cookies(self, session: int) -> ScriptCall[bytes | None]:
        body = ("cookies", blob(pack_number(session)))
        return self._look(body, lambda raw, *_: raw if isinstance(raw, bytes) else None)

    def come(self, name: str) -> ScriptCall[int]:
        """How far a source has come."""
        return self._look(("come", name), lambda raw, *_: int(raw))

    def announced(self) -> ScriptCall[dict[str, str]]:
        """What has been told of sources, by name."""
        return self._look(
            ("sources",), lambda raw, *_: {each.decode(): text.decode() for each, text in read_pairs(raw)}
        )

    def summaries(self) -> ScriptCall[list[str]]:
        """What the workers of this run have left, this one too."""
        return self._look(("summaries",), lambda raw, *_: [text.decode("utf-8", "replace") for text in raw])

    def workers(self) -> ScriptCall[list[WorkerStatus]]:
        return self._look(("workers",), lambda raw, *_: read_workers(raw))

    def _look(self, body: object, read: Callable[[Any, str, float, float], T]) -> ScriptCall[T]:
        return self._build("snapshot", body, read)

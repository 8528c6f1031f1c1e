"""From effects to the atomic step that the frontier applies."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from ...core.tree import effects as ef
from ...core.tree import operations as op
from ...core.tree.program import Program
from ...core.tree.repeats import digest, merge
from ...core.tree.setbacks import RepeatedVisit, Setback
from ...core.tree.task import Task, decode_task, encode_task
from ...errors import TaskError
from ...frontier.completion import AwaitResume, Completion, Finish, MakingOutcome, Park, Requeue, Strand
from ...frontier.entries import Bucket, DeadLetter, Entry, Lease, SharedValue
from ...sentences import say
from ...settings import DEFAULTS
from .slots import SlotNames

_LARGEST_AGAIN = 32_000
"""Bytes of a task whose page may be read once more later."""


@dataclass
class StepResult:
    """What one step of a task came to."""

    items: list[tuple[str, dict[str, Any]]] = field(default_factory=list)
    """Records with the names of their item nodes."""
    troubles: list[ef.Trouble] = field(default_factory=list)
    printed: list[ef.LogMessage] = field(default_factory=list)
    ending: ef.Effect | None = None
    """What the task waits for, or its end."""
    completion: Completion | None = None
    """None while coroutines of Python nodes are awaited."""


class Bookkeeper:
    """Writes the tasks of one program as entries, and their steps as completions.

    *promise*: the boost in seconds of a task that stands at a visit; None if nothing is preferred. *lane*: the worker
    that such a task is kept for; None if nothing is kept for anybody. *most*: bytes of a task.
    """

    def __init__(
        self,
        program: Program,
        promise: Callable[[Task], float] | None = None,
        lane: Callable[[Task], str] | None = None,
        *,
        most: int = DEFAULTS["BT_TASK_LIMIT"],
    ) -> None:
        self._program, self._promise, self._lane, self._most = program, promise, lane, most
        self._buckets: dict[tuple[tuple[int, ...], float, str], Bucket] = {}
        self._slots = SlotNames()

    def entry(self, task: Task, *, id: int = 0, boost: float = 0.0, share: str = "") -> Entry:  # noqa: A002
        """The task as it is stored; raises `TaskError` when a variable is no plain data, or it is too large."""
        if self._promise is not None and isinstance(self._program.operation(task.position), op.FetchPage):
            boost = self._promise(task)
        bucket = self._bucket(self._program.stack_of(task), boost, self._slot_of(task))
        if self._lane is not None and bucket.slot:
            bucket = replace(bucket, lane=self._lane(task))
        holds, payload = tuple(task.holds), encode_task(task)
        if len(payload) > self._most:
            size = f"{len(payload):,} bytes, BT_TASK_LIMIT is {self._most:,}"
            raise TaskError(say("the task is too large to be stored ({}): keep less in its variables", size))
        return Entry(bucket, payload, id, task.join, task.session, share, holds)

    def once_more(self, entry: Entry, effects: Sequence[ef.Effect]) -> Entry | None:
        """A new task that makes the visit of *entry* again, for what has not come of it among *effects*.

        None where others wait for the task, where it keeps something from others, and where it is large.
        """
        if not effects or isinstance(effects[-1], ef.Await) or len(entry.payload) > _LARGEST_AGAIN:
            return None
        task = decode_task(entry.payload, session=entry.session)
        if task.holds or task.making or any(frame.join for frame in task.frames):
            return None
        known = {name: value for frame in task.frames for name, value in frame.variables.items()}
        goes_on = not isinstance(effects[-1], (ef.Finished, ef.Stopped))
        task.repeat = RepeatedVisit(task.position, "", digest(effects, known), goes_on)
        return self.entry(task, boost=entry.bucket.boost)

    def _slot_of(self, task: Task) -> str:
        """The download slot of the visit at which the task stands; empty if it stands elsewhere, or nobody can tell."""
        frame = task.frames[-1]
        step = self._program.operation(frame.position)
        if not isinstance(step, op.FetchPage):
            return ""
        slot = step.request.destination
        return self._slots.name(slot if isinstance(slot, str) else slot(frame, 0.0))

    def _bucket(self, stack: tuple[int, ...], boost: float, slot: str) -> Bucket:
        bucket = self._buckets.get((stack, boost, slot))
        if bucket is None:
            step = self._program.operation(stack[-1])
            requires = step.requires if isinstance(step, op.FetchPage) else ""
            requires = step.resource if isinstance(step, op.AcquirePermit) else requires
            bucket = Bucket(self._program.name, self._program.path_of(stack), boost, requires, slot)
            self._buckets[stack, boost, slot] = bucket
        return bucket

    def step(self, lease: Lease, task: Task, effects: Sequence[ef.Effect], facts: dict[str, Any]) -> StepResult:
        """*facts*: further fields of the completion (measured run times, changed cookies)."""
        step = StepResult(ending=effects[-1] if effects else None)
        spawned: list[Requeue] = []
        made: list[MakingOutcome] = []
        invalidated: dict[str, int] = {}
        rounds: dict[str, float] = {}
        for effect in effects:
            if isinstance(effect, ef.Emit):
                step.items.append((effect.node, effect.record))
            elif isinstance(effect, ef.Spawn):
                spawned.append(Requeue(self.entry(effect.task)))
            elif isinstance(effect, ef.Trouble):
                step.troubles.append(effect)
            elif isinstance(effect, ef.LogMessage):
                step.printed.append(effect)
            elif isinstance(effect, ef.Looped):
                rounds[effect.path] = rounds.get(effect.path, 0.0) + effect.rounds
            elif isinstance(effect, ef.Made):
                made.append(MakingOutcome(effect.key, _shared_value(effect)))
            elif isinstance(effect, ef.Invalidate):
                invalidated[effect.key] = (1 << 62) if effect.version is None else effect.version
        if isinstance(step.ending, ef.Await):
            return step
        step.completion = Completion(
            next=self._next(lease, task, step.ending),
            spawned=spawned,
            made=made,
            invalidated=invalidated,
            rounds=rounds,
            dead=self._dead_letter(lease, step.ending),
            **facts,
        )
        return step

    def _next(
        self, lease: Lease, task: Task, ending: ef.Effect | None
    ) -> Requeue | Park | AwaitResume | Finish | Strand:
        if isinstance(ending, ef.Finished) and ending.joined and ending.setback is not None:
            return Strand(self._go_back(lease, ending.setback), ending.setback.join)
        if isinstance(ending, (ef.Finished, ef.Stopped)):
            end = ending if isinstance(ending, ef.Finished) else ef.Finished(success=False)
            return Finish(end.success, end.result or b"")
        share = ending.key if isinstance(ending, ef.Share) else ""
        entry = self.entry(task, id=lease.entry.id, boost=lease.entry.bucket.boost, share=share)
        if isinstance(ending, ef.Join):
            return Park(entry, ending.join)
        if isinstance(ending, ef.Pause):
            return AwaitResume(entry)
        return Requeue(entry, ending.delay if isinstance(ending, ef.Delay) else 0.0)

    def _dead_letter(self, lease: Lease, ending: ef.Effect | None) -> DeadLetter | None:
        """A task that failed for good, as it was before its last visit."""
        if not isinstance(ending, ef.Finished) or ending.success or ending.joined or ending.result is not None:
            return None
        entry = lease.entry if ending.setback is None else self._go_back(lease, ending.setback)
        return DeadLetter(entry, ending.reason, time.time())

    def _go_back(self, lease: Lease, setback: Setback) -> Entry:
        """The task as it was then, and what has come of it since."""
        entry = lease.entry
        if not (setback.url or setback.given) and setback.payload in (b"", entry.payload):
            return entry
        payload = setback.payload or entry.payload
        task = decode_task(payload, id=entry.id, join=entry.join, session=entry.session)
        if not setback.join:
            before = task.repeat.given if task.repeat is not None else b""
            task.repeat = RepeatedVisit(task.position, setback.url, merge(before, setback.given))
        share = entry.share if payload == entry.payload else ""
        return self.entry(task, id=entry.id, boost=entry.bucket.boost, share=share)


def _shared_value(made: ef.Made) -> SharedValue | None:
    if made.value is None:
        return None
    return SharedValue(made.value, made.session, time.time() + made.ttl if made.ttl is not None else None)

"""A task as the frontier keeps it, and its compact encoding: one bytes object for each that is queued."""

from __future__ import annotations

import struct
from dataclasses import dataclass, replace
from struct import Struct

from ..core.tree.states import LifeState
from ..errors import TaskError
from ..sentences import say
from .entries import Bucket, Entry

# id, time of queueing, flags; what the flags name follows in their order, then the payload.
_HEAD = Struct("<qdB")
_TIME = Struct("<d")
_NUMBER = Struct("<q")
_LENGTH = Struct("<I")
_JOIN, _SESSION, _JOINED, _FAILED, _CIRCULAR, _SHARE, _HOLDS, _PAST = (1 << bit for bit in range(8))

MOST_LOSSES = 127
"""As many are counted."""
_WAS_DEAD = 128
"""In the same byte."""


@dataclass(slots=True)
class KeptTask:
    """A task that is not packed."""

    id: int
    bucket: Bucket
    payload: bytes
    enqueued: float
    """Seconds since the epoch, when it was queued last."""
    session: int
    join: int = 0
    share: str = ""
    holds: tuple[str, ...] = ()
    joined: int = 0
    """The join on which it was parked, when it is over."""
    failed: bool = False
    circular: bool = False
    """It is not parked for a shared value, since the maker waits for it."""
    losses: int = 0
    """How often its lease has run out at this step."""
    requeued: bool = False
    """It was a dead letter, or waited for one, and has not taken a step since."""

    @property
    def entry(self) -> Entry:
        return Entry(
            bucket=self.bucket,
            payload=self.payload,
            id=self.id,
            join=self.join,
            session=self.session,
            share=self.share,
            holds=self.holds,
        )


@dataclass(slots=True)
class Running:
    """A leased task."""

    task: KeptTask
    token: int
    deadline: float
    state: LifeState = LifeState.RUNNING


def read_entry(entry: Entry, task_id: int, now: float) -> KeptTask:
    """The task that *entry* says, queued now."""
    session = entry.session or task_id
    return KeptTask(task_id, entry.bucket, entry.payload, now, session, entry.join, entry.share, entry.holds)


def carry(task: KeptTask, entry: Entry, now: float) -> KeptTask:
    """The task that goes on from *entry*: still the same one, so that its id and its join stay."""
    return replace(
        task,
        bucket=entry.bucket,
        payload=entry.payload,
        enqueued=now,
        session=entry.session or task.id,
        share=entry.share,
        holds=entry.holds,
        joined=0,
        failed=False,
        circular=False,
        losses=0,
        requeued=False,
    )


def pack(task: KeptTask) -> bytes:
    """Everything about *task* but its bucket; raises `ValueError` for a number that 64 bits cannot hold."""
    flags = 0
    extra = b""
    try:
        if task.join:
            flags |= _JOIN
            extra += _NUMBER.pack(task.join)
        if task.session != task.id:
            flags |= _SESSION
            extra += _NUMBER.pack(task.session)
        if task.joined:
            flags |= _JOINED
            extra += _NUMBER.pack(task.joined)
        if task.losses or task.requeued:
            flags |= _PAST
            extra += bytes((task.losses | (_WAS_DEAD if task.requeued else 0),))
        if task.failed:
            flags |= _FAILED
        if task.circular:
            flags |= _CIRCULAR
        if task.share:
            flags |= _SHARE
            extra += _pack_texts((task.share,))
        if task.holds:
            flags |= _HOLDS
            extra += _pack_texts(task.holds)
        return _HEAD.pack(task.id, task.enqueued, flags) + extra + task.payload
    except struct.error as error:
        raise ValueError(say("joins and sessions are numbers of 64 bits: {}", repr(task.entry))) from error


def unpack(record: bytes, bucket: Bucket) -> KeptTask:
    """The task of *record*; raises `TaskError` when it cannot be read."""
    try:
        task_id, enqueued, flags = _HEAD.unpack_from(record)
        at = _HEAD.size
        if not flags:
            return KeptTask(task_id, bucket, record[at:], enqueued, task_id)
        numbers = []
        for flag in (_JOIN, _SESSION, _JOINED):
            if flags & flag:
                numbers.append(_NUMBER.unpack_from(record, at)[0])
                at += _NUMBER.size
            else:
                numbers.append(0)
        join, session, joined = numbers
        past = 0
        if flags & _PAST:
            past, at = record[at], at + 1
        share: tuple[str, ...] = ("",)
        holds: tuple[str, ...] = ()
        if flags & _SHARE:
            share, at = _unpack_texts(record, at)
        if flags & _HOLDS:
            holds, at = _unpack_texts(record, at)
    except (struct.error, UnicodeDecodeError, IndexError, ValueError) as error:
        raise TaskError(say("a stored task of {} bytes cannot be decoded: {}", len(record), error)) from error
    return KeptTask(
        id=task_id,
        bucket=bucket,
        payload=record[at:],
        enqueued=enqueued,
        session=session or task_id,
        join=join,
        share=share[0],
        holds=holds,
        joined=joined,
        failed=bool(flags & _FAILED),
        circular=bool(flags & _CIRCULAR),
        losses=past & MOST_LOSSES,
        requeued=bool(past & _WAS_DEAD),
    )


def read_time(record: bytes) -> float:
    """When the task of *record* was queued."""
    time: float = _TIME.unpack_from(record, _NUMBER.size)[0]
    return time


def is_awaited(record: bytes) -> bool:
    """Whether the task of *record* asks for a shared value, or goes on after goroutines."""
    return bool(record[_HEAD.size - 1] & (_SHARE | _JOINED))


def is_plain(record: object, task_id: int) -> bool:
    """Whether the record is that of the task *id* and there is nothing to know about it."""
    return (
        isinstance(record, bytes)
        and len(record) >= _HEAD.size
        and record[_HEAD.size - 1] == 0
        and record.startswith(make_prefix(task_id))
    )


def read_id(record: bytes) -> int:
    """The id of the task of *record*."""
    task_id: int = _NUMBER.unpack_from(record)[0]
    return task_id


def make_prefix(task_id: int) -> bytes:
    """What the record of the task *id*, and no other, begins with."""
    return _NUMBER.pack(task_id)


def _pack_texts(texts: tuple[str, ...]) -> bytes:
    encoded = [text.encode() for text in texts]
    return b"".join((_LENGTH.pack(len(encoded)), *(_LENGTH.pack(len(text)) + text for text in encoded)))


def _unpack_texts(record: bytes, at: int) -> tuple[tuple[str, ...], int]:
    (count,) = _LENGTH.unpack_from(record, at)
    at += _LENGTH.size
    texts = []
    for _ in range(count):
        (length,) = _LENGTH.unpack_from(record, at)
        at += _LENGTH.size
        if at + length > len(record):
            raise ValueError(say("a text is longer than the record"))
        texts.append(record[at : at + length].decode())
        at += length
    return tuple(texts), at

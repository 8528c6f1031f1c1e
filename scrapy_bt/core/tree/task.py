"""A task: one running instance of a tree, as plain data (runtime.md, "The interpreter is pure").

Stored, it is a msgpack array with a format version; positions are 32-bit digests of stable names, so that a task
finds its place again in another process and after changes of the file elsewhere.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from typing import Any

import msgspec

from ...errors import TaskError
from ...sentences import say
from .pages import VisitedPage
from .setbacks import RepeatedVisit, Setback

FORMAT = 1


INHERITED = 0
"""In the place of repairs: the task began as a branch within such a call."""

_REPAIRS = 1 << 8


def note_repair(row: int, count: int) -> int:
    """What `Frame.tries` keeps of repairs: *row* is the id of the step where the call that was used last begins."""
    return row * _REPAIRS + min(count, _REPAIRS - 1)


def read_repairs(noted: int) -> tuple[int, int]:
    """The row and the count."""
    return divmod(noted, _REPAIRS)


@dataclass(slots=True)
class Frame:
    """One level of the context: a called tree's variables, and where it stands."""

    position: int
    """The operation it stands at; below the top of the stack: the call it waits for."""
    variables: dict[str, Any] = field(default_factory=dict)
    join: int = 0
    """The join of the goroutines it has started; 0: none yet."""
    tries: dict[int, int] = field(default_factory=dict)
    """What state tables have used up: by the id of an operation how often it waited, by its complement its repairs.

    Repairs are `INHERITED`, or say which row's call was used last and how often such calls were (`note_repair`).
    """
    is_lenient: bool = False
    """It stands for a `serial` tree that ends with its call: its failure does not count."""
    page: VisitedPage | None = None
    """The last visit's page; never stored."""


@dataclass(slots=True)
class Task:
    """A position in a tree plus a context; *frames* has the innermost last."""

    frames: list[Frame]
    id: int = 0
    join: int = 0
    session: int = 0
    """0: its own, named by its id. Below 0: one of `name_session`."""
    ancestry: tuple[int, ...] = ()
    """For a branch: the positions at which its parents stood, for its place in the ranking."""
    joins: int = 0
    """How many joins it has opened; names the next one."""
    making: list[str] = field(default_factory=list)
    """Keys of the shared values that it is making, innermost last."""
    used: dict[str, int] = field(default_factory=dict)
    """Versions of the shared values that it got, where a state table may find them wanting."""
    holds: list[str] = field(default_factory=list)
    """Competing resources that it holds over several steps."""
    setback: Setback | None = None
    """Where it goes back to if it fails from here on, unless it waits for a visit."""
    repeat: RepeatedVisit | None = None
    """It was a dead letter: what it does again."""

    @property
    def position(self) -> int:
        """Where it stands: the id of an operation."""
        return self.frames[-1].position

    @property
    def own_session(self) -> int:
        """Its cookie session."""
        return self.session or self.id

    def open_join(self) -> int:
        """The name of a new join."""
        self.joins += 1
        return (self.id << 16) | (self.joins & 0xFFFF)

    def renew_tries(self) -> None:
        """Give back what state tables have used up; within a call of one, that it is being made is not forgotten."""
        for frame in self.frames:
            frame.tries = {
                key: noted if noted == INHERITED else note_repair(read_repairs(noted)[0], 1)
                for key, noted in frame.tries.items()
                if noted == INHERITED or (key < 0 and ~key != frame.position)
            }


def name_session(task: int, key: str) -> int:
    """The cookie session in which a task makes the shared value *key*: below 0, where no task's own one is."""
    named = hashlib.blake2b(f"{task} {key}".encode(), digest_size=8).digest()
    return int.from_bytes(named, "big") // 2 - (1 << 63)


class _FrameRecord(msgspec.Struct, array_like=True):
    position: int
    variables: dict[str, Any]
    join: int = 0
    tries: dict[int, int] = {}
    is_lenient: bool = False


class _TaskRecord(msgspec.Struct, array_like=True):
    format: int
    frames: list[_FrameRecord]
    ancestry: tuple[int, ...] = ()
    joins: int = 0
    making: list[str] = []
    used: dict[str, int] = {}
    holds: list[str] = []
    setback: Setback | None = None
    repeat: RepeatedVisit | None = None


_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(_TaskRecord)


def encode_task(task: Task) -> bytes:
    """Everything but id, join and session, which travel beside it; raises `TaskError` for values that are no data."""
    frames = [
        (frame.position, frame.variables, frame.join, frame.tries, frame.is_lenient)
        if frame.join or frame.tries or frame.is_lenient
        else (frame.position, frame.variables)
        for frame in task.frames
    ]
    try:
        facts = (task.ancestry, task.joins, task.making, task.used, task.holds)
        if task.setback is not None or task.repeat is not None:
            return _encoder.encode((FORMAT, frames, *facts, task.setback, task.repeat))
        if any(facts):
            return _encoder.encode((FORMAT, frames, *facts))
        return _encoder.encode((FORMAT, frames))
    except (TypeError, OverflowError, ValueError, msgspec.MsgspecError) as error:
        raise TaskError(say("a variable of the task cannot be stored: {}", error)) from None


def decode_task(
    payload: bytes,
    *,
    id: int = 0,  # noqa: A002 - the task's id has this name everywhere
    join: int = 0,
    session: int = 0,
) -> Task:
    """The stored task; raises `TaskError` when *payload* cannot be read."""
    try:
        record = _decoder.decode(payload)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise TaskError(say("the stored task cannot be decoded: {}", error)) from None
    if record.format != FORMAT:
        raise TaskError(say("the stored task has format {}, this version reads format {}", record.format, FORMAT))
    if not record.frames:
        raise TaskError(say("the stored task has no frames"))
    return Task(
        [Frame(frame.position, frame.variables, frame.join, frame.tries, frame.is_lenient) for frame in record.frames],
        id=id,
        join=join,
        session=session,
        ancestry=record.ancestry,
        joins=record.joins,
        making=record.making,
        used=record.used,
        holds=record.holds,
        setback=record.setback,
        repeat=record.repeat,
    )


_result_decoder = msgspec.msgpack.Decoder(tuple[dict[str, Any], str])


def encode_result(values: dict[str, Any], reason: str) -> bytes:
    """What a statement that ran beside others has assigned, and why it failed; raises `TaskError`."""
    try:
        return _encoder.encode((values, reason))
    except (TypeError, OverflowError, ValueError, msgspec.MsgspecError) as error:
        raise TaskError(say("a variable of the task cannot be stored: {}", error)) from None


def decode_result(result: bytes) -> tuple[dict[str, Any], str]:
    """What `encode_result` was given; raises `TaskError` when *result* cannot be read."""
    try:
        return _result_decoder.decode(result)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise TaskError(say("the result of a statement cannot be decoded: {}", error)) from None


class SharedRecord(msgspec.Struct, array_like=True):
    """A shared value on the blackboard: variables by name, values of a data node, the page of a visit."""

    variables: dict[str, Any] = {}
    values: list[Any] = []
    page: tuple[str, int, dict[str, str], bytes, str] | str | None = None
    """A text: why it cannot be given."""


_shared_decoder = msgspec.msgpack.Decoder(SharedRecord)


def encode_shared(record: SharedRecord) -> bytes:
    """The value of a `Made`."""
    return _encoder.encode(record)


def decode_shared(value: bytes) -> SharedRecord:
    """What `encode_shared` was given; raises `TaskError` when *value* cannot be read."""
    try:
        return _shared_decoder.decode(value)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise TaskError(say("the shared value cannot be decoded: {}", error)) from None

"""What an exchange sends, and what it brings."""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from math import isfinite
from struct import Struct, pack
from typing import Any, Protocol, TypeGuard

import msgspec

from ..protocol import (
    Bucket,
    Completion,
    Counts,
    Entry,
    Finish,
    Lease,
    Made,
    Number,
    Park,
    Pause,
    Queue,
    SharedValue,
)
from ..steps import check_entry
from .call import Bury, Complete, Ended, Exchanged, Release
from .keys import name_bucket, read_bucket
from .packing import blob, encode, pack_entry, pack_number, pack_token, read_number, read_record

_PLAIN = Struct("<qd")
_VALUE = Struct("<ddq")
_MOST = 1 << 63
_new = object.__new__
_FINISHED, _FAILED, _PACKED = range(3)
_ONE = ord("1")
_MEASURES = {"w", "l"}
_SALT = 1 << 24
"""Calls whose numbers the low bits of a token tell apart."""


class _Bare(Protocol):
    """A completion whose *next* is a `Finish`."""

    @property
    def next(self) -> Finish: ...


class Buckets:
    """The buckets that one call names, each with its number."""

    def __init__(self, number: Number) -> None:
        self._number = number
        self._names: dict[Bucket, bytes] = {}
        self._numbers: list[tuple[msgspec.Raw, float]] = []

    def name(self, bucket: Bucket) -> bytes:
        name = self._names.get(bucket)
        if name is None:
            name = self._names[bucket] = name_bucket(bucket)
            self._numbers.append((blob(name), float(self._number(bucket))))
        return name

    def list(self) -> list[tuple[msgspec.Raw, float]]:
        return self._numbers


class Entries:
    """New tasks, as runs that share bucket and delay, then their records, then their keys."""

    def __init__(self, queued: Sequence[Queue], buckets: Buckets) -> None:
        self.runs: list[tuple[msgspec.Raw, float, int]] = []
        records: list[bytes] = []
        bucket: Bucket | None = None
        delay = 0.0
        begun = 0
        for item in queued:
            entry = item.entry
            if (entry.bucket is not bucket and entry.bucket != bucket) or item.delay != delay:
                if bucket is not None:
                    self.runs.append((blob(buckets.name(bucket)), max(0.0, delay), len(records) - begun))
                bucket, delay, begun = entry.bucket, item.delay, len(records)
            if entry.session or entry.join or entry.share or entry.holds:
                records.append(pack_entry(entry))
            else:
                records.append(b"\x00" + entry.payload)
        if bucket is not None:
            self.runs.append((blob(buckets.name(bucket)), max(0.0, delay), len(records) - begun))
        self.keyed: int | bool
        """False, or how long each key is; 0: each its own length."""
        self.keyed, keys = _pack_keys([item.key for item in queued])
        self.args = (*records, *keys)


def _pack_keys(keys: list[bytes]) -> tuple[int | bool, Sequence[bytes]]:
    lengths = set(map(len, keys))
    if lengths <= {0}:
        return False, ()
    if len(lengths) == 1:
        return lengths.pop(), (b"".join(keys),)
    return 0, keys


class Steps:
    """Steps of leased tasks: those that finish and say nothing else together, any other by itself."""

    def __init__(self, steps: Sequence[Ended], buckets: Buckets, now: float) -> None:
        finished: list[int] = []
        failed: list[int] = []
        self.packed: list[bytes] = []
        self._ways: list[int] = []
        apart: set[int] = set()
        for step in steps:
            token = step.lease.token
            if step.__class__ is Complete and token not in apart and is_bare(completion := step.completion):
                succeeds = completion.next.success
                way = finished if succeeds else failed
                way += (step.lease.entry.id, token)
                self._ways.append(_FINISHED if succeeds else _FAILED)
            else:
                # Those that say nothing else are applied first; of several steps of one lease the first has to count.
                apart.add(token)
                self.packed.append(pack_step(step, buckets, now))
                self._ways.append(_PACKED)
        self._finished, self._failed = finished, failed
        self._steps = steps

    @property
    def finished(self) -> bytes:
        """Ids and tokens, 16 bytes a task."""
        return _pack_pairs(self._finished)

    @property
    def failed(self) -> bytes:
        """Ids and tokens, 16 bytes a task."""
        return _pack_pairs(self._failed)

    def read(self, ended: Sequence[bytes], finished: bytes, failed: bytes) -> tuple[bool | str, ...]:
        """What became of each step, in their order; a step of which nothing is said had lost its lease."""
        if len(finished) == len(self._ways) and b"0" not in finished:
            return (True,) * len(finished)
        told: list[Iterator[bool | bytes]] = [
            iter([answer == _ONE for answer in finished]),
            iter([answer == _ONE for answer in failed]),
            iter(ended),
        ]
        found: list[bool | str] = []
        for step, way in zip(self._steps, self._ways, strict=True):
            answer = next(told[way], False)
            found.append(answer if isinstance(answer, bool) else _read_outcome(step, answer))
        return tuple(found)


def is_bare(completion: Completion) -> TypeGuard[_Bare]:
    """Whether the task ends and nothing else is said."""
    return completion.next.__class__ is Finish and not (
        completion.measured
        or completion.spawned
        or completion.made
        or completion.invalidated
        or completion.rounds
        or completion.dead
        or completion.cookies
    )


def _pack_pairs(numbers: list[int]) -> bytes:
    return pack(f"<{len(numbers)}Q", *numbers)


def pack_step(step: Ended, buckets: Buckets, now: float) -> bytes:
    """One step; raises `ValueError` for one that contradicts itself."""
    lease = step.lease
    head = pack_number(lease.entry.id) + pack_token(lease.token)
    if isinstance(step, Release):
        return b"R" + head
    if isinstance(step, Bury):
        return b"B" + head + encode({"x": step.reason})
    completion = step.completion
    after = completion.next
    details = _pack_facts(completion, buckets, now)
    if isinstance(after, Finish):
        if completion.dead is not None:
            letter = completion.dead
            details |= {
                "b": blob(buckets.name(letter.entry.bucket)),
                "p": blob(letter.entry.payload),
                "x": letter.reason,
            }
            if letter.when:
                details["t"] = letter.when - now
            kind = b"D"
        else:
            kind = b"F" if after.success else b"f"
            if details and details.keys() <= _MEASURES:
                kind = b"M" if after.success else b"m"
        return kind + head + (encode(details) if details else b"")
    task_id = lease.entry.id
    check_entry(after.entry)
    if completion.dead is not None:
        raise ValueError(f"task {task_id} goes to the dead letters: it has to finish, not to go on")
    details["b"] = blob(buckets.name(after.entry.bucket))
    details["r"] = blob(pack_entry(after.entry, own=task_id, part=False))
    if isinstance(after, Park):
        if not 0 < abs(after.join) < _MOST:
            raise ValueError(f"task {task_id} cannot wait for the join {after.join}")
        details["j"] = blob(pack_number(after.join))
        return b"P" + head + encode(details)
    if isinstance(after, Pause):
        return b"H" + head + encode(details)
    if after.delay > 0:
        details["d"] = after.delay
    return b"Q" + head + encode(details)


def explain_refusal(step: Ended, reason: str) -> str:
    """The text of the `ValueError` for a step that the server refused."""
    after = step.completion.next if isinstance(step, Complete) else None
    if isinstance(after, Park):
        return f"task {step.lease.entry.id} cannot wait for the join {after.join}: {reason}"
    return f"task {step.lease.entry.id}: {reason}"


def grows(put: Sequence[Queue], steps: Iterable[Ended]) -> bool:
    """Whether more is stored than taken away: what a full Redis has no room for."""
    return bool(put) or any(isinstance(step, Complete) and step.completion.spawned for step in steps)


def pack_leases(leases: Iterable[Lease]) -> bytes:
    """Ids and tokens, 16 bytes a lease."""
    return b"".join([pack_number(lease.entry.id) + pack_token(lease.token) for lease in leases])


def pack_tokens(tokens: Collection[int]) -> bytes:
    """Tokens, 8 bytes each."""
    return b"".join(map(pack_token, tokens))


def _pack_facts(completion: Completion, buckets: Buckets, now: float) -> dict[str, Any]:
    facts: dict[str, Any] = {}
    if completion.spawned:
        facts["s"] = [
            (
                blob(buckets.name(queued.entry.bucket)),
                max(0.0, queued.delay),
                blob(queued.key),
                blob(pack_entry(queued.entry)),
            )
            for queued in completion.spawned
        ]
    if completion.made:
        facts["m"] = [_pack_made(made, now) for made in completion.made]
    if completion.invalidated:
        facts["i"] = list(completion.invalidated.items())
    if completion.measured:
        facts["w"] = {node: _check_finite(seconds) for node, seconds in completion.measured.items()}
    if completion.rounds:
        facts["l"] = {loop: _check_finite(rounds) for loop, rounds in completion.rounds.items()}
    if completion.cookies:
        facts["c"] = [(blob(pack_number(session)), blob(cookies)) for session, cookies in completion.cookies.items()]
    return facts


def _pack_made(made: Made, now: float) -> tuple[Any, ...]:
    if made.value is None:
        return made.key, False
    value = made.value
    expires = False if value.expires is None else value.expires - now
    return made.key, blob(value.value), blob(pack_number(value.session)), expires


def _check_finite(value: float) -> float:
    if not isfinite(value):
        raise ValueError(f"what was measured is a finite number, not {value}")
    return float(value)


def read_value(stored: bytes, ahead: float) -> SharedValue:
    """A shared value; *ahead*: how far the caller's clock is ahead of the server's."""
    version, expires, session = _VALUE.unpack_from(stored)
    return SharedValue(stored[_VALUE.size :], session, expires + ahead if isfinite(expires) else None, int(version))


def read_counts(raw: Sequence[int]) -> Counts:
    """Tasks by state, in the order of `Frame.counts`."""
    ready, running, delayed, parked, paused, resting, dead = raw
    return Counts(ready, running, delayed, parked, paused, resting, dead)


def read_exchanged(
    raw: Sequence[Any],
    *,
    steps: Steps,
    extend: Sequence[Lease],
    put: int,
    number: int,
    now: float,
    ahead: float,
    lease_seconds: float,
    repeated: bool,
) -> Exchanged:
    """What the server answered at *now* of its clock; *number*: the call's, *put*: how many tasks were put."""
    ended, ids, extended, groups, cookies, counts, due, expired, revision, finished, failed, rewound = raw
    deadline = now + lease_seconds + ahead
    leases: list[Lease] = []
    for line, first, records, notes in groups:
        token = int(first) * _SALT + number % _SALT
        leases += _read_group(line, token, records, notes, deadline=deadline, now=now, ahead=ahead)
    return Exchanged(
        ended=steps.read(ended, finished, failed),
        ids=_read_ids(ids[0], ids[1], put),
        extended=tuple(
            replace(lease, deadline=deadline) for lease, lives in zip(extend, extended, strict=False) if lives == _ONE
        ),
        leases=tuple(leases),
        cookies={read_number(cookies[at]): cookies[at + 1] for at in range(0, len(cookies), 2)},
        counts=read_counts(counts),
        next_due=float(due) + ahead if due else None,
        expired=expired,
        repeated=repeated,
        rewound=bool(rewound),
        revision=int(revision),
    )


def _read_ids(first: bytes, new: bytes, count: int) -> tuple[int, ...]:
    """The ids of what was put: one after another, 0 for what is not new."""
    if not first:
        return (0,) * count
    if not new:
        return tuple(range(int(first), int(first) + count))
    ids = itertools.count(int(first))
    return tuple(next(ids) if is_new == _ONE else 0 for is_new in new)


def _read_outcome(step: Ended, answer: bytes) -> bool | str:
    if answer in (b"0", b"1"):
        return answer == b"1"
    return explain_refusal(step, answer.decode())


def _read_group(
    line: bytes,
    token: int,
    records: Sequence[bytes],
    notes: Sequence[Any],
    *,
    deadline: float,
    now: float,
    ahead: float,
) -> list[Lease]:
    bucket = read_bucket(line)
    turns = {place: (turn, what) for place, turn, what in notes}
    leases = []
    for place, record in enumerate(records):
        if record[16] == 0:
            leases.append(_read_plain(record, bucket, token, deadline, now))
        else:
            task = read_record(record, bucket)
            turn, what = turns.get(place, (b"", b""))
            leases.append(
                Lease(
                    entry=task.entry,
                    token=token,
                    deadline=deadline,
                    waited=max(0.0, now - task.enqueued),
                    make=turn == b"m",
                    version=int(what) if turn == b"m" else 0,
                    shared=read_value(what, ahead) if turn == b"v" else None,
                    failed=task.failed,
                    joined=task.joined,
                    circular=turn == b"c",
                )
            )
        token += _SALT
    return leases


def _read_plain(record: bytes, bucket: Bucket, token: int, deadline: float, now: float) -> Lease:
    """The lease of a task of which there is nothing to say.

    A frozen dataclass sets each field through `object.__setattr__`, which costs five times as much as this; a field
    that is not set has its default from the class.
    """
    task_id, enqueued = _PLAIN.unpack_from(record)
    entry = _new(Entry)
    fields = entry.__dict__
    fields["bucket"] = bucket
    fields["payload"] = record[17:]
    fields["id"] = fields["session"] = task_id
    lease = _new(Lease)
    fields = lease.__dict__
    fields["entry"] = entry
    fields["token"] = token
    fields["deadline"] = deadline
    fields["waited"] = now - enqueued if enqueued < now else 0.0
    return lease

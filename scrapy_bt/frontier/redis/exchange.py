"""What an exchange sends, and what it brings."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from math import isfinite
from struct import Struct
from typing import Any

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
_SALT = 1 << 23
"""Calls whose numbers the low bits of a token tell apart."""


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
    """New tasks, as runs that share bucket and delay, their records and their keys."""

    def __init__(self, queued: Sequence[Queue], buckets: Buckets) -> None:
        self.runs: list[tuple[msgspec.Raw, float, int]] = []
        self.keyed = False
        keys: list[bytes] = []
        records: list[bytes] = []
        bucket: Bucket | None = None
        delay = 0.0
        count = 0
        for item in queued:
            entry = item.entry
            if entry.bucket is not bucket or item.delay != delay:
                if bucket is not None:
                    self.runs.append((blob(buckets.name(bucket)), max(0.0, delay), count))
                bucket, delay, count = entry.bucket, item.delay, 0
            count += 1
            if entry.session or entry.join or entry.share or entry.holds:
                records.append(pack_entry(entry))
            else:
                records.append(b"\x00" + entry.payload)
            keys.append(item.key)
        if bucket is not None:
            self.runs.append((blob(buckets.name(bucket)), max(0.0, delay), count))
        self.keyed = any(keys)
        self.args = (*records, *keys) if self.keyed else tuple(records)


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
    steps: Sequence[Ended],
    extend: Sequence[Lease],
    number: int,
    now: float,
    ahead: float,
    lease_seconds: float,
    repeated: bool,
    count: int,
) -> Exchanged:
    """What the server answered at *now* of its clock; *number*: the call's, *count*: how many tasks were put."""
    ended, ids, extended, groups, cookies, counts, due, expired, revision = raw
    deadline = now + lease_seconds + ahead
    leases: list[Lease] = []
    for line, first, records, notes in groups:
        leases += _read_group(
            line, int(first), records, notes, salt=number % _SALT, deadline=deadline, now=now, ahead=ahead
        )
    told: list[bool | str] = [_read_outcome(step, answer) for step, answer in zip(steps, ended, strict=False)]
    told += [False] * (len(steps) - len(told))
    found = [read_number(ids[at : at + 8]) for at in range(0, len(ids), 8)]
    return Exchanged(
        ended=tuple(told),
        ids=tuple(found + [0] * (count - len(found))),
        extended=tuple(
            replace(lease, deadline=deadline) for lease, lives in zip(extend, extended, strict=False) if lives == 49
        ),
        leases=tuple(leases),
        cookies={read_number(cookies[at]): cookies[at + 1] for at in range(0, len(cookies), 2)},
        counts=read_counts(counts),
        next_due=float(due) + ahead if due else None,
        expired=expired,
        repeated=repeated,
        revision=int(revision),
    )


def _read_outcome(step: Ended, answer: bytes) -> bool | str:
    if answer in (b"0", b"1"):
        return answer == b"1"
    return explain_refusal(step, answer.decode())


def _read_group(
    line: bytes,
    first: int,
    records: Sequence[bytes],
    notes: Sequence[Any],
    *,
    salt: int,
    deadline: float,
    now: float,
    ahead: float,
) -> list[Lease]:
    bucket = read_bucket(line)
    turns = {place: (turn, what) for place, turn, what in notes}
    leases = []
    token = first * _SALT + salt
    for place, record in enumerate(records):
        if record[16] == 0:
            task_id, enqueued = _PLAIN.unpack_from(record)
            entry = Entry(bucket, record[17:], task_id, 0, task_id)
            leases.append(Lease(entry, token, deadline, max(0.0, now - enqueued)))
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

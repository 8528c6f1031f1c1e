"""What an exchange brings: leases, ids, counts and the values of others."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import isfinite
from struct import Struct
from typing import Any

from ..entries import Bucket, Entry, Lease, SharedValue
from ..listings import TaskCounts
from .call import Exchanged
from .keys import read_bucket
from .packing import read_number, read_record
from .steps import Steps

_PLAIN = Struct("<qd")
_VALUE = Struct("<ddq")
_SIZE = Struct("<I")
_new = object.__new__
_ONE = ord("1")
_SALT = 1 << 24
"""Calls whose numbers the low bits of a token tell apart."""


def read_value(stored: bytes, ahead: float) -> SharedValue:
    """A shared value; *ahead*: how far the caller's clock is ahead of the server's."""
    version, expires, session = _VALUE.unpack_from(stored)
    return SharedValue(stored[_VALUE.size :], session, expires + ahead if isfinite(expires) else None, int(version))


def read_counts(raw: Sequence[int]) -> TaskCounts:
    """Tasks by state, in the order of `Frame.counts`."""
    ready, running, delayed, parked, paused, resting, dead = raw
    return TaskCounts(ready, running, delayed, parked, paused, resting, dead)


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
    ended, ids, extended, groups, cookies, counts, due, expired, revision, finished, failed, rewound, more = raw
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
        more=bool(more),
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
                    requeued=task.requeued,
                    results=tuple(_read_results(what)) if turn == b"r" else (),
                )
            )
        token += _SALT
    return leases


def _read_results(told: bytes) -> Iterator[bytes]:
    at = 0
    while at < len(told):
        (size,) = _SIZE.unpack_from(told, at)
        at += _SIZE.size
        yield told[at : at + size]
        at += size


def _read_plain(record: bytes, bucket: Bucket, token: int, deadline: float, now: float) -> Lease:
    """The lease of a task without anything else to say.

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

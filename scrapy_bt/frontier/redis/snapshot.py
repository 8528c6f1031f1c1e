"""What there is to see of a frontier, as the scripts answer it."""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections import Counter
from collections.abc import Sequence
from typing import Any

import msgspec

from ...sentences import say
from ..deadlocks import WaitFor
from ..description import Description, NodeStatus, SharedStatus, StandingOrders
from ..entries import Bucket, DeadLetter
from ..listings import BucketStatus, ControlTarget, TaskCounts, TaskLine, TaskPage
from .answers import read_counts
from .call import TaskStatus, WaitGraph, WorkerStatus
from .keys import read_bucket, unescape
from .packing import read_holders, read_makers, read_number, read_pairs, read_record

_STATES = {
    b"d": "delayed",
    b"j": "parked",
    b"s": "parked",
    b"c": "parked",
    b"h": "paused",
    b"r": "paused",
    b"x": "dead",
    b"l": "running",
}
_PLACES = {**_STATES, b"q": "ready"}


def read_status(lines: Sequence[Any], now: float) -> list[BucketStatus]:
    """The buckets that have ready tasks, the lowest numbers first."""
    found: dict[Bucket, BucketStatus] = {}
    for name, ready, number, paused, exhausted, oldest in lines:
        bucket = read_bucket(name)
        other = found.get(bucket)
        waited = max(0.0, now - float(oldest))
        found[bucket] = BucketStatus(
            bucket=bucket,
            ready=ready + (other.ready if other else 0),
            number=float(number),
            paused=bool(paused),
            exhausted=bool(exhausted),
            oldest=max(waited, other.oldest or 0.0) if other else waited,
        )
    return sorted(found.values(), key=lambda status: (status.number, status.bucket.tree, status.bucket.node))


def read_description(raw: Sequence[Any], now: float) -> Description:
    """The snapshot of everything; *now* by the server's clock."""
    lines, tally, holders, shared, idle, states_of_all, last_id = raw
    counts = read_counts(states_of_all)
    status = {line.bucket: line for line in read_status(lines, now)}
    states: dict[Bucket, Counter[str]] = {}
    for line in status.values():
        states.setdefault(line.bucket, Counter())["paused" if line.paused else "ready"] += line.ready
    for field, count in read_pairs(tally):
        if field[:1] not in _STATES:
            continue
        found = states.setdefault(read_bucket(field[1:]).ranked, Counter())
        found[_STATES[field[:1]]] += int(count)
        if field[:1] == b"r":
            found["resting"] += int(count)
    nodes = [
        NodeStatus(
            bucket=bucket,
            counts=TaskCounts(**found),
            number=status[bucket].number if bucket in status else None,
            oldest=status[bucket].oldest if bucket in status else None,
        )
        for bucket, found in states.items()
    ]
    return Description(
        nodes=tuple(sorted(nodes, key=lambda node: (node.bucket.tree, node.bucket.node, node.bucket.boost))),
        counts=counts,
        finished=int(float(last_id)) - counts.unfinished - counts.dead,
        holders=read_holders(holders),
        oldest=max((line.oldest for line in status.values() if line.oldest is not None), default=None),
        shared={
            node.decode(): SharedStatus(int(ready), int(making), tuple(map(read_number, makers)))
            for node, ready, making, makers in shared
        },
        idle=idle,
    )


def read_dead_letters(raw: Sequence[Any], ahead: float) -> list[DeadLetter]:
    """Dead letters; *ahead*: how far the caller's clock is ahead of the server's."""
    return [
        DeadLetter(read_record(record, read_bucket(bucket)).entry, reason.decode(), float(when) + ahead)
        for bucket, record, reason, when in raw
    ]


def read_orders(raw: Sequence[Any]) -> StandingOrders:
    """What operators have said, and who works on what has a place."""
    leased, rules, shifts = raw
    return StandingOrders(
        workers={read_number(task): worker.decode() for task, worker in read_pairs(leased)},
        pauses=tuple((_read_target(target), bool(paused)) for target, paused in _unpack(rules)),
        boosts=tuple((_read_target(target), float(seconds)) for target, seconds in _unpack(shifts)),
    )


def read_task(raw: Sequence[Any], ahead: float = 0.0) -> TaskStatus | bytes | None:
    """Where a task is, or the place from which on to look for it; None: nowhere."""
    if not raw:
        return None
    if len(raw) == 1:
        return bytes(raw[0])
    state, name, worker, record = raw
    bucket = read_bucket(name)
    task = read_record(record, bucket)
    line = TaskLine(task.entry, _PLACES[state], since=task.enqueued + ahead, worker=worker.decode())
    return TaskStatus(line.state, bucket, line.worker, line)


def read_place(after: str) -> msgspec.Raw | bool:
    """Where a page of tasks goes on, as the script has said it; raises `ValueError` for what it has not."""
    if not after:
        return False
    try:
        place = b64decode(after, altchars=b"-_", validate=True)
        msgspec.msgpack.decode(place, type=list[str | int])
    except (ValueError, msgspec.DecodeError):
        raise ValueError(say("{} is not where a page of tasks ended", repr(after))) from None
    return msgspec.Raw(place)


def read_page(raw: Sequence[Any], state: str, ahead: float) -> TaskPage:
    """Some tasks and where to go on; *ahead*: how far the caller's clock is ahead of the server's."""
    found, place = raw
    tasks = []
    for bucket, record, worker, due in found:
        task = read_record(record, read_bucket(bucket))
        tasks.append(
            TaskLine(
                task.entry,
                state,
                since=task.enqueued + ahead,
                worker=worker.decode(),
                due=float(due) + ahead if due else None,
            )
        )
    return TaskPage(tuple(tasks), b64encode(place, altchars=b"-_").decode())


def _unpack(packed: bytes) -> Sequence[Any]:
    return msgspec.msgpack.decode(packed) if packed else ()


def _read_target(stored: Sequence[Any]) -> ControlTarget:
    tree, node = (unescape(part) if part else None for part in stored[:2])
    return ControlTarget(tree=tree, node=node)


def read_workers(raw: Sequence[Any]) -> list[WorkerStatus]:
    """The registered workers, by name."""
    workers = [WorkerStatus(name.decode(), info, float(since), leases) for name, info, since, leases in raw]
    return sorted(workers, key=lambda worker: worker.name)


def read_snapshot(raw: Sequence[Any]) -> WaitGraph:
    """Who waits for whom."""
    waits, makers, holders, moves, place = raw
    return WaitGraph(tuple(map(_read_wait, waits)), read_makers(makers), read_holders(holders), int(moves), place)


def _read_wait(raw: Sequence[bytes]) -> WaitFor:
    task, part_of, state, detail = raw
    join = read_number(part_of) if part_of else 0
    task_id = read_number(task)
    if state == b"j":
        return WaitFor(task_id, join, join=read_number(detail))
    if state == b"s":
        return WaitFor(task_id, join, key=detail.decode())
    return WaitFor(task_id, join, resource=detail.decode())

"""A frontier as its journal has kept it: leased tasks are ready, everything else is as it was."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import suppress
from types import NoneType
from typing import Any

from ..core.documents.json import read_json
from ..errors import TaskError
from ..sentences import say
from .controls import PauseRule
from .entries import Bucket, DeadLetter, SharedValue
from .listings import ControlTarget
from .measures import Measures
from .persistence import TaskState
from .search import take_waiting
from .store import TaskStore
from .tasks import KeptTask, is_plain, unpack


def restore(
    connection: sqlite3.Connection,
    store: TaskStore,
    *,
    weights: Measures,
    rounds: Measures,
    texts: dict[str, str],
    now: float,
) -> None:
    """Fill an empty store; rows that cannot be decoded become dead letters."""
    meta: dict[str, Any] = dict(connection.execute("SELECT key, value FROM meta"))
    store.resume_ids(int(meta["last_id"]))
    _restore_controls(connection, store, read_json(meta["controls"], largest=None))
    for node, count, total in _read(connection, "SELECT * FROM weight", str, int, float):
        weights.restore(node, count, total)
    for loop, count, total in _read(connection, "SELECT * FROM rounds", str, int, float):
        rounds.restore(loop, count, total)
    texts.update(_read(connection, "SELECT key, text FROM text", str, str))
    store.sources.update(_read(connection, "SELECT * FROM source", str, int))
    for (key,) in _read(connection, "SELECT key FROM seen", bytes):
        store.seen.add(key)
    for session, cookies in _read(connection, "SELECT * FROM cookies", int, bytes):
        store.sessions.set(session, cookies)
    _restore_values(connection, store)
    for join, owner, failed in _read(connection, "SELECT * FROM joins", int, int, int):
        store.joins.restore(join, owner, failed=failed == 1, won=failed == 2)
    for join, result in _read(connection, "SELECT joined, result FROM result ORDER BY number", int, bytes):
        store.joins.add_result(join, result)
    for task, resources in _read(connection, "SELECT * FROM hold", int, str):
        for resource in read_json(resources, largest=None):
            store.places.take(task, str(resource))
    buckets = {}
    for number, *place in connection.execute("SELECT number, tree, node, boost, requires, slot, lane FROM bucket"):
        # The tasks of a bucket that cannot be read are lost, and no others.
        with suppress(TypeError):
            buckets[number] = Bucket(*_check(place, str, str, float, str, str, str))
    _restore_letters(connection, store, buckets)
    _restore_tasks(connection, store, buckets, now)
    _forget_joins_of_the_dead(connection, store)
    _restore_sessions(connection, store)
    for task_id in sorted(store.controls.stopped):
        stopped = take_waiting(store, task_id)
        if stopped is not None:
            store.end(stopped, success=False, now=now)


def _read(connection: sqlite3.Connection, statement: str, *kinds: type | tuple[type, ...]) -> Iterator[tuple[Any, ...]]:
    """The rows of a statement whose columns have to be of these kinds; raises `TypeError` at the first that is not."""
    for row in connection.execute(statement):
        _check(row, *kinds)
        yield row


def _check(row: Sequence[Any], *kinds: type | tuple[type, ...]) -> Sequence[Any]:
    for value, kind in zip(row, kinds, strict=True):
        if not isinstance(value, kind):
            raise TypeError(f"{value!r} stands where {kind} should")
    return row


def _restore_values(connection: sqlite3.Connection, store: TaskStore) -> None:
    kinds = (str, int, (bytes, NoneType), int, (float, NoneType))
    for key, version, value, session, expires in _read(connection, "SELECT * FROM shared", *kinds):
        shared = None if value is None else SharedValue(value, session, expires, version)
        store.sharing.restore(key, shared, version)
        if shared is not None:
            store.sessions.enter(shared.session)
    for key, task in _read(connection, "SELECT * FROM maker", str, int):
        store.sharing.restore_maker(key, task)


def _restore_controls(connection: sqlite3.Connection, store: TaskStore, rules: dict[str, Any]) -> None:
    controls = store.controls
    controls.rules = tuple(
        PauseRule(ControlTarget(**target), bool(paused)) for target, paused in rules.get("rules", ())
    )
    controls.shifts = {ControlTarget(**target): float(seconds) for target, seconds in rules.get("shifts", ())}
    for task, paused, stopped, boost in _read(connection, "SELECT * FROM mark", int, int, int, (float, NoneType)):
        if paused:
            controls.paused.add(task)
        if stopped:
            controls.stopped.add(task)
        if boost is not None:
            controls.boosts[task] = boost


def _restore_letters(connection: sqlite3.Connection, store: TaskStore, buckets: dict[int, Bucket]) -> None:
    for task_id, number, reason, died, record in connection.execute("SELECT * FROM letter ORDER BY died, id"):
        bucket = buckets.get(number, Bucket("", ""))
        try:
            task = unpack(record, bucket)
        except TaskError:
            task = KeptTask(task_id, bucket, record, died, task_id)
        store.sessions.enter(task.session, task_id)
        store.joins.lose(task.join)
        store.dead[task_id] = DeadLetter(task.entry, reason, died)


def _restore_tasks(connection: sqlite3.Connection, store: TaskStore, buckets: dict[int, Bucket], now: float) -> None:
    waiting: list[tuple[KeptTask, TaskState, int]] = []
    lost: list[tuple[KeptTask, str]] = []
    marked = store.controls.paused | store.controls.boosts.keys()
    rows = connection.execute("SELECT id, bucket, place, at, record FROM task ORDER BY place, at, id")
    for task_id, number, where, at, record in rows:
        bucket = buckets.get(number)
        if bucket is not None and where == TaskState.READY and task_id not in marked and is_plain(record, task_id):
            store.ranking.add(record, bucket)
            continue
        try:
            task, place = _decode(task_id, bucket, where, at, record)
        except (TaskError, TypeError, ValueError) as error:
            raw = record if isinstance(record, bytes) else str(record).encode()
            lost.append((KeptTask(task_id, bucket or Bucket("", ""), raw, now, task_id), str(error)))
            continue
        store.sessions.enter(task.session, task_id)
        if place is TaskState.STRANDED:
            store.joins.lose(task.join)
        elif task.join:
            store.joins.expect(task.join)
        match place:
            case TaskState.READY:
                store.ready(task)
            case TaskState.DELAYED:
                store.delays.add(task, at)
            case TaskState.PARKED | TaskState.STRANDED:
                waiting.append((task, place, at))
    lost += _restore_joins(store, waiting, now)
    for task, reason in lost:
        store.bury(task, f"the stored task cannot be decoded: {reason}", now)


def _restore_joins(
    store: TaskStore, waiting: Sequence[tuple[KeptTask, TaskState, int]], now: float
) -> Iterator[tuple[KeptTask, str]]:
    """Let the tasks wait for their joins again, whose parts are all known; gives those that cannot, and why."""
    for task, place, join in waiting:
        if place is TaskState.STRANDED:
            if not store.joins.strand(task, join):
                yield task, f"no part of its join {join} can be queued again"
            continue
        if store.joins.is_parked_on(join):
            yield task, f"another task waits for its join {join}"
            continue
        if not store.joins.is_open(join):
            # Its last parts are among the lost ones.
            store.joins.restore(join, task.id, failed=True)
        store.park(task, join, now)


def _decode(task_id: int, bucket: Bucket | None, where: Any, at: Any, record: Any) -> tuple[KeptTask, TaskState]:
    if bucket is None:
        raise TaskError(say("its bucket is not in the journal"))
    task = unpack(record, bucket)
    if task.id != task_id:
        raise TaskError(say("it calls itself task {}", task.id))
    place = TaskState(where)
    if place is not TaskState.READY:
        _check((at,), (int, float) if place is TaskState.DELAYED else int)
    return task, place


def _forget_joins_of_the_dead(connection: sqlite3.Connection, store: TaskStore) -> None:
    """Nobody will ever park on a join whose owner has ended."""
    for owner in store.joins.owners():
        if not connection.execute("SELECT 1 FROM task WHERE id = ?", (owner,)).fetchone():
            for join in store.joins.owned_by(owner):
                store.forget_results(join)
            for join in store.joins.abandon(owner):
                store.journal.forget_join(join)
    for join in store.joins.forget_won():
        store.journal.forget_join(join)


def _restore_sessions(connection: sqlite3.Connection, store: TaskStore) -> None:
    """Sessions whose task has ended stay only as long as others use them."""
    for session in list(store.sessions.used()):
        known = connection.execute("SELECT 1 FROM task WHERE id = ?", (session,)).fetchone()
        if not known and session not in store.dead and store.sessions.end(session):
            store.journal.set_cookies(session, None)

"""What the workers of a queue have told for dispatch, and models that are published to them."""

from __future__ import annotations

from typing import Any

import redis

from ..core.dispatch.experience import FinishedTask
from ..core.dispatch.settling import settle
from ..core.dispatch.states import ALL, WorkerState
from ..core.documents.numbers import read_whole
from ..crawl.redis.dispatching import EXPERIENCE, MODEL, STATES, as_bytes, as_text, read_outcomes, read_state
from ..crawl.redis.foreign_keys import is_foreign
from ..errors import BTError, FrontierError
from ..frontier.redis.keys import make_key
from ..sentences import say
from .queues import Queue, explain
from .snapshots import describe_worker


def read_states(queue: Queue) -> list[WorkerState]:
    """The states of the workers, by name; what anybody else wrote is ignored."""
    key = make_key(queue.prefix, STATES)
    try:
        told = queue.client.hgetall(key)
    except redis.RedisError as error:
        raise _explain(queue, key, error) from None
    states = [read_state(as_bytes(name), as_bytes(data)) for name, data in sorted(told.items())]
    return [state for state in states if state is not None]


def read_experience(queue: Queue) -> list[FinishedTask]:
    """The outcomes of the latest tasks, in order, with failures before a task succeeded."""
    key = make_key(queue.prefix, EXPERIENCE)
    try:
        entries: Any = queue.client.xrange(key) or []
    except redis.RedisError as error:
        raise _explain(queue, key, error) from None
    return settle([one for entry, fields in entries for one in read_outcomes(as_text(entry), fields or {})])


def publish_model(queue: Queue, model: bytes) -> int:
    """Publish a model; returns its number, by which workers know that it is new."""
    key = make_key(queue.prefix, MODEL)
    try:
        with queue.client.pipeline(transaction=True) as pipeline:
            pipeline.hset(key, "data", model)
            pipeline.hincrby(key, "number", 1)
            *_, number = pipeline.execute()
    except redis.RedisError as error:
        raise _explain(queue, key, error) from None
    return int(number)


def published_model(queue: Queue) -> tuple[int, bytes]:
    """The model that was published last, and its number; 0 if there is none."""
    key = make_key(queue.prefix, MODEL)
    try:
        number, data = queue.client.hmget(key, "number", "data")
    except redis.RedisError as error:
        raise _explain(queue, key, error) from None
    told = read_whole(as_bytes(number or b"").decode("ascii", "replace"))
    return (told, as_bytes(data or b"")) if told else (0, b"")


def _explain(queue: Queue, key: str, error: redis.RedisError) -> BTError:
    if not is_foreign(error):
        return explain(queue.place, error)
    return FrontierError(
        say("the key {} of Redis at {} holds what something else has written: delete or rename it", key, queue.place)
    )


def describe_workers(queue: Queue) -> list[dict[str, Any]]:
    """What the workers have told: tasks, tasks kept for them, delay and share of failures, by kind."""
    backlog = queue.ask(queue.calls.lanes())
    return [_describe(state, backlog.get(state.name, 0)) for state in read_states(queue)]


def read_deciding(queue: Queue) -> dict[str, dict[str, Any]]:
    """By worker that dispatches what decides there, and how many tasks that kept for somebody, and did not."""
    workers = queue.ask(queue.calls.workers())
    seen = [describe_worker(worker) for worker in workers]
    return {one["name"]: one["dispatch"] for one in seen if one["alive"] and one["dispatch"]}


def _describe(state: WorkerState, kept: int) -> dict[str, Any]:
    kinds = {name: _numbers(state, name) for name in state.records if name}
    return {"worker": state.name, "tasks": state.queue, "kept": kept, **_numbers(state, ALL), "kinds": kinds}


def _numbers(state: WorkerState, name: str) -> dict[str, Any]:
    delay, failures = state.tell(name)
    return {"delay": delay, "failures": failures}

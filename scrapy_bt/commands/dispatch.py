"""`scrapy bt dispatch`: how the workers of a queue do, and what is kept for whom."""

from __future__ import annotations

import argparse
import json
import sys
from typing import Any

import redis
from scrapy.settings import Settings

from ..core.dispatch.estimates import CHOICES, estimate, observed
from ..core.dispatch.experience import Outcome
from ..core.dispatch.rewards import delay_of
from ..core.dispatch.states import ALL, WorkerState
from ..crawl.redis.dispatching import EXPERIENCE, STATES, read_outcomes, read_state
from ..errors import BTError
from ..frontier.redis.keys import make_key
from ..operations.queues import Queue, explain, open_queue
from .arguments import add_json, add_settings, read_settings, telling
from .learn.extras import learning_module
from .tables import Listing, as_text, number, seconds

_MOST_KINDS = 5
"""Kinds that are shown of a worker, those that fail most."""
_FEWEST = 50
"""Outcomes that an estimate needs."""
_SHOWN = 0.1
"""Of a kind's tasks that failed, from which on it is shown."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.add_argument("name", help="the spider or tree")
    add_json(parser)
    add_settings(parser)


@telling
def run(options: argparse.Namespace, settings: Settings) -> int:
    """Show it; return 1 where there is no such queue."""
    settings = read_settings(options, settings, options.name)
    with open_queue(settings, options.name) as queue:
        backlog = queue.ask(queue.calls.lanes())
        told = [_describe(state, backlog.get(state.name, 0)) for state in _read_states(queue)]
        policies = _estimate(_read_outcomes(queue))
    if options.json:
        print(json.dumps({"workers": told, "kept": sum(backlog.values()), "policies": policies}, ensure_ascii=False))
        return 0
    print(as_text([*_listings(told, sum(backlog.values())), *_compared(policies)]))
    return 0


def _read_states(queue: Queue) -> list[WorkerState]:
    try:
        told = queue.client.hgetall(make_key(queue.prefix, STATES))
    except redis.RedisError as error:
        raise explain(queue.place, error) from None
    states = [read_state(_bytes(name), _bytes(data)) for name, data in sorted(told.items())]
    return [state for state in states if state is not None]


def _read_outcomes(queue: Queue) -> list[Outcome]:
    try:
        entries = queue.client.xrange(make_key(queue.prefix, EXPERIENCE)) or []
    except redis.RedisError as error:
        raise explain(queue.place, error) from None
    return [outcome for _, entry in entries for outcome in read_outcomes(_bytes((entry or {}).get(b"outcomes", b"")))]


def _estimate(outcomes: list[Outcome]) -> dict[str, dict[str, float]]:
    """By policy the reward of a task, how far off it may be, and the delay that this stands for; empty: too few."""
    if len(outcomes) < _FEWEST:
        return {}
    try:
        model = learning_module("dispatching.bandit").Bandit()
    except BTError as error:
        sys.stderr.write(f"Other policies are not compared: {error}\n")
        return {}
    model.learn([one.state[one.action] for one in outcomes], [one.reward for one in outcomes])
    expected = [model.expect(one.state) for one in outcomes]
    found = {"as it was": observed(outcomes)}
    found |= {name: estimate(outcomes, expected, choice) for name, choice in CHOICES.items()}
    return {
        name: {"reward": one.reward, "error": one.error, "delay": delay_of(min(0.0, one.reward))}
        for name, one in found.items()
    }


def _compared(policies: dict[str, dict[str, float]]) -> list[Listing]:
    columns = ("policy", "delay", "reward", "±")
    rows = [
        (name, seconds(one["delay"]), number(one["reward"], 2), number(one["error"], 2))
        for name, one in policies.items()
    ]
    title = "What a task came to, and what it would have come to with other policies (typical delay)"
    return [Listing(title, columns, rows, frozenset(columns[1:]))] if rows else []


def _bytes(value: bytes | str) -> bytes:
    """The client gives bytes, though its types allow for texts."""
    return value.encode() if isinstance(value, str) else value


def _describe(state: WorkerState, kept: int) -> dict[str, Any]:
    kinds = {name: _numbers(state, name) for name in state.records if name}
    return {"worker": state.name, "tasks": state.queue, "kept": kept, **_numbers(state, ALL), "kinds": kinds}


def _numbers(state: WorkerState, name: str) -> dict[str, Any]:
    delay, failures = state.tell(name)
    return {"delay": delay, "failures": failures}


def _listings(told: list[dict[str, Any]], kept: int) -> list[Listing]:
    if not told:
        return [Listing("No worker tells how it does: BT_DISPATCH is 'pull', or none is there")]
    columns = ("worker", "tasks", "kept for it", "delay", "failures")
    rows = [(one["worker"], str(one["tasks"]), str(one["kept"]), *_cells(one)) for one in told]
    listings = [Listing(f"{len(told)} workers, {kept} tasks are kept", columns, rows, frozenset(columns[1:]))]
    for one in told:
        kinds = {name: seen for name, seen in one["kinds"].items() if (seen["failures"] or 0) >= _SHOWN}
        failing = sorted(kinds, key=lambda name: -kinds[name]["failures"])[:_MOST_KINDS]
        if failing:
            rows_ = [(name, *_cells(kinds[name])) for name in failing]
            listings.append(Listing(f"{one['worker']} fails at", ("kind", *columns[3:]), rows_, frozenset(columns)))
    return listings


def _cells(one: dict[str, Any]) -> tuple[str, str]:
    share = one["failures"]
    return seconds(one["delay"]), "" if share is None else f"{number(100 * share, 0)} %"

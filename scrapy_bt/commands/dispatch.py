"""`scrapy bt dispatch`: the load of each worker of a queue, and which tasks are reserved for it."""

from __future__ import annotations

import argparse
import json
import sys
from typing import Any

from scrapy.settings import Settings

from ..core.dispatch.estimates import CHOICES, observed
from ..core.dispatch.experience import FinishedTask
from ..core.dispatch.rewards import delay_of
from ..errors import BTError, ModelError
from ..operations.dispatching import describe_workers, published_model, read_deciding, read_experience
from ..operations.queues import open_queue
from .shared.arguments import add_json, add_settings, read_settings, telling
from .shared.extras import learning_module
from .shared.tables import TextTable, as_text, number, seconds

_MOST_KINDS = 5
"""Kinds that are shown of a worker, those that fail most."""
_SHOWN = 0.1
"""Of a kind's tasks that failed, from which on it is shown."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", help="the spider or tree")
    add_json(parser)
    add_settings(parser)


@telling
def run(options: argparse.Namespace, settings: Settings) -> int:
    """Show it; return 1 where there is no such queue."""
    settings = read_settings(options, settings, options.name)
    with open_queue(settings, options.name) as queue:
        kept = sum(queue.ask(queue.calls.lanes()).values())
        told, deciding = describe_workers(queue), read_deciding(queue)
        published, model = published_model(queue)
        policies = _estimate(read_experience(queue), model)
    if options.json:
        print(
            json.dumps(
                {"workers": told, "kept": kept, "deciding": deciding, "policies": policies, "model": published},
                ensure_ascii=False,
            )
        )
        return 0
    print(as_text([*_listings(told, kept), *_deciding(deciding), *_compared(policies, published)]))
    return 0


def _estimate(outcomes: list[FinishedTask], model: bytes) -> dict[str, dict[str, float]]:
    """By policy the reward of a task, how far off it may be, and the delay that this stands for; empty if too few."""
    if not outcomes:
        return {}
    try:
        judging, network = learning_module("dispatching.judging"), learning_module("dispatching.network")
    except BTError as error:
        sys.stderr.write(f"Other policies are not compared: {error}\n")
        return {}
    if len(outcomes) < judging.FEWEST:
        return {}
    choices = dict(CHOICES)
    if model:
        try:
            choices["dqn"] = judging.best_by(network.Network.unpack(model, "The published model").value_of)
        except ModelError as error:
            sys.stderr.write(f"{error}\n")
    found = {"as it was": observed(outcomes)} | judging.judge(outcomes, choices)
    return {
        name: {"reward": one.reward, "error": one.error, "delay": delay_of(min(0.0, one.reward))}
        for name, one in found.items()
    }


def _compared(policies: dict[str, dict[str, float]], published: int) -> list[TextTable]:
    columns = ("policy", "delay", "reward", "±")
    rows = [
        (
            f"{name}, model {published}" if name == "dqn" else name,
            seconds(one["delay"]),
            number(one["reward"], 2),
            number(one["error"], 2),
        )
        for name, one in policies.items()
    ]
    title = "What a task came to, and what it would have come to with other policies (typical delay)"
    return [TextTable(title, columns, rows, frozenset(columns[1:]))] if rows else []


def _deciding(said: dict[str, dict[str, Any]]) -> list[TextTable]:
    columns = ("worker", "policy", "guard", "kept", "pulled", "share kept")
    rows = []
    for worker, one in sorted(said.items()):
        kept, pulled = one["kept"], one["pulled"]
        share = f"{number(100 * kept / (kept + pulled), 0)} %" if kept + pulled else ""
        rows.append((worker, one["policy"], one["verdict"], str(kept), str(pulled), share))
    title = "What decides, and the new tasks that each worker has kept for somebody"
    return [TextTable(title, columns, rows, frozenset(columns[3:]))] if rows else []


def _listings(told: list[dict[str, Any]], kept: int) -> list[TextTable]:
    if not told:
        return [TextTable("No worker reports how it does: BT_DISPATCH is 'pull', or no worker runs")]
    columns = ("worker", "tasks", "kept for it", "delay", "failures")
    rows = [(one["worker"], str(one["tasks"]), str(one["kept"]), *_cells(one)) for one in told]
    listings = [TextTable(f"{len(told)} workers, {kept} tasks are kept", columns, rows, frozenset(columns[1:]))]
    for one in told:
        kinds = {name: seen for name, seen in one["kinds"].items() if (seen["failures"] or 0) >= _SHOWN}
        failing = sorted(kinds, key=lambda name: -kinds[name]["failures"])[:_MOST_KINDS]
        if failing:
            rows_ = [(name, *_cells(kinds[name])) for name in failing]
            listings.append(TextTable(f"{one['worker']} fails at", ("kind", *columns[3:]), rows_, frozenset(columns)))
    return listings


def _cells(one: dict[str, Any]) -> tuple[str, str]:
    share = one["failures"]
    return seconds(one["delay"]), "" if share is None else f"{number(100 * share, 0)} %"

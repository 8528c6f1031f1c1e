"""`scrapy bt learn dispatch`: a network from what the tasks of a queue have come to, published to its workers."""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from typing import Any

from scrapy.exceptions import UsageError
from scrapy.settings import Settings

from ...core.dispatch.estimates import CHOICES, Estimate
from ...core.dispatch.experience import FinishedTask
from ...core.dispatch.rewards import delay_of
from ...errors import BTError
from ...operations.dispatching import publish_model, read_experience
from ...operations.queues import open_queue
from ...wholefiles import write_whole
from ..shared.arguments import add_settings, read_settings, telling
from ..shared.extras import learning_module
from ..shared.tables import seconds

_HELD_BACK = 0.2
"""Of the tasks, the latest, by which the model is judged."""
_STEPS = 3000
_TAKEN_UP = "workers with BT_DISPATCH = 'dqn' take it up"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", help="the spider or tree whose queue it is")
    parser.add_argument("-o", "--output", type=Path, metavar="MODEL", help="keep the model in a file, too")
    parser.add_argument(
        "--publish", type=Path, metavar="MODEL", help="train nothing: give this model of -o to the workers"
    )
    parser.add_argument("--steps", type=int, metavar="N", help=f"steps of training ({_STEPS:,})")
    parser.add_argument("--seed", type=int, metavar="N", help="the same seed gives the same model (0)")
    add_settings(parser)


@telling
def run(options: argparse.Namespace, settings: Settings) -> int:
    """Train, judge and publish; or publish what was trained before."""
    if options.publish:
        if (options.output, options.steps, options.seed) != (None, None, None):
            raise UsageError("--publish takes a model that is there: -o, --steps and --seed are for a new one")
        return _publish(options.publish, read_settings(options, settings, options.name), options.name)
    steps = _STEPS if options.steps is None else options.steps
    if steps < 1:
        raise UsageError("--steps takes a number from 1 on")
    network, judging = learning_module("dispatching.network"), learning_module("dispatching.judging")
    settings = read_settings(options, settings, options.name)
    with open_queue(settings, options.name) as queue:
        outcomes = read_experience(queue)
        held = round(_HELD_BACK * len(outcomes))
        taught, judged = outcomes[: len(outcomes) - held], outcomes[len(outcomes) - held :]
        plan = network.DispatchPlan(steps=steps, seed=options.seed or 0)
        model = network.train(network.experience_of(taught), plan, {"trained": round(time.time())})
        if options.output:
            _keep(options.output, model)
        number = publish_model(queue, model)
    print(f"model {number} of {len(taught)} tasks: {_TAKEN_UP}")
    if len(judged) >= judging.FEWEST:
        print(_compared(judging, network.Network.unpack(model, "the model"), judged))
    return 0


def _publish(path: Path, settings: Settings, name: str) -> int:
    network = learning_module("dispatching.network")
    try:
        model = path.read_bytes()
    except OSError as error:
        raise BTError(f"{path}: the model cannot be read: {error.strerror or error}") from error
    decisions = network.Network.unpack(model, str(path)).facts.get("decisions", 0)
    with open_queue(settings, name) as queue:
        number = publish_model(queue, model)
    print(f"model {number} of {decisions} decisions, from {path}: {_TAKEN_UP}")
    return 0


def _keep(path: Path, model: bytes) -> None:
    try:
        write_whole(path, model)
    except OSError as error:
        raise BTError(f"{path}: the model cannot be written: {error.strerror or error}") from error
    print(f"written: {path}", file=sys.stderr)


def _compared(judging: Any, network: Any, outcomes: list[FinishedTask]) -> str:
    choices = {"pull": CHOICES["pull"], "dqn": judging.best_by(network.value_of)}
    found: dict[str, Estimate] = judging.judge(outcomes, choices)
    ours, pull = found["dqn"], found["pull"]
    told = f"of the last {len(outcomes)} tasks one would come to {_delay(ours)} by it, and to {_delay(pull)} by pulling"
    return told if ours.is_better_than(pull) else f"{told}: not surely better, so that workers pull"


def _delay(estimate: Estimate) -> str:
    return seconds(delay_of(min(0.0, estimate.reward)))

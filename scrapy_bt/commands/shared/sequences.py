"""What commands that train a sequence model of healing have in common."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any

from scrapy.exceptions import UsageError

from .extras import learning_module

_STEPS = 600


def add_steps(parser: argparse.ArgumentParser) -> None:
    """Add the argument that says how long a sequence model is trained."""
    parser.add_argument(
        "--steps", type=int, default=_STEPS, metavar="N", help=f"steps of training of a sequence model ({_STEPS})"
    )


def sequence_course(course: Any, options: argparse.Namespace, say: Callable[[str], None]) -> Any:
    """The training of a sequence model on the pages of a course; raises `BTError` without the extra."""
    if options.steps < 1:
        raise UsageError("--steps takes a number from 1 on")
    training = learning_module("sequence.training")
    plan = training.SequencePlan(steps=options.steps, seed=options.seed)
    return learning_module("sequence.course").SequenceCourse(course.school, plan, say=say)

"""What the oracle says of a replay, and why it doubts one."""

from __future__ import annotations

from dataclasses import dataclass

from ...samples.traffic import Answer
from .differences import Difference
from .experiment import ReplayTrial

PASSING = frozenset({429, 500, 502, 503, 504})
"""Statuses that may be another one when it is asked again."""


@dataclass(frozen=True)
class Doubt:
    """Why a refusal may pass: a step had an answer with a status such as 503, or, with status 0, none."""

    step: int
    status: int = 0


@dataclass(frozen=True)
class ReplayVerdict:
    """What is to be thought of a replay."""

    is_right: bool
    """The target gave its right answer."""
    reason: str = ""
    """Why it did not, for people."""
    doubt: Doubt | None = None
    """Asked again, it may answer otherwise; None if it will not."""
    step: int | None = None
    """The step whose answer the reason is about, where it is not the target's."""
    is_near: bool = False
    """It differs so little that it may have changed by itself."""
    difference: Difference | None = None
    """Between the right answer and what came; None if it is right, or nothing came."""


def doubt_of(step: int, answer: Answer) -> Doubt | None:
    """Whether another answer may come of a step when it is asked again."""
    return Doubt(step, answer.status) if answer.status in PASSING else None


def unanswered(trial: ReplayTrial) -> Doubt:
    """The step behind the last that was answered had no answer."""
    return Doubt(trial.answers[-1][0] if trial.answers else -1)


def class_of_status(status: int) -> int:
    """Its first figure; what has not changed is as good as what is there."""
    return 2 if status == 304 else status // 100

"""What decisions have led to, as it travels: what was seen of all workers, who had the task, what it was worth."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

from ...sentences import say
from .rewards import reward
from .states import FEATURES

_LARGEST = 1e6
"""Of features and rewards: what is larger was written by somebody else, and nobody could learn beside it."""
FAILED = 30.0
"""Seconds that a failure counts as, beside its own: until the task has succeeded elsewhere, which nobody waits for."""


@dataclass(frozen=True)
class FinishedTask:
    """A task that has ended at a worker."""

    workers: tuple[str, ...]
    """Their names, by the rows of *state*."""
    state: tuple[tuple[float, ...], ...]
    """A row of `FEATURES` for each worker, from when the task began."""
    action: int
    """Who had the task, by its place."""
    reward: float


def worth(seconds: float, *, failed: bool) -> float:
    """The reward of a task that took so long, and has failed or not."""
    return reward(seconds + (FAILED if failed else 0.0))


def dump(outcome: FinishedTask) -> list[object]:
    """As plain data: the features as 32-bit floats."""
    flat = array("f", chain.from_iterable(outcome.state))
    return [list(outcome.workers), flat.tobytes(), outcome.action, outcome.reward]


def load(stored: object) -> FinishedTask:
    """What `dump` gave; raises `ValueError` for anything else."""
    if not isinstance(stored, (list, tuple)) or len(stored) != 4:
        raise ValueError(say("it is no outcome of a decision"))
    workers, data, action, value = stored
    flat = array("f")
    try:
        flat.frombytes(data)
        names, place, told = tuple(map(str, workers)), int(action), float(value)
    except (TypeError, ValueError, OverflowError) as error:
        raise ValueError(say("it is no outcome of a decision: {}", error)) from None
    if len(flat) != len(names) * len(FEATURES) or not 0 <= place < len(names):
        raise ValueError(say("it is an outcome of another version"))
    if not all(-_LARGEST <= value <= _LARGEST for value in (*flat, told)):
        raise ValueError(say("it has measures that are none"))
    return FinishedTask(names, _rows(flat), place, told)


def _rows(flat: Sequence[float]) -> tuple[tuple[float, ...], ...]:
    width = len(FEATURES)
    return tuple(tuple(flat[at : at + width]) for at in range(0, len(flat), width))

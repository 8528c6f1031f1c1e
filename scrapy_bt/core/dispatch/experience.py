"""What decisions have led to, as it travels: what was seen of all workers, who had the task, what it was worth."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from zlib import crc32

from ...sentences import say
from .rewards import reward
from .states import FEATURES

_LARGEST = 1e6
"""Of features and rewards: what is larger was written by somebody else, and nobody could learn beside it."""
FAILED = 30.0
"""Seconds that a failure counts as at most, beside its own: less where its task has succeeded before (`settling`)."""


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
    task: int = 0
    """By which it is known when it is tried again, elsewhere; 0: it is not."""
    failed: bool = False
    """It has not succeeded, as far as is known."""
    at: float = 0.0
    """When it ended, in seconds since the epoch by the clock of who tells or hears it."""


def task_of(url: str, body: bytes = b"") -> int:
    """The task of a request: the same at each worker, and hardly ever that of another one under way."""
    return crc32(body, crc32(url.encode("utf-8", "replace")))


def worth(seconds: float, *, failed: bool) -> float:
    """The reward of a task that took so long, and has failed or not."""
    return reward(seconds + (FAILED if failed else 0.0))


def dump(outcome: FinishedTask, now: float = 0.0) -> list[object]:
    """An experience as plain data: the features as 32-bit floats, and how long ago it ended in place of when."""
    flat = array("f", chain.from_iterable(outcome.state))
    ended = (outcome.task, outcome.failed, round(now - outcome.at, 3))
    return [list(outcome.workers), flat.tobytes(), outcome.action, outcome.reward, *ended]


_TOLD = 7
"""Parts of what `dump` gives."""


def load(stored: object, told: float = 0.0) -> FinishedTask:
    """What `dump` gave, which was told at that time; raises `ValueError` for anything else."""
    if not isinstance(stored, (list, tuple)) or len(stored) != _TOLD:
        raise ValueError(say("it is no outcome of a decision"))
    workers, data, action, value, task, failed, ago = stored
    flat = array("f")
    try:
        flat.frombytes(data)
        names, place, number = tuple(map(str, workers)), int(action), int(task)
        worth_, age = float(value), float(ago)
    except (TypeError, ValueError, OverflowError) as error:
        raise ValueError(say("it is no outcome of a decision: {}", error)) from None
    if len(flat) != len(names) * len(FEATURES) or not 0 <= place < len(names):
        raise ValueError(say("it is an outcome of another version"))
    if not all(-_LARGEST <= each <= _LARGEST for each in (*flat, worth_, age)):
        raise ValueError(say("it has measures that are none"))
    return FinishedTask(names, _rows(flat), place, worth_, number, bool(failed), told - age)


def _rows(flat: Sequence[float]) -> tuple[tuple[float, ...], ...]:
    width = len(FEATURES)
    return tuple(tuple(flat[at : at + width]) for at in range(0, len(flat), width))

"""How the state of a worker travels to the others."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import fields

from ...sentences import say
from .states import WorkerRecord, WorkerState

_MOST = 1e9
"""Tasks, places or seconds that a worker can tell of: what is computed with them stays a number."""
_OLDEST_COUNT = 2.0
"""Seconds between two states of a worker: a queue that seems to have been counted before comes from another clock."""


def dump(state: WorkerState) -> list[object]:
    """The state of a worker as plain data."""
    records = {
        name: [round(value, 4) for value in (one.weight, one.delays, one.successes, one.failures, one.at)]
        for name, one in state.records.items()
    }
    measured = [round(state.at, 3), round(state.cpu, 3), round(state.memory, 3)]
    return [state.name, *measured, state.queue, state.places, state.is_open, records]


_TOLD = 8
"""Parts of what `dump` gives."""


def load(stored: object, heard: float | None = None) -> WorkerState:
    """What `dump` gave; raises `ValueError` for anything else.

    *heard*: when it was heard of, by the clock of this machine, which its times are put to.
    """
    if not isinstance(stored, (list, tuple)) or len(stored) != _TOLD:
        raise ValueError(say("it is no state of a worker"))
    name, *_, queue, places, is_open, records = stored
    try:
        at, cpu, memory = map(float, stored[1:4])
        known = {str(kind): _load_record(sums, heard) for kind, sums in records.items()}
        told = at if heard is None else heard
        counted = min(max(at, told - _OLDEST_COUNT), told)
        state = WorkerState(name, told, cpu, memory, max(0, int(queue)), int(places), bool(is_open), known, counted)
    except (TypeError, AttributeError, OverflowError) as error:
        raise ValueError(say("it is no state of a worker: {}", error)) from None
    are_measures = all(map(math.isfinite, (at, cpu, memory))) and 1 <= state.places <= _MOST and state.queue <= _MOST
    if not are_measures or not isinstance(name, str):
        raise ValueError(say("it has measures that are none"))
    return state


_SUMS = len(fields(WorkerRecord))


def _load_record(sums: Sequence[object], heard: float | None) -> WorkerRecord:
    if len(sums) != _SUMS:
        raise ValueError(say("it has records of another form"))
    weight, delays, successes, failures, at = map(_positive, sums)
    if delays > (successes + 1.0) * math.log1p(_MOST):
        raise ValueError(say("{} is no sum of a record", delays))
    return WorkerRecord(weight, delays, successes, failures, at if heard is None else heard)


def _positive(value: object) -> float:
    number = float(value)  # type: ignore[arg-type]
    if not 0 <= number < math.inf:
        raise ValueError(say("{} is no sum of a record", number))
    return number

"""What failures have cost: the seconds until their task succeeded, wherever that was."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Sequence
from dataclasses import replace

from .experience import FAILED, FinishedTask
from .rewards import delay_of, reward

_MOST = 1000
"""Failures that wait, and successes that are remembered for those that are told late."""


def settle(outcomes: Sequence[FinishedTask]) -> list[FinishedTask]:
    """The same in their order, where a failure whose task has succeeded counts as a success that took until then.

    A task that has not, as far as was told, or only after `FAILED` seconds, stays a failure.
    """
    successes: dict[int, list[float]] = defaultdict(list)
    for one in outcomes:
        if one.task and not one.failed:
            successes[one.task].append(one.at)
    return [_settled(one, successes.get(one.task, ())) if one.failed else one for one in outcomes]


class Settling:
    """The same for who learns as outcomes come: a failure is held back until it is known what it has cost."""

    def __init__(self) -> None:
        self._held: list[FinishedTask] = []
        self._successes: deque[FinishedTask] = deque(maxlen=_MOST)

    def take(self, outcomes: Sequence[FinishedTask]) -> list[FinishedTask]:
        """Take outcomes in; returns those that are settled now."""
        if not outcomes:
            return []
        before = len(self._successes)
        found = settle([*self._successes, *self._held, *outcomes])[before:]
        self._successes.extend(one for one in outcomes if one.task and not one.failed)
        oldest = max(one.at for one in outcomes) - FAILED
        waiting = [one.failed and one.task != 0 and one.at > oldest for one in found]
        held = [one for one, waits in zip(found, waiting, strict=True) if waits]
        self._held = held[-_MOST:]
        return [one for one, waits in zip(found, waiting, strict=True) if not waits] + held[:-_MOST]


def _settled(failure: FinishedTask, successes: Sequence[float]) -> FinishedTask:
    until = min((at - failure.at for at in successes if at >= failure.at), default=FAILED)
    if until >= FAILED:
        return failure
    return replace(failure, failed=False, reward=reward(delay_of(failure.reward) - FAILED + until))

"""What another policy would have come to, from what this one has led to: doubly robust, with its interval.

Dudík, Langford and Li, 2011: a model of the reward says what each choice would have been worth, and where the other
policy would have chosen as it was, the model's error is made good by how seldom that choice is made:

    v = mean( q(s, π(s)) + [a = π(s)] / p(a) · (r − q(s, a)) )

It is right if either the model or the shares p are.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from .experience import FinishedTask
from .policies import WORTHWHILE
from .rewards import delay_of
from .states import FEATURES

_QUEUE, _DELAY, _WORTH = (FEATURES.index(name) for name in ("queue", "delay", "worth"))
_FASTEST = 0.01
"""Seconds of a task that count at least."""
_LEAST_SHARE = 0.02
"""A choice that is made less often counts as this: the interval would be all of its own."""
_CERTAIN = 1.96
"""Standard errors of the interval: 95 %."""

Choice = Callable[[Sequence[Sequence[float]]], Sequence[float]]
"""From a state to how likely each worker is chosen."""


@dataclass(frozen=True)
class Estimate:
    """The mean reward, and how far off it may be on either side."""

    reward: float
    error: float
    count: int

    def is_better_than(self, other: Estimate) -> bool:
        """Whether it is better by more than both may be off."""
        return self.reward - other.reward > math.hypot(self.error, other.error)


def observed(outcomes: Sequence[FinishedTask]) -> Estimate:
    """What was."""
    return mean_of([outcome.reward for outcome in outcomes])


def estimate(outcomes: Sequence[FinishedTask], expected: Sequence[Sequence[float]], choice: Choice) -> Estimate:
    """What would have been with another policy; *expected*: of each outcome what the model gives each worker."""
    return mean_of(values_of(outcomes, expected, choice))


def values_of(outcomes: Sequence[FinishedTask], expected: Sequence[Sequence[float]], choice: Choice) -> list[float]:
    """What would have been, of each outcome by itself."""
    shares = _shares(outcomes)
    values = []
    for outcome, rewards in zip(outcomes, expected, strict=True):
        chosen = choice(outcome.state)
        value = sum(likely * reward for likely, reward in zip(chosen, rewards, strict=True))
        share = max(_LEAST_SHARE, shares[outcome.workers[outcome.action]])
        values.append(value + chosen[outcome.action] / share * (outcome.reward - rewards[outcome.action]))
    return values


def _shares(outcomes: Sequence[FinishedTask]) -> Mapping[str, float]:
    """Of the tasks that a worker could have had, those that it had."""
    could = Counter(name for outcome in outcomes for name in outcome.workers)
    had = Counter(outcome.workers[outcome.action] for outcome in outcomes)
    return {name: had[name] / count for name, count in could.items()}


def mean_of(values: Sequence[float]) -> Estimate:
    """The mean of at least two values, with its interval."""
    count = len(values)
    if count < 2:
        return Estimate(values[0] if values else 0.0, math.inf, count)
    mean = sum(values) / count
    variance = sum((value - mean) ** 2 for value in values) / (count - 1)
    return Estimate(mean, _CERTAIN * math.sqrt(variance / count), count)


def _any(state: Sequence[Sequence[float]]) -> Sequence[float]:
    return [1 / len(state)] * len(state)


def _least(column: int) -> Choice:
    def choose(state: Sequence[Sequence[float]]) -> Sequence[float]:
        best = min(row[column] for row in state)
        chosen = [row[column] <= best + 1e-6 for row in state]
        return [one / sum(chosen) for one in chosen]

    return choose


def _worthiest(state: Sequence[Sequence[float]]) -> Sequence[float]:
    costs, pulled = [delay_of(row[_WORTH]) for row in state], _pulled(state)
    if min(costs) >= WORTHWHILE * sum(share * cost for share, cost in zip(pulled, costs, strict=True)):
        return pulled
    return _least(0)([(cost,) for cost in costs])


def _pulled(state: Sequence[Sequence[float]]) -> Sequence[float]:
    """Who has room first: the faster a worker is done with its tasks, the more it takes."""
    rates = [1 / max(_FASTEST, math.expm1(row[_DELAY])) for row in state]
    return [rate / sum(rates) for rate in rates]


CHOICES: Mapping[str, Choice] = MappingProxyType(
    {"pull": _pulled, "random": _any, "round-robin": _any, "least-loaded": _least(_QUEUE), "shortest": _worthiest}
)
"""By policy; taking turns is as good as any one where tasks come as they come."""

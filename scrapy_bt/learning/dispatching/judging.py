"""Which reward policies would have had: doubly robust estimates, whose model has not seen what it is asked about."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from ...core.dispatch.estimates import CHOICES, Choice, Estimate, mean_of, values_of
from ...core.dispatch.experience import FinishedTask
from .bandit import Bandit

FEWEST = 50
"""Outcomes that an estimate needs."""


def judge(outcomes: Sequence[FinishedTask], choices: Mapping[str, Choice] = CHOICES) -> dict[str, Estimate]:
    """The estimated reward of each policy and of a bandit; a model of one half of the decisions judges the other."""
    halves = outcomes[::2], outcomes[1::2]
    values: dict[str, list[float]] = defaultdict(list)
    for judged, others in (halves, halves[::-1]):
        model = Bandit()
        model.learn([one.state[one.action] for one in others], [one.reward for one in others])
        expected = [model.expect(one.state) for one in judged]
        for name, choice in (*choices.items(), ("bandit", best_by(model.expect))):
            values[name] += values_of(judged, expected, choice)
    return {name: mean_of(each) for name, each in values.items()}


def best_by(values: Choice) -> Choice:
    """Always chooses the worker of the highest value."""

    def choose(state: Sequence[Sequence[float]]) -> Sequence[float]:
        found = values(state)
        best = max(range(len(found)), key=found.__getitem__)
        return [float(at == best) for at in range(len(found))]

    return choose

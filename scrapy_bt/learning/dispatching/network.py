"""The network of values: one for all workers, which scores each from its own state, the others' mean and the task.

Double deep Q-learning after the original: an experience pool, a current and a target network, the target copied every
so many steps, Huber loss. The network is so small that plain numpy trains it faster than any framework would start.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...core.dispatch.experience import FinishedTask
from ...core.dispatch.policies import DispatchSituation
from ...core.dispatch.states import FEATURES
from ...core.documents.models import pack_model, unpack_model
from ...errors import BTError, ModelError
from .bandit import rows_of

KIND = "dispatch"
_HIDDEN = 32
_HUBER = 1.0
_FEWEST = 200
"""The fewest decisions to learn from."""

Floats = NDArray[np.float32]
Weights = dict[str, Floats]


@dataclass(frozen=True)
class Experience:
    """A decision: the state of all workers, who had the task, its reward, and the state at the next decision."""

    state: Sequence[Sequence[float]]
    action: int
    reward: float
    following: Sequence[Sequence[float]]


@dataclass(frozen=True)
class DispatchPlan:
    """What a training does; the same plan and experience give the same model."""

    steps: int = 3000
    batch: int = 64
    rate: float = 1e-3
    discount: float = 0.3
    """γ, the discount of later rewards; the original calls it the learning rate."""
    copy_every: int = 200
    seed: int = 0


class Network:
    """Implements `Policy`: chooses the worker of the highest value, and with *explore* now and then a random one.

    It decides nothing (None) where a state lies outside of what it was trained on.
    """

    def __init__(self, weights: Weights, facts: dict[str, Any], *, explore: float = 0.02) -> None:
        self._weights, self.facts, self._explore = weights, facts, explore

    @classmethod
    def unpack(cls, data: bytes, place: str) -> Network:
        """A model from the bytes of its file; raises `ModelError` where they are not one."""
        weights, facts = unpack_model(data, KIND, place)
        forms = {name: array.shape for name, array in weights.items()}
        known = {name: array.shape for name, array in _begin(0).items()}
        if forms != known or facts.get("features") != [*FEATURES] or not (weights["spread"] > 0).all():
            raise ModelError(f"{place}: the network is of another form than this version's; train it anew")
        return cls(weights, facts)

    def choose(self, situation: DispatchSituation, chance: float) -> int | None:
        count = len(situation.workers)
        if chance < self._explore:
            return min(count - 1, int(chance / self._explore * count))
        rows = rows_of(situation).astype(np.float32)
        return int(np.argmax(self.values(rows))) if self._knows(rows) else None

    @property
    def trained(self) -> float:
        """When it was trained, in seconds since the epoch; 0: not known."""
        told = self.facts.get("trained", 0.0)
        return float(told) if isinstance(told, (int, float)) else 0.0

    def value_of(self, state: Sequence[Sequence[float]]) -> list[float]:
        """The values of the workers in one state, as plain numbers."""
        found: list[float] = self.values(np.asarray(state, np.float32)).tolist()
        return found

    def _knows(self, rows: Floats) -> bool:
        """Whether the state lies within those that it was trained on."""
        return bool((rows >= self._weights["least"]).all() and (rows <= self._weights["most"]).all())

    def values(self, rows: Floats) -> Floats:
        """The values of workers, rows of features."""
        scaled = (rows - self._weights["mean"]) / self._weights["spread"]
        return _forward(self._weights, scaled)[0]


def experience_of(outcomes: Sequence[FinishedTask]) -> list[Experience]:
    """The experience of decisions in their order: each is followed by the state at the next one."""
    return [Experience(one.state, one.action, one.reward, after.state) for one, after in pairwise(outcomes)]


def train(experience: Sequence[Experience], plan: DispatchPlan, facts: dict[str, Any] | None = None) -> bytes:
    """The trained model as the bytes of a file; raises `BTError` where there is too little to learn from."""
    if len(experience) < _FEWEST:
        raise BTError(f"there are {len(experience)} decisions to learn from: {_FEWEST} are needed at least")
    most = max(max(len(each.state), len(each.following)) for each in experience)
    states, _ = _stack([each.state for each in experience], most)
    following, there = _stack([each.following for each in experience], most)
    actions = np.array([each.action for each in experience])
    rewards = np.array([each.reward for each in experience], np.float32)
    taken = states[np.arange(len(states)), actions]
    mean, spread = taken.mean(axis=0), np.maximum(taken.std(axis=0), 0.05)
    least, most_seen = taken.min(axis=0) - spread, taken.max(axis=0) + spread
    taken, following = (taken - mean) / spread, (following - mean) / spread
    current = _begin(plan.seed)
    target = {name: array.copy() for name, array in current.items()}
    moments = {name: (np.zeros_like(array), np.zeros_like(array)) for name, array in current.items()}
    chance = np.random.default_rng(plan.seed)
    for step in range(1, plan.steps + 1):
        chosen = chance.integers(len(taken), size=plan.batch)
        after = following[chosen].reshape(-1, len(FEATURES))
        best = np.where(there[chosen], _forward(current, after)[0].reshape(plan.batch, most), -np.inf).argmax(axis=1)
        future = _forward(target, after)[0].reshape(plan.batch, most)[np.arange(plan.batch), best]
        _advance(current, moments, taken[chosen], rewards[chosen] + plan.discount * future, plan.rate, step)
        if step % plan.copy_every == 0:
            target = {name: array.copy() for name, array in current.items()}
    told_of = {"mean": mean, "spread": spread, "least": least, "most": most_seen}
    current |= {name: array.astype(np.float32) for name, array in told_of.items()}
    told = asdict(plan) | {"features": [*FEATURES], "decisions": len(experience)} | (facts or {})
    return pack_model(KIND, current, told)


def _begin(seed: int) -> Weights:
    chance = np.random.default_rng(seed)
    sizes = (len(FEATURES), _HIDDEN, _HIDDEN, 1)
    weights: Weights = {}
    for layer, (wide, high) in enumerate(pairwise(sizes)):
        weights[f"weights{layer}"] = (chance.normal(size=(wide, high)) * np.sqrt(2 / wide)).astype(np.float32)
        weights[f"bias{layer}"] = np.zeros(high, np.float32)
    count = len(FEATURES)
    return weights | {name: np.zeros(count, np.float32) for name in ("mean", "spread", "least", "most")}


def _forward(weights: Weights, rows: Floats) -> tuple[Floats, Floats, Floats]:
    first = np.maximum(rows @ weights["weights0"] + weights["bias0"], 0)
    second = np.maximum(first @ weights["weights1"] + weights["bias1"], 0)
    return (second @ weights["weights2"] + weights["bias2"])[:, 0], first, second


def _advance(
    weights: Weights,
    moments: dict[str, tuple[Floats, Floats]],
    rows: Floats,
    wanted: Floats,
    rate: float,
    step: int,
) -> None:
    """One step of Adam down the Huber loss."""
    values, first, second = _forward(weights, rows)
    slope = np.clip(values - wanted, -_HUBER, _HUBER)[:, None] / len(rows)
    slopes = {"weights2": second.T @ slope, "bias2": slope.sum(axis=0)}
    slope = (slope @ weights["weights2"].T) * (second > 0)
    slopes |= {"weights1": first.T @ slope, "bias1": slope.sum(axis=0)}
    slope = (slope @ weights["weights1"].T) * (first > 0)
    slopes |= {"weights0": rows.T @ slope, "bias0": slope.sum(axis=0)}
    for name, found in slopes.items():
        mean, square = moments[name]
        mean += 0.1 * (found - mean)
        square += 0.001 * (found * found - square)
        weights[name] -= rate * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.999**step)) + 1e-8)


def _stack(states: Sequence[Sequence[Sequence[float]]], most: int) -> tuple[Floats, NDArray[np.bool_]]:
    """States with different numbers of workers as one array, and a mask of the rows that are workers."""
    stacked = np.zeros((len(states), most, len(FEATURES)), np.float32)
    there = np.zeros((len(states), most), bool)
    for at, rows in enumerate(states):
        stacked[at, : len(rows)] = rows
        there[at, : len(rows)] = True
    return stacked, there

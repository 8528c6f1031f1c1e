"""LinUCB: the reward is linear in the features of worker and task; rare features are explored (Li et al., 2010)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ...core.dispatch.policies import DispatchSituation
from ...core.dispatch.states import FEATURES, features_of

_RIDGE = 1.0
_FORGET = 0.9998
"""The share of what was learned that is kept after each task: about the last 5,000 tasks count."""

Floats = NDArray[np.float64]


class Bandit:
    """Implements `Policy`; learns from `learn`, wherever the decisions were made.

    *breadth*: how many standard errors are added to the estimate of an action, so that rare actions are tried.
    """

    def __init__(self, breadth: float = 0.1) -> None:
        self._breadth = breadth
        count = len(FEATURES)
        self._sums = np.eye(count) * _RIDGE
        self._rewards = np.zeros(count)
        self._inverse = np.eye(count) / _RIDGE
        self._weights = np.zeros(count)
        self._is_stale = False
        self.learned = 0

    def choose(self, situation: DispatchSituation, chance: float) -> int | None:  # noqa: ARG002 - a policy's
        rows = rows_of(situation)
        if self._is_stale:
            self._solve()
        values = rows @ self._weights + self._breadth * np.sqrt(np.einsum("ij,jk,ik->i", rows, self._inverse, rows))
        return int(np.argmax(values))

    def learn(self, rows: Sequence[Sequence[float]] | Floats, rewards: Sequence[float] | Floats) -> None:
        """Take in outcomes: for each decision the features of the worker that had the task, and the reward."""
        features = np.asarray(rows, float)
        if not len(features):
            return
        fading = _FORGET ** len(features)
        self._sums = fading * self._sums + (1 - fading) * _RIDGE * np.eye(len(FEATURES)) + features.T @ features
        self._rewards = fading * self._rewards + features.T @ np.asarray(rewards, float)
        self.learned += len(features)
        self._is_stale = True

    def values(self, rows: Floats) -> Floats:
        """The rewards that are expected."""
        if self._is_stale:
            self._solve()
        found: Floats = rows @ self._weights
        return found

    def expect(self, state: Sequence[Sequence[float]]) -> list[float]:
        """The expected rewards in one state, as plain numbers."""
        found: list[float] = self.values(np.asarray(state, float)).tolist()
        return found

    def _solve(self) -> None:
        self._inverse = np.asarray(np.linalg.inv(self._sums), np.float64)
        self._weights = self._inverse @ self._rewards
        self._is_stale = False


def rows_of(situation: DispatchSituation) -> Floats:
    """The features of all workers."""
    seen = features_of(
        situation.workers,
        situation.kind,
        now=situation.now,
        weight=situation.weight,
        more=situation.more,
    )
    return np.array(seen, np.float64)

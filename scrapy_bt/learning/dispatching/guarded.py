"""Learned policies as crawls use them: they decide only while that is better than pulling, and never stop a crawl."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from ...core.dispatch.estimates import CHOICES
from ...core.dispatch.experience import FinishedTask
from ...core.dispatch.policies import DispatchSituation, PolicyVerdict
from .bandit import Bandit
from .judging import best_by, judge
from .network import Network

_LATEST = 600
"""The number of latest tasks by which a policy is judged."""
_FEWEST = 200
_EACH = 50
"""The number of tasks after which it is judged again."""


class _Guarded:
    """Compares a policy with pulling by the outcomes of the latest tasks."""

    verdict = PolicyVerdict.TOO_FEW

    def __init__(self) -> None:
        self._outcomes: deque[FinishedTask] = deque(maxlen=_LATEST)
        self._until = _FEWEST

    def _is_due(self, outcomes: Sequence[FinishedTask]) -> bool:
        self._outcomes.extend(outcomes)
        self._until -= len(outcomes)
        if self._until > 0:
            return False
        self._until = _EACH
        return True


class GuardedBandit(_Guarded):
    """Implements `Learning`: a bandit that learns from all workers as they go on, and needs no model."""

    def __init__(self, _oldest: float = 0.0) -> None:
        super().__init__()
        self._policy = Bandit()

    def choose(self, situation: DispatchSituation, chance: float) -> int | None:
        return self._policy.choose(situation, chance) if self.verdict is PolicyVerdict.DECIDES else None

    def hear(self, outcomes: Sequence[FinishedTask], now: float) -> None:  # noqa: ARG002 - what learns here is not old
        self._policy.learn([one.state[one.action] for one in outcomes], [one.reward for one in outcomes])
        if self._is_due(outcomes):
            found = judge(list(self._outcomes), {"pull": CHOICES["pull"]})
            self.verdict = (
                PolicyVerdict.DECIDES if found["bandit"].is_better_than(found["pull"]) else PolicyVerdict.WORSE
            )

    def take(self, model: bytes, place: str) -> None:
        """Does nothing: a bandit needs no model."""


class GuardedNetwork(_Guarded):
    """Implements `Learning`: the network that was published last; *oldest*: the greatest age in seconds, 0: any."""

    verdict = PolicyVerdict.NO_MODEL

    def __init__(self, oldest: float = 0.0) -> None:
        super().__init__()
        self._policy: Network | None = None
        self._oldest = oldest

    def choose(self, situation: DispatchSituation, chance: float) -> int | None:
        if self._policy is None or self.verdict is not PolicyVerdict.DECIDES:
            return None
        return self._policy.choose(situation, chance)

    def hear(self, outcomes: Sequence[FinishedTask], now: float) -> None:
        is_due = self._is_due(outcomes)
        if self._policy is None:
            return
        if self._oldest and now - self._policy.trained > self._oldest:
            self.verdict = PolicyVerdict.TOO_OLD
        elif is_due or (self.verdict is PolicyVerdict.NO_MODEL and len(self._outcomes) >= _FEWEST):
            found = judge(list(self._outcomes), {"pull": CHOICES["pull"], "dqn": best_by(self._policy.value_of)})
            self.verdict = PolicyVerdict.DECIDES if found["dqn"].is_better_than(found["pull"]) else PolicyVerdict.WORSE
        elif self.verdict in (PolicyVerdict.NO_MODEL, PolicyVerdict.TOO_OLD):
            self.verdict = PolicyVerdict.TOO_FEW

    def take(self, model: bytes, place: str) -> None:
        self._policy = Network.unpack(model, place)
        self.verdict = PolicyVerdict.NO_MODEL

"""Policies that say which worker a new task is kept for; a task that is kept for none goes to who pulls first."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Protocol, runtime_checkable

from .experience import FinishedTask
from .states import URLKind, WorkerState

WORTHWHILE = 0.9
"""The share of what pulling takes from which on keeping a task for somebody is not worth while."""

_LATEST = 50
"""The latest tasks, which tell whether workers are alike."""
_DIFFERING = 0.1
"""Workers differ if it matters for this share of these tasks who has them."""
_ALIKE = 0.001
"""They are alike if it matters for less than this share; then not every task is looked at."""
_LOOKED_AT = 4
"""One of so many is then, and the first of each kind after workers have told their states."""


@dataclass(frozen=True)
class DispatchSituation:
    """What a policy decides on."""

    workers: Sequence[WorkerState]
    """Those who take tasks now, at least one."""
    kind: URLKind
    now: float
    weight: float = 0.0
    """Seconds that the task's node takes as a rule; 0 where it has none, or nothing is known."""
    more: Mapping[str, int] = field(default_factory=dict)
    """Tasks that were sent to a worker since it told its state."""


class Policy(Protocol):
    """Decides without waiting: no I/O, no clock; *chance* is from 0 to 1, and all the chance there is."""

    def choose(self, situation: DispatchSituation, chance: float) -> int | None:
        """The place of a worker in the situation; None: whoever pulls first."""


class PolicyVerdict(Enum):
    """Whether a policy that learns decides, and why not."""

    DECIDES = "decides"
    NO_MODEL = "no model"
    TOO_FEW = "too few tasks"
    """Have ended to say what it is worth."""
    WORSE = "not better"
    """Than pulling, by more than the estimates may be off."""
    TOO_OLD = "too old"


@runtime_checkable
class Learning(Policy, Protocol):
    """A policy that learns from what was decided, here or elsewhere; None of `choose` may also say that it must not."""

    verdict: PolicyVerdict

    def hear(self, outcomes: Sequence[FinishedTask], now: float) -> None:
        """What tasks of all workers have come to since it was told last; *now* in seconds since the epoch."""

    def take(self, model: bytes, place: str) -> None:
        """Use a published model; raises `ModelError`, naming *place*, if it is no model, and keeps the last one."""


class Pull:
    """No lanes: the frontier is pulled from, and who has room first takes the task."""

    def choose(self, situation: DispatchSituation, chance: float) -> int | None:  # noqa: ARG002 - a policy's
        return None


class RandomPolicy:
    """Any of them."""

    def choose(self, situation: DispatchSituation, chance: float) -> int | None:
        return int(chance * len(situation.workers))


class RoundRobin:
    """One after the other."""

    def __init__(self) -> None:
        self._turn = -1

    def choose(self, situation: DispatchSituation, chance: float) -> int | None:  # noqa: ARG002 - a policy's
        self._turn = (self._turn + 1) % len(situation.workers)
        return self._turn


class LeastLoaded:
    """The one with the fewest tasks for its places."""

    def choose(self, situation: DispatchSituation, chance: float) -> int | None:
        more = situation.more
        loads = [(worker.queue + more.get(worker.name, 0)) / worker.places for worker in situation.workers]
        return _least(loads, chance)


class Shortest:
    """The one where the task is expected to be done first: wait, delay and failures as they were seen there lately.

    Nobody, while workers are alike, so that whoever has room would hardly be later: workers know better when they have
    room than others do, who hear of it a second later.
    """

    def __init__(self) -> None:
        self._differing = 0.0
        """The share of the latest tasks for which it matters who has them."""
        self._told: WorkerState | None = None
        self._looked_at: set[str] = set()
        """Kinds, by their routes, of tasks since that state was told."""
        self._passed = 0

    def choose(self, situation: DispatchSituation, chance: float) -> int | None:
        if self._differing < _ALIKE and self._is_passed_over(situation):
            return None
        kind, now, more = situation.kind, situation.now, situation.more
        costs = [one.cost(kind, now, more.get(one.name, 0)) for one in situation.workers]
        best = _least(costs, chance)
        matters = costs[best] < WORTHWHILE * _cost_of_pulling(situation)
        self._differing += (matters - self._differing) / _LATEST
        # Who is best for some tasks has to be spared the others, too.
        return best if matters or self._differing > _DIFFERING else None

    def _is_passed_over(self, situation: DispatchSituation) -> bool:
        """Nothing new is known that could make workers differ for the task; looking would take longer than it gains."""
        if situation.workers[0] is not self._told:
            self._told = situation.workers[0]
            self._looked_at.clear()
        route = situation.kind.route
        self._passed += 1
        if route in self._looked_at and self._passed % _LOOKED_AT:
            return True
        self._looked_at.add(route)
        return False


SIMPLE: Mapping[str, Callable[[], Policy]] = {
    "pull": Pull,
    "random": RandomPolicy,
    "round-robin": RoundRobin,
    "least-loaded": LeastLoaded,
    "shortest": Shortest,
}
"""Those that need no training and no extra."""


def _cost_of_pulling(situation: DispatchSituation) -> float:
    """Seconds that the task is expected to take if any worker may pull it."""
    workers, now, more = situation.workers, situation.now, situation.more
    free = [1.0 - one.ahead(now, more.get(one.name, 0)) for one in workers]
    shares = [max(1.0, each) for each in free]  # each may take it, since a place may have become free meanwhile
    wait = 0.0 if max(free) > 0 else min(one.wait(now, more.get(one.name, 0)) for one in workers)
    whole = sum(share * one.expect(situation.kind, now).whole for share, one in zip(shares, workers, strict=True))
    return wait + whole / sum(shares)


def _least(costs: Sequence[float], chance: float) -> int:
    """The place of the least; of several any one."""
    limit = min(costs) + 1e-9
    best = [at for at, each in enumerate(costs) if each <= limit]
    return best[int(chance * len(best)) % len(best)]

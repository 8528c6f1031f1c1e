"""A sequential test whether categories still come as they used to, page by page, with a budget of false alarms.

The logarithm of the odds between how they come of late and how they came before is summed up, and begins anew where it
falls below nothing (CUSUM, Page 1954; with an estimated alternative an e-detector, Shin, Ramdas and Rinaldo 2023).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from math import log
from typing import Any

LEARNED = 24
"""The number of observations after which it is known what is usual."""
BUDGET = 1e-6
"""The expected number of false alarms an observation, where nothing changes."""

_NEEDED = -log(BUDGET)
_TOLERANCE = 1.6
"""The evidence that is needed, as a multiple of the most that has come and gone by itself."""
_MOST_NEEDED = 60.0
_LARGEST_STEP = 3.0
"""The most evidence of one page, so that no page counts for many."""
_RELIEF = 1.0
"""How much evidence a page that is as before takes away."""
_PRIOR = 0.5
_RAREST = 0.01
_OFTEN = 3
_STAYS = 0.4, 4.0
"""How often what is unusual comes again on the next page, assumed at first: pages come in bunches."""
_RECENT = 0.5
"""The weight of the newest observation in what is usual of late."""
_MOST_CATEGORIES = 40
_OTHER = "…"
_MOST_COUNTED = 4_000
_MOST_PENDING = 64


class Turn(Enum):
    """The result of an observation."""

    NOTHING = ""
    CHANGED = "changed"
    AS_BEFORE = "as before"


@dataclass(slots=True)
class Detector:
    """The test of one view of a field; plain data, so that it goes on in the next crawl."""

    counts: dict[str, int] = field(default_factory=dict)
    """How often each category came, among what is usual."""
    stays: dict[str, int] = field(default_factory=dict)
    """How often each category came twice in a row."""
    evidence: float = 0.0
    """The evidence of a change, in nats."""
    passed: float = 0.0
    """The most evidence that has gone by itself."""
    changed: bool = False
    previous: str = ""
    total: int = 0
    highest: float = 0.0
    recent: dict[str, float] = field(default_factory=dict)
    pending: list[str] = field(default_factory=list)
    """The categories since there is evidence; they become usual when it goes."""
    is_against: bool = False
    """Whether what came last speaks for a change."""
    steady: str = ""
    """The only category that ever came, if it came last: one more of it has only to be counted."""

    @property
    def is_learned(self) -> bool:
        return self.total >= LEARNED

    @property
    def needed(self) -> float:
        """The evidence at which it counts as changed, in nats."""
        return min(max(_NEEDED, _TOLERANCE * self.passed), _MOST_NEEDED)

    def share(self, category: str) -> float:
        """The share of a category in what is usual."""
        return self.counts.get(category, 0) / self.total if self.total else 0.0

    def is_usual(self, category: str) -> bool:
        """Whether a category comes often enough to tell nothing."""
        return self.counts.get(category, 0) >= _OFTEN and self.share(category) >= 2 * _RAREST

    def note(self, category: str) -> Turn:
        """Note one observation."""
        if category == self.steady and self.total < _MOST_COUNTED:
            self.total += 1
            self.counts[category] += 1
            self.stays[category] += 1
            return Turn.NOTHING
        category, self.is_against = self._known(category), False
        previous, self.previous = self.previous, category
        self.steady = ""
        if self.total < LEARNED and not self.changed:
            self._learn(category, previous)
            return Turn.NOTHING
        if not self.evidence and category == previous and self.counts.get(category, 0) > 0.9 * self.total:
            self._learn(category, previous)  # what it always is: the sum would stay at nothing
            self.steady = category
            return Turn.NOTHING
        step = log(self._lately(category) / self._usually(category, previous))
        self._forget(category)
        self.is_against = step > 0
        if self.changed and step < 0:
            step = min(step, -_RELIEF)
        self.evidence = max(0.0, self.evidence + min(step, _LARGEST_STEP))
        if not self.evidence:
            return self._settle(category, previous)
        self.highest = max(self.highest, self.evidence)
        if len(self.pending) < _MOST_PENDING:
            self.pending.append(category)
        if self.changed or self.evidence < self.needed:
            return Turn.NOTHING
        self.changed = True
        self.evidence = min(self.evidence, self.needed)
        return Turn.CHANGED

    def repeat(self, category: str, times: int) -> None:
        """Count the only category, which came last, so many times more."""
        if times:
            self.total += times
            self.counts[category] += times
            self.stays[category] = self.stays.get(category, 0) + times

    def accept(self) -> None:
        """Take what came of late for usual from now on: somebody has looked at it."""
        latest, self.steady = self.pending, ""
        self.counts, self.stays, self.total = {}, {}, 0
        self._quiet()
        self.passed, self.changed, self.previous = 0.0, False, ""
        for category in latest:
            self.note(category)

    def give_up(self, usual: Mapping[str, int]) -> None:
        """Take it for changed, whatever the evidence; *usual*: the counts before. The next usual page ends it."""
        self.counts, self.stays, self.total = dict(usual), {}, sum(usual.values())
        self._quiet()
        self.evidence, self.changed, self.previous, self.steady = _RELIEF, True, "", ""

    def copy(self) -> Detector:
        """A copy."""
        return replace(
            self, counts=dict(self.counts), stays=dict(self.stays), recent=dict(self.recent), pending=list(self.pending)
        )

    def plain(self) -> dict[str, Any]:
        """As JSON keeps it."""
        return {
            "counts": self.counts,
            "stays": self.stays,
            "evidence": self.evidence,
            "passed": self.passed,
            "changed": self.changed,
            "highest": self.highest,
            "recent": self.recent,
            "pending": self.pending,
        }

    @classmethod
    def read(cls, plain: Mapping[str, Any]) -> Detector:
        """Read it from the result of `plain`; raises `ValueError`, `KeyError` or `TypeError` for anything else."""
        counts = {str(name): int(count) for name, count in plain["counts"].items()}
        return cls(
            counts=counts,
            stays={str(name): int(count) for name, count in plain["stays"].items()},
            evidence=float(plain["evidence"]),
            passed=float(plain["passed"]),
            changed=bool(plain["changed"]),
            total=sum(counts.values()),
            highest=float(plain["highest"]),
            recent={str(name): float(share) for name, share in plain["recent"].items()},
            pending=[str(each) for each in plain["pending"]],
        )

    def _usually(self, category: str, previous: str) -> float:
        """The probability of a category by what is usual; never too small, so that new ones are not impossible."""
        kinds = len(self.counts) + 1
        count = self.counts.get(category, 0)
        usual = max((count + _PRIOR) / (self.total + _PRIOR * kinds), _RAREST)
        if category != previous:
            return usual
        prior, strength = _STAYS
        return max(usual, (self.stays.get(category, 0) + prior) / (count + strength))

    def _lately(self, category: str) -> float:
        kinds = len(self.counts) + (category not in self.counts)
        return 0.3 / max(2, kinds) + 0.7 * self.recent.get(category, 1 / max(2, kinds) if not self.recent else 0.0)

    def _forget(self, category: str) -> None:
        recent = {name: share * (1 - _RECENT) for name, share in self.recent.items() if share > _RAREST}
        recent[category] = recent.get(category, 0.0) + _RECENT
        whole = sum(recent.values())
        self.recent = {name: share / whole for name, share in recent.items()}

    def _settle(self, category: str, previous: str) -> Turn:
        """Take what came since the evidence began for variation, since the evidence went by itself."""
        was_changed, self.changed = self.changed, False
        self.passed = max(self.passed, self.highest)
        before = ""
        for each in self.pending:
            self._learn(each, before)
            before = each
        self._learn(category, previous)
        self._quiet()
        return Turn.AS_BEFORE if was_changed else Turn.NOTHING

    def _quiet(self) -> None:
        self.evidence = self.highest = 0.0
        self.pending, self.recent = [], {}

    def _known(self, category: str) -> str:
        return category if category in self.counts or len(self.counts) < _MOST_CATEGORIES else _OTHER

    def _learn(self, category: str, previous: str) -> None:
        category = self._known(category)
        self.counts[category] = self.counts.get(category, 0) + 1
        self.total += 1
        if category == previous:
            self.stays[category] = self.stays.get(category, 0) + 1
        if self.total > _MOST_COUNTED:
            self.counts = {name: count // 2 for name, count in self.counts.items() if count > 1}
            self.stays = {name: count // 2 for name, count in self.stays.items() if count > 1}
            self.total = sum(self.counts.values())

"""What is read from the store of healing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ..core.healing.perception.detectors import LEARNED
from ..core.healing.perception.mixes import few_values, read_mixes
from ..core.healing.perception.observations import Alarm, Observation


@dataclass(frozen=True)
class StoredPage:
    """A page with what was taken from it."""

    id: int
    node: str
    state: str
    url: str
    time: float
    status: int
    markup: str
    fields: tuple[Observation, ...]
    altered: bool
    """Its address had something secret, which has another value here: nothing is to be had from it."""


@dataclass(frozen=True)
class StoredField:
    """A field as the last crawl left it."""

    spider: str
    observed: Observation
    """*found* and *missing* of all crawls."""
    changed: tuple[str, ...]
    """The views in which it has changed."""
    learned: dict[str, Any]
    time: float

    @property
    def is_learned(self) -> bool:
        """It is known what is usual."""
        return self.pages >= LEARNED

    @property
    def few(self) -> frozenset[str]:
        """Digests of its values, where these are a few."""
        return few_values(read_mixes(self.learned.get("mixes", ())))

    def usual(self, view: str) -> list[str]:
        """The categories of a view that come often."""
        counts = self.learned["views"].get(view, {}).get("counts", {})
        whole = sum(counts.values())
        return [name for name, count in counts.items() if count >= 0.02 * whole]

    @property
    def pages(self) -> int:
        """How many pages what is usual was learned from."""
        counts = self.learned["views"].get("found", {}).get("counts", {})
        return sum(counts.values())


@dataclass(frozen=True)
class AlarmEvent:
    """An alarm, or its end."""

    spider: str
    alarm: Alarm
    time: float
    url: str

"""How long a pattern may take on a page; the clock is handed in."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Patience:
    """The time for each pattern on each page: so many *seconds* by *clock* (`time.perf_counter`)."""

    seconds: float
    clock: Callable[[], float]

    def begin(self, owner: str = "") -> Deadline:
        """The time of one pattern on one page begins now; *owner* is who an error names."""
        return Deadline(self.clock() + self.seconds, self.clock, self.seconds, owner)


@dataclass(frozen=True)
class Deadline:
    """When a pattern has to be done with a page."""

    at: float
    clock: Callable[[], float]
    seconds: float
    owner: str = ""

    @property
    def left(self) -> float:
        """Seconds until then; not more than none if it has passed."""
        return self.at - self.clock()

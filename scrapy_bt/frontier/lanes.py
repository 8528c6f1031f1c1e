"""Lanes: a task may be kept for one worker for a while; whoever leases says whose lanes are to be left alone.

Nothing depends on it that the other worker is there: what is kept is anybody's after a while (docs/dispatch.md).
"""

from __future__ import annotations

from dataclasses import dataclass

LONGEST = 64
"""Characters of the name of a lane."""


@dataclass(frozen=True)
class Lanes:
    """Whose tasks are left alone by the one who leases, as it sees the others now."""

    own: str = ""
    """The lane of who leases; empty if there is none."""
    kept: frozenset[str] = frozenset()
    """Lanes of others who can take their own tasks now: they are there, not paused and not full."""
    timeout: float = 5.0
    """Seconds in the queue after which a task is anybody's."""

    def opens(self, lane: str, queued: float) -> float:
        """When a task of the lane that was queued then may be leased here; 0: at once."""
        return queued + self.timeout if lane and lane != self.own and lane in self.kept else 0.0

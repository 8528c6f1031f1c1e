"""What the person wants to be inferred, and what may be done for it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Level = Literal["none", "safe", "all"]
"""What may be replayed: nothing, what changes nothing, everything."""


@dataclass(frozen=True)
class Wish:
    """What the person wants to be inferred."""

    target: str = ""
    """A URL, a path, or a text in the answer; empty: what the last act brought."""
    expect: tuple[str, ...] = ()
    """Texts that the right answer holds."""
    level: Level = "safe"
    """What may be replayed: nothing, what changes nothing, everything."""
    replays: int = 200
    """At most so many."""
    seconds: float | None = None
    """All replays together take at most so long; none: as long as they take."""

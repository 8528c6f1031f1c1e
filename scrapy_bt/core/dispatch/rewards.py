"""What a decision was worth (learning.md, "Dispatch"): the original's log(t − ε) grows with the delay; this falls."""

from __future__ import annotations

import math

SCALE = 1.0
"""ε, in seconds: delays far below it are all the same."""
LONGEST = 600.0
"""Seconds that a delay counts as at most, and what a task counts as that never succeeded."""


def reward(delay: float) -> float:
    """The reward −log(1 + t/ε) of a handling delay of t seconds: 0 at best, and never below −log(1 + 600/ε)."""
    return -math.log1p(min(max(delay, 0.0), LONGEST) / SCALE)


def delay_of(value: float) -> float:
    """The delay of which a reward tells."""
    return SCALE * math.expm1(-value)

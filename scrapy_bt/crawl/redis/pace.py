"""How many leases wait at a worker: as many as it needs until the next ones can be there, and no more."""

from __future__ import annotations

from math import ceil, exp

_WORTH = 0.01
"""A place may wait for its next task for this share of a task's time: where that is enough, no lease waits."""

_ALONE = 0.25
"""Tasks that are taken while a step waits for others to travel with: where it is more, leases come several at once."""

_SAFETY = 2.0
"""Times that the next leases may take longer to come than they did."""

_SMOOTHING = 1.0
"""Seconds in which the rate comes 63 % nearer to what it changed to."""

_FADING = 8
"""Of what waited at one look, one in so many is let go at the next."""


class Pace:
    """Follows how fast tasks are taken.

    *places*: requests at a time; *most*: leases that may wait; *linger*: seconds that steps wait for others to travel
    with, so that a call for one lease alone is one too many.

    They wait beyond those that are leased for places that are free now. What waits at one worker cannot be done by
    another, keeps the places of competing resources, and is out of the reach of priorities: whoever takes one task a
    second should not keep thirty, nor one.
    """

    def __init__(self, *, places: int, most: int, linger: float, now: float) -> None:
        self._places, self._most, self._linger = places, most, linger
        self._rate: float | None = None
        self._taken = 0
        self._since = now
        self._waiting = 0

    def note_taken(self) -> None:
        self._taken += 1

    def look(self, *, now: float, absence: float, was_short: bool = False) -> int:
        """Leases that should wait, when the next ones come in *absence* seconds; counts what was taken until *now*.

        *was_short*: some were asked for in vain, though there were more to be had.
        """
        seconds = now - self._since
        if seconds > 0:
            rate = self._taken / seconds
            share = 1 - exp(-seconds / _SMOOTHING)
            self._rate = rate if self._rate is None else self._rate + share * (rate - self._rate)
            self._taken, self._since = 0, now
        rate = self._rate or 0.0
        needed = 0
        # All places together take one task after the other: each of them takes as long as there are places.
        if rate * absence > _WORTH * self._places or rate * self._linger > _ALONE:
            needed = ceil(_SAFETY * rate * (self._linger + absence))
            if was_short:
                needed = max(needed, min(2 * self._waiting, self._places))
        self._waiting = min(self._most, max(needed, self._waiting - max(1, self._waiting // _FADING)))
        return self._waiting

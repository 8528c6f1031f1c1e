"""How many leases wait at a worker: as many as it needs until the next ones can be there, and no more."""

from __future__ import annotations

from math import ceil, exp

_LEAST = 4
"""Leases that wait in any case, so that the first of a rush are there."""

_SAFETY = 2.0
"""Times that the way to Redis may take longer than it did."""

_SMOOTHING = 1.0
"""Seconds in which the rate comes 63 % nearer to what it changed to."""


class Pace:
    """Follows how fast tasks are taken; *most*: leases that may wait.

    What waits at one worker cannot be done by another, keeps the places of competing resources, and is out of the
    reach of priorities: whoever takes one task a second should not keep thirty.
    """

    def __init__(self, most: int, *, now: float) -> None:
        self._most = most
        self._rate: float | None = None
        self._taken = 0
        self._since = now
        self._waiting = min(_LEAST, most)

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
        needed = ceil(_SAFETY * (self._rate or 0.0) * absence)
        if was_short:
            needed = max(needed, 2 * self._waiting)
        self._waiting = min(self._most, max(_LEAST, needed, self._waiting - 1))
        return self._waiting

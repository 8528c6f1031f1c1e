"""How many leases a worker needs, beside those that wait for its engine."""

from __future__ import annotations

from collections.abc import Callable
from math import inf

from ...frontier.slots import Standing
from ..runtime.slots import DownloadSlots
from .held_leases import HeldLeases

MOST_LEASES = 100
"""Leases that one call asks for: so many that it holds Redis up for 10 ms and not much longer."""


class Demand:
    """As many leases as there are free places, and those *ahead* that the next call needs to come; at most *most*.

    *room*: how many more tasks may be in progress. *slots*: over which leases are spread. *places*: requests at a time.
    """

    def __init__(
        self,
        held_leases: HeldLeases,
        *,
        room: Callable[[], int],
        slots: Callable[[], DownloadSlots | None],
        places: int,
        most: float,
    ) -> None:
        self._held_leases, self._room, self.slots = held_leases, room, slots
        self._places, self._most = places, most
        self.ahead = 0
        """Leases that should wait beyond those for free places."""
        self.is_hungry = False
        """The engine has asked in vain."""

    @property
    def is_met(self) -> bool:
        """Leases wait for which there is no room."""
        return self._held_leases.waiting > 0 and self._room() <= 0

    @property
    def is_low(self) -> bool:
        """So few leases wait that may be taken that the next ones should come."""
        enough = min(self._most / 2, self._free_places + self.ahead / 2)
        return not self._held_leases.has_ready(int(enough) + 1, self.slots())

    @property
    def wanted(self) -> int:
        """Leases to ask for; where there is no room for more tasks, those that wait here are enough."""
        if self.is_met:
            return 0
        needed = min(self._most, self._free_places + self.ahead) - self._held_leases.count_ready(self.slots())
        return max(0, min(int(needed), MOST_LEASES))

    def ask_slots(self, lead: float) -> tuple[Standing | None, float]:
        """How much may be leased of each download slot, and when that may be more; *lead*: seconds until they come."""
        slots = self.slots()
        if slots is None:
            return None, inf
        return slots.standing_ahead(self._held_leases.by_slot, ahead=self.ahead, lead=lead)

    @property
    def _free_places(self) -> int:
        """Where requests of tasks may be sent now; one at least where the engine has asked: not all tasks send any."""
        slots = self.slots()
        in_use = self._held_leases.in_progress if slots is None else slots.in_use
        return max(int(self.is_hungry), min(self._places - in_use, self._room()))

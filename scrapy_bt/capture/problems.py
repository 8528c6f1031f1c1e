"""Problems of a file, told once for all the entries that have them."""

from __future__ import annotations

from ..core.samples.traffic import Problem

MOST_PLACES = 5
"""How many places of one problem are named."""


class Problems:
    """Collects what is wrong in a file; the same problem at many places is one."""

    def __init__(self, file: str) -> None:
        self._file = file
        self._places: dict[tuple[str, str], list[str]] = {}

    def add(self, place: str, message: str, advice: str = "") -> None:
        """Note a problem; *place*: as `entry 17`, empty for the whole file."""
        self._places.setdefault((message, advice), []).append(place)

    def told(self) -> tuple[Problem, ...]:
        """The problems in the order in which each was first seen."""
        return tuple(Problem(self._where(places), *what) for what, places in self._places.items())

    def _where(self, places: list[str]) -> str:
        named = [place for place in places if place][:MOST_PLACES]
        if not named:
            return self._file
        more = len(places) - len(named)
        return f"{self._file}: {', '.join(named)}" + (f" and {more} more" if more else "")

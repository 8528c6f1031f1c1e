"""The faults found in one text."""

from __future__ import annotations

from dataclasses import dataclass, field

from ...errors import Fault, Place
from ..tree.nodes import Declaration


@dataclass
class Report:
    """Collects faults and gives each the line that it is about."""

    text: str
    file: str
    faults: list[Fault] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._lines = self.text.split("\n")

    def add(self, code: str, place: Place | None, message: str, advice: str = "") -> None:
        """Without *place* (a tree that was never a text) the fault is about the whole file."""
        if place is None:
            place = Place(self.file, 1, 1, 1, 1)
        line = self._lines[place.line - 1] if 0 < place.line <= len(self._lines) else ""
        self.faults.append(Fault(place, message, advice, line.rstrip("\r"), code))

    def in_order(self) -> list[Fault]:
        """Return the faults by place, each once."""
        return sorted(dict.fromkeys(self.faults), key=lambda fault: (fault.place, fault.code))


def place_of_name(declaration: Declaration) -> Place | None:
    """Return where a declaration's name stands."""
    place = declaration.place
    if place is None:
        return None
    return Place(place.file, place.line, place.column, place.line, place.column + len(declaration.name))

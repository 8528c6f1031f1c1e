"""The faults found in one text."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TypeGuard

from ...errors import Fault, Place
from ..tree.nodes import Data, Declaration, Item, Tree, Visit


@dataclass
class Report:
    """Collects faults and gives each the line that it is about."""

    text: str
    file: str
    faults: list[Fault] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._lines = {self.file: self.text.split("\n")}

    def add_text(self, file: str, text: str) -> None:
        """Faults may be of this file, too."""
        self._lines[file] = text.split("\n")

    def warn(self, code: str, place: Place | None, message: str, advice: str = "") -> None:
        """Report what stops nothing."""
        self.add(code, place, message, advice)
        self.faults[-1] = replace(self.faults[-1], is_warning=True)

    def line(self, number: int, file: str | None = None) -> str:
        """Return a line of the text, or of another *file*; empty where there is none."""
        lines = self._lines.get(self.file if file is None else file, [])
        return lines[number - 1] if 0 < number <= len(lines) else ""

    def add(self, code: str, place: Place | None, message: str, advice: str = "") -> None:
        """Without *place* (a tree that was never a text) the fault is about the whole file."""
        if place is None:
            place = Place(self.file, 1, 1, 1, 1)
        self.faults.append(Fault(place, message, advice, self.line(place.line, place.file).rstrip("\r"), code))

    def in_order(self) -> list[Fault]:
        """Return the faults by place, each once."""
        return sorted(dict.fromkeys(self.faults), key=lambda fault: (fault.place, fault.code))


def around(report: Report, place: Place | None) -> tuple[str, str]:
    """What stands before and behind a place in its line."""
    if place is None:
        return "", ""
    line = report.line(place.line, place.file)
    return line[: place.column - 1], line[place.end_column - 1 :]


def place_of_name(declaration: Declaration) -> Place | None:
    """Return where a declaration's name stands; of a node in place, where it begins."""
    place = declaration.place
    if place is None:
        return None
    length = len(declaration.name)
    if is_inline(declaration):
        length = len(declaration.label)
    return Place(place.file, place.line, place.column, place.line, place.column + length)


def is_inline(declaration: Declaration) -> TypeGuard[Visit | Data | Item]:
    """Whether it is written in place: it has no name of its own, or that of its place."""
    return not isinstance(declaration, Tree) and (not declaration.name or "/" in declaration.name)


def show(declaration: Declaration) -> str:
    """Return how messages call a node: `name`, or what it is where it has none."""
    return f"this {declaration.label}" if is_inline(declaration) else f"`{declaration.name}`"

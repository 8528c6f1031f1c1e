"""Templates of URLs: text with `{names}` in it; `{{` and `}}` stand for braces."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

PAGE_NUMBER = "page_number"
BUILT_IN = ("keywords", PAGE_NUMBER, "order")
"""Names that every template knows."""
OLD_NAMES = {"page": PAGE_NUMBER}
"""What some of them were called in earlier files."""

_PART = re.compile(r"\{\{|\}\}|\{([^{}]*)\}|[{}]")


class Hole(NamedTuple):
    """A place of a template that is filled; *start* and *end* are its indexes, braces included."""

    name: str
    start: int
    end: int


def find_holes(text: str) -> list[Hole]:
    """All holes in their order; raises `ValueError` with the index of a brace that has no other."""
    holes: list[Hole] = []
    for part in _PART.finditer(text):
        if part[1] is not None:
            holes.append(Hole(_name(part[1]), part.start(), part.end()))
        elif len(part[0]) == 1:
            raise ValueError(part.start())
    return holes


class SchemeTemplate:
    """A template made ready to be filled often."""

    def __init__(self, text: str) -> None:
        self._parts: list[str] = []
        self._names: list[str] = []
        last, done = 0, ""
        for part in _PART.finditer(text):
            done += text[last : part.start()]
            last = part.end()
            if part[1] is None:
                done += part[0][0]
            else:
                self._parts.append(done)
                self._names.append(_name(part[1]))
                done = ""
        self._end = done + text[last:]

    @property
    def names(self) -> frozenset[str]:
        """The names that stand in it."""
        return frozenset(self._names)

    def fill(self, values: Mapping[str, str]) -> str:
        """The text; raises `KeyError` for a name that has no value."""
        filled = "".join(part + values[name] for part, name in zip(self._parts, self._names, strict=True))
        return filled + self._end


def _name(written: str) -> str:
    return OLD_NAMES.get(written, written)

r"""Offsets `"m,n"` of codes: so many lines, then so many characters, away from a code (rules.md, "Locate-extract").

From a start code they go down and on, from an end code up and back. With m lines the way begins at the start of the
m-th line below the code, or at the end of the m-th line above it; with none at the code itself. Characters are counted
across line ends; `\r\n` ends a line as `\n` does. A code whose offset leads out of the text does not count there, as if
the offset were a part of the code that does not fit.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass

from ...sentences import join, say

_WRITTEN = re.compile(r"\s*(\d{1,9})\s*,\s*(\d{1,9})\s*", re.ASCII)


@dataclass(frozen=True, order=True)
class Offset:
    """So many lines, then so many characters."""

    lines: int = 0
    characters: int = 0

    def __str__(self) -> str:
        return f"{self.lines},{self.characters}"

    def __bool__(self) -> bool:
        return bool(self.lines or self.characters)


NONE = Offset()


def parse_offset(text: str) -> Offset:
    """Read `"m,n"`; raises `ValueError` with what is wrong and what to write, as the two parts of its sentence."""
    found = _WRITTEN.fullmatch(text)
    if found is None:
        advice = say('write "lines,characters", for example "1,0"')
        raise ValueError(join((say('"{}" is no offset', text), advice)))
    return Offset(int(found[1]), int(found[2]))


def move_down(text: str, places: Iterable[int], offset: Offset) -> list[int]:
    """The places (ascending) after the offset of a start code."""
    if not offset:
        return list(places)
    length = len(text)
    if not offset.lines:
        return [place + offset.characters for place in places if place + offset.characters <= length]
    ends = _line_ends(text)
    moved = []
    for place in places:
        line = bisect_left(ends, place) + offset.lines - 1
        if line >= len(ends) or ends[line] + 1 + offset.characters > length:
            break  # and so it is for all that follow
        moved.append(ends[line] + 1 + offset.characters)
    return moved


def move_up(text: str, places: Iterable[int], offset: Offset) -> list[int]:
    """The places (ascending) before the offset of an end code."""
    if not offset:
        return list(places)
    if not offset.lines:
        return [place - offset.characters for place in places if place >= offset.characters]
    ends = _line_ends(text)
    moved = []
    for place in places:
        line = bisect_left(ends, place) - offset.lines
        if line < 0:
            continue
        end = ends[line]
        end -= end > 0 and text[end - 1] == "\r"
        if end >= offset.characters:
            moved.append(end - offset.characters)
    return moved


def _line_ends(text: str) -> list[int]:
    """Where the line ends stand."""
    return [match.start() for match in re.finditer("\n", text)]

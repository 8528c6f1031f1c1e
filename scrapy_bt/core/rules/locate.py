"""Locate-extract: the pieces of a text between a start and an end code (rules.md, "Locate-extract (exactly this)")."""

from __future__ import annotations

import re
from collections.abc import Iterator


def locate(text: str, start: re.Pattern[str] | None, end: re.Pattern[str] | None) -> Iterator[str]:
    """Yield each piece between an end and the nearest start before it; none for a code: the text's edge.

    Linear in the matches: each of the two ascending lists of offsets is walked once.
    """
    for first, last in spans(text, start, end):
        yield text[first:last]


def spans(text: str, start: re.Pattern[str] | None, end: re.Pattern[str] | None) -> Iterator[tuple[int, int]]:
    """The offsets of the pieces that `locate` yields."""
    starts = [match.end() for match in start.finditer(text)] if start is not None else [0]
    ends = [match.start() for match in end.finditer(text)] if end is not None else [len(text)]
    i = j = 0
    while i < len(starts) and j < len(ends):
        while starts[i] > ends[j]:  # step 1
            j += 1
            if j == len(ends):
                return
        while i < len(starts) and starts[i] <= ends[j]:  # step 2
            i += 1
        yield starts[i - 1], ends[j]  # step 3
        j += 1  # step 4; i stands one past the start that was taken already

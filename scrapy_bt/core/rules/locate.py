"""Locate-extract: the pieces of a text between a start and an end code (rules.md, "Locate-extract (exactly this)").

`S` are the offsets behind the matches of the start code, `E` those at which matches of the end code begin. The steps:
while `s > e` the next `e`, while `s <= e` the next `s`, one step back, take `[s, e]`, go on with the next of both.
So each end is paired with the nearest start before it. The published algorithm is the same; it only asks once more, in
its fourth step, for what its second and third have made sure of.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from itertools import repeat
from typing import NamedTuple

from ..regex.deadlines import Timeout
from ..regex.patterns import LONG, Pattern
from .offsets import NONE, Offset, move_down, move_up


class PieceSpan(NamedTuple):
    """Where a piece begins, and where it ends."""

    start: int
    end: int


def locate(
    text: str,
    start: Pattern | None,
    end: Pattern | None,
    *,
    start_offset: Offset = NONE,
    end_offset: Offset = NONE,
    timeout: Timeout | None = None,
    owner: str = "",
) -> list[PieceSpan]:
    """The pieces in order, none of which overlap; no code is the text's edge. Linear in the text and the matches.

    Raises `PatternTimeout`, in which *owner* is named, when a code takes longer than *timeout* has.
    """
    return Search(start, end, start_offset, end_offset).spans(text, timeout, owner)


class Search(NamedTuple):
    """The two codes with their offsets, ready for any text."""

    start: Pattern | None
    end: Pattern | None
    start_offset: Offset = NONE
    end_offset: Offset = NONE

    def pieces(self, text: str, timeout: Timeout | None = None, owner: str = "") -> list[str]:
        """The pieces themselves, like `locate`; that is quicker where nobody asks where they stood."""
        pieces = self._split(text)
        if pieces is None:
            return [text[first:last] for first, last in self.spans(text, timeout, owner)]
        return pieces

    def _split(self, text: str) -> list[str] | None:
        """The pieces where the text is cut at its starts, and each part has an end in it.

        Then the first end in a part is the first behind its start, and no other start lies between.
        """
        start, end = self.start, self.end
        if start is None or end is None or end.marker is None or self.start_offset or self.end_offset:
            return None
        split = start.splitter(text)
        if split is None:
            return None
        if len(text) > LONG and (start.marker is None or text.count(start.marker) > 2 * text.count(end.marker) + 1000):
            return None  # most parts would be for nothing
        code, parts = end.marker, split(text)
        parts[0] = ""  # what lies before the first start
        found = [piece for piece, cut, _ in map(str.partition, parts, repeat(code)) if cut]
        missing = len(parts) - 1 - len(found)
        # The last part goes to the end of the text, so that no end in it is none at all.
        return found if not missing or (missing == 1 and code not in parts[-1]) else None

    def spans(self, text: str, timeout: Timeout | None = None, owner: str = "") -> list[PieceSpan]:
        """What `locate` gives."""
        start, end, start_offset, end_offset = self
        if end is not None and end.marker and not end_offset:
            if start is not None and start.marker and not start_offset:
                return _between_texts(text, start.marker, end.marker)
            starts = move_down(text, _starts(text, start, timeout, owner), start_offset)
            return _up_to_text(text, starts, end.marker)
        starts = move_down(text, _starts(text, start, timeout, owner), start_offset)
        if not starts:
            return []
        found = [len(text)] if end is None else end.starts(text, end.begin(text, timeout, owner))
        return list(pair(starts, move_up(text, found, end_offset)))


def pair(starts: list[int], ends: list[int]) -> Iterator[PieceSpan]:
    """Steps 1 to 4: each end with the nearest start before it; both ascending."""
    i = j = 0
    while i < len(starts) and j < len(ends):
        while starts[i] > ends[j]:  # step 1
            j += 1
            if j == len(ends):
                return
        while i < len(starts) and starts[i] <= ends[j]:  # step 2
            i += 1
        yield PieceSpan(starts[i - 1], ends[j])  # step 3
        j += 1  # step 4; i stands one past the start that was taken already


def _starts(text: str, start: Pattern | None, timeout: Timeout | None, owner: str) -> list[int]:
    return [0] if start is None else start.ends(text, start.begin(text, timeout, owner))


def _between_texts(text: str, start: str, end: str) -> list[PieceSpan]:
    """The same for codes that are texts and cannot overlap themselves, without looking at what belongs to no piece."""
    spans: list[PieceSpan] = []
    find, rfind, width = text.find, text.rfind, len(start)
    at = find(start)
    while at >= 0:
        first = at + width
        last = find(end, first)
        if last < 0:
            break
        first = rfind(start, at, last) + width
        spans.append(PieceSpan(first, last))
        # The next start ends behind this end, so that it can begin before it.
        at = find(start, max(first, last - width + 1))
    return spans


def _up_to_text(text: str, starts: list[int], end: str) -> list[PieceSpan]:
    """The same for any starts and an end that is a text and cannot overlap itself."""
    spans: list[PieceSpan] = []
    i = 0
    while i < len(starts):
        last = text.find(end, starts[i])
        if last < 0:
            break
        i = bisect_right(starts, last, i)
        spans.append(PieceSpan(starts[i - 1], last))
    return spans

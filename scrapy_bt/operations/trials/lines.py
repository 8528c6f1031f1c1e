"""Offsets of a text as people and browsers count them."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable

from ...core.documents.textlines import TextLines
from ...core.rules.locate import PieceSpan


class LineColumns:
    """Offsets of a text as lines and columns."""

    def __init__(self, text: str) -> None:
        self.at = TextLines(text).position

    def shown(self, offset: int) -> str:
        """An offset as `line:column`."""
        return "{}:{}".format(*self.at(offset))

    def ranges(self, spans: Iterable[PieceSpan]) -> list[dict[str, int]]:
        """Ranges as records, the end exclusive."""
        names = ("line", "column", "end_line", "end_column")
        return [dict(zip(names, (*self.at(span.start), *self.at(span.end)), strict=True)) for span in spans]


class Units:
    """Offsets of a text as scripts of browsers count: a character beyond U+FFFF is two."""

    def __init__(self, text: str) -> None:
        self._long = [] if text.isascii() else [at for at, char in enumerate(text) if char > "\uffff"]

    def at(self, offset: int) -> int:
        """The offset in units of UTF-16."""
        return offset + bisect_right(self._long, offset - 1) if self._long else offset

    def pairs(self, spans: Iterable[PieceSpan]) -> list[tuple[int, int]]:
        """The beginning and the end of each range."""
        return [(self.at(span.start), self.at(span.end)) for span in spans]

    def offset(self, unit: int) -> int:
        """The offset of a unit."""
        low, high = 0, unit
        while low < high:
            middle = (low + high) // 2
            low, high = (middle + 1, high) if self.at(middle) < unit else (low, middle)
        return low

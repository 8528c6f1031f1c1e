"""Places in a text as editors count them: lines from 0, and units of UTF-16 or what was agreed on."""

from __future__ import annotations

import re
from bisect import bisect_right

from lsprotocol.types import Position, Range
from pygls.workspace import PositionCodec

from ..core.language.spans import Span

_LINE_END = re.compile(r"\r\n|\r|\n")


class Positions:
    """The lines of one text."""

    def __init__(self, text: str, codec: PositionCodec) -> None:
        self._text, self._codec = text, codec
        self._starts = [0, *(match.end() for match in _LINE_END.finditer(text))]

    def offset(self, position: Position) -> int:
        """The index of a position; beyond the end of a line that end."""
        if position.line >= len(self._starts):
            return len(self._text)
        start = self._starts[position.line]
        over = self._starts[position.line + 1] if position.line + 1 < len(self._starts) else len(self._text)
        line = self._text[start:over].rstrip("\r\n")
        units = index = 0
        while index < len(line) and units < position.character:
            units += self._codec.client_num_units(line[index])
            index += 1
        return start + index

    def position(self, offset: int) -> Position:
        """The position of an index."""
        line = bisect_right(self._starts, offset) - 1
        return Position(line, self._codec.client_num_units(self._text[self._starts[line] : offset]))

    def range(self, span: Span) -> Range:
        """The range of a span."""
        return Range(self.position(span.start), self.position(span.end))

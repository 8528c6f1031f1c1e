"""The lines of a text: in which one an index lies, where those begin, and which are empty."""

from __future__ import annotations

import re
from bisect import bisect_right

_BLANK = re.compile(r"[ \t\r]*(?:\n|$)")


class TextLines:
    """A text, asked for its lines; all other results are indexes in it."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.line_starts = [0, *(match.end() for match in re.finditer("\n", text))]

    def position(self, index: int) -> tuple[int, int]:
        """Line and column of an index, both from 1."""
        line = bisect_right(self.line_starts, index)
        return line, index - self.line_starts[line - 1] + 1

    def line_start(self, index: int) -> int:
        """Where the line begins in which an index lies."""
        return self.line_starts[bisect_right(self.line_starts, index) - 1]

    def line_over(self, index: int) -> int:
        """Where the next line begins, or the end of the text."""
        number = bisect_right(self.line_starts, index)
        return self.line_starts[number] if number < len(self.line_starts) else len(self.text)

    def over_blank_lines(self, index: int) -> int:
        """Where the first line at or behind *index*, which begins a line, begins that is not empty."""
        while index < len(self.text) and (blank := _BLANK.match(self.text, index)):
            index = blank.end()
        return index

    def back_over_blank_lines(self, index: int) -> int:
        """Where the empty lines begin that stand before *index*, which begins a line."""
        while index and _BLANK.fullmatch(self.text, self.line_start(index - 1), index):
            index = self.line_start(index - 1)
        return index

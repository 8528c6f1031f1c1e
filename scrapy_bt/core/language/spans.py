"""Where the nodes of a `.bt` file begin and end in its text, with the lines and the braces that are theirs."""

from __future__ import annotations

import re
from bisect import bisect_left
from typing import Any, NamedTuple

from ...errors import Place
from ..documents.textlines import TextLines
from ..tree.nodes import Body, Call, Document, Node
from .words import Word, read_words

_ENDING = re.compile(r"[ \t\r]*(?:#[^\n]*)?(?:\n|$)")


class Span(NamedTuple):
    """From *start* to *end* in the text."""

    start: int
    end: int


class Spans(TextLines):
    """The text of a file without syntax faults, asked for the places of its nodes."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self._words: list[Word] = [word for word in read_words(text) if not word.is_comment]
        self._starts = [word.start for word in self._words]

    def at(self, place: Place) -> Span:
        """The span of a place as nodes have it."""
        start = self.line_starts[place.line - 1] + place.column - 1
        return Span(start, self.line_starts[place.end_line - 1] + place.end_column - 1)

    def of(self, node: Node) -> Span:
        """The span of a node, with the parentheses around it, which its place does not tell."""
        assert node.place is not None, "it was read from a text"
        start, end = self.at(node.place)
        if isinstance(node, (Body, Document)):
            return Span(start, end)
        first = bisect_left(self._starts, start)
        over = bisect_left(self._starts, end)
        depth = least = 0
        for word in self._words[first:over]:
            depth += word.text.count("(") - word.text.count(")") if word.text[0] in "()" else 0
            least = min(least, depth)
        while least < 0:
            first -= 1
            is_opening = self._words[first].text[0] == "("
            least += is_opening
            depth += is_opening
        while depth > 0 and over < len(self._words):
            depth -= self._words[over].text[0] == ")"
            over += 1
        while self._is(first - 1, "(") and self._is(over, ")"):
            first, over = first - 1, over + 1
        return Span(self._words[first].start, self._words[over - 1].end)

    def braces(self, node: Node) -> Span | None:
        """The braces of the block of a node, outside of them; none where it has no block."""
        if isinstance(node, Document):
            return Span(0, len(self.text))
        block: Any = node.inline if isinstance(node, Call) and node.inline is not None else node
        inner = getattr(block, "body", None) or getattr(block, "attributes", None)
        if isinstance(inner, Node):
            return self.of(inner)
        start, end = self.at(block.place)
        for word in self._words[bisect_left(self._starts, start) : bisect_left(self._starts, end)]:
            if word.text == "{":
                return Span(word.start, end)
        return None

    def word_before(self, index: int) -> Word | None:
        """The last word that begins before an index."""
        number = bisect_left(self._starts, index) - 1
        return self._words[number] if number >= 0 else None

    def words(self, span: Span) -> list[Word]:
        """The words within a span."""
        return self._words[bisect_left(self._starts, span.start) : bisect_left(self._starts, span.end)]

    def indent(self, index: int) -> str:
        """The blanks with which the line of an index begins."""
        line = self.text[self.line_start(index) : self.line_over(index)]
        return line[: len(line) - len(line.lstrip(" \t"))]

    def begins_line(self, index: int) -> bool:
        """Whether only blanks stand before it on its line."""
        return not self.text[self.line_start(index) : index].strip(" \t")

    def has_lines_of_its_own(self, span: Span) -> bool:
        """Whether nothing but comments shares its lines."""
        return self.begins_line(span.start) and _ENDING.match(self.text, span.end) is not None

    def with_comments(self, span: Span) -> Span:
        """The whole lines of what has lines of its own, with the comments right above it.

        Comments with which a file begins are about the file.
        """
        begin = start = self.line_start(span.start)
        comment = re.compile(re.escape(self.text[start : span.start]) + "#")
        while start and comment.match(self.text, self.line_start(start - 1)):
            start = self.line_start(start - 1)
        return Span(start or begin, self.line_over(span.end))

    def _is(self, number: int, text: str) -> bool:
        return 0 <= number < len(self._words) and self._words[number].text == text

"""Where the parts of a YAML file begin and end in its text, with the lines that are theirs."""

from __future__ import annotations

import re

from ...errors import Place
from .nodes import ListNode, Mapping, MappingEntry, Node, Scalar
from .textlines import TextLines

_FILLING = re.compile(r"(?:[\s,]|#[^\n]*)*")


class PlaceIndex(TextLines):
    """The text of a file, asked for places; all results are indexes in it."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.line_end = "\r\n" if "\r\n" in text else "\n"

    def start(self, node: Node) -> int:
        """Where a node begins; a list in block layout at its first dash."""
        return node.start if isinstance(node, Scalar) else self._index(node.place)

    def end(self, node: Node) -> int:
        """Behind the last sign of a node, without the line ends and comments that follow it."""
        if isinstance(node, Scalar):
            return node.start + len(self.text[node.start : node.end].rstrip())
        inner: tuple[MappingEntry | Node, ...] = node.entries if isinstance(node, Mapping) else node.items
        end = self.start(node) + 1
        if inner:
            last = inner[-1]
            end = max(end, self.end_of_entry(last) if isinstance(last, MappingEntry) else self.end(last))
        if not self.is_flow(node):
            return end
        filling = _FILLING.match(self.text, end)
        assert filling is not None, "it matches nothing, too"
        return filling.end() + 1

    def end_of_entry(self, entry: MappingEntry) -> int:
        """Behind the value of a key, or its colon where there is none."""
        return max(self.end(entry.value), self.colon(entry) + 1)

    def colon(self, entry: MappingEntry) -> int:
        """Where the colon behind a key stands."""
        return self.text.index(":", entry.key.end)

    def is_flow(self, node: Node) -> bool:
        """Whether a list or a mapping is written with brackets."""
        return not isinstance(node, Scalar) and self.text[self.start(node)] in "[{"

    def dash(self, listing: ListNode, index: int) -> int:
        """Where the dash of an item stands, in block layout."""
        if index == 0:
            return self.start(listing)
        column = listing.place.column - 1
        behind = self.end(listing.items[index - 1])
        found = re.compile(rf"^[ ]{{{column}}}-", re.MULTILINE).search(self.text, behind)
        return found.end() - 1 if found is not None else self.start(listing.items[index])

    def column(self, index: int) -> int:
        """From 0."""
        return index - self.line_start(index)

    def begins_line(self, index: int) -> bool:
        """Whether only blanks stand before it on its line."""
        return not self.text[self.line_start(index) : index].strip()

    def with_comments_above(self, index: int) -> int:
        """Where the line of an index begins, or the comments right above it that are indented as it is."""
        column, start = self.column(index), self.line_start(index)
        comment = re.compile(rf"[ ]{{{column}}}#")
        while start and comment.match(self.text, self.line_start(start - 1)):
            start = self.line_start(start - 1)
        return start

    def over_comments(self, index: int, column: int) -> int:
        """Behind the comments that follow at *index* and are indented deeper than *column*."""
        comment = re.compile(rf"[ ]{{{column + 1},}}#")
        while comment.match(self.text, index):
            index = self.line_over(index)
        return index

    def _index(self, place: Place) -> int:
        return self.line_starts[place.line - 1] + place.column - 1

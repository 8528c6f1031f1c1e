"""The outline of a page: tags, elements with their paths, its text as a reader sees it, and where each stands."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, NamedTuple

from ..locate import PieceSpan

TagKind = Literal["open", "close", "other"]


class TagToken(NamedTuple):
    """A tag, comment or declaration; *element*: the index of the element that it opens, or -1."""

    start: int
    end: int
    kind: TagKind
    name: str
    element: int = -1


@dataclass(slots=True)
class TextElement:
    """An element: its tag begins at *start*, its content is *first* to *last*; the same in the text: *read_…*."""

    name: str
    start: int
    first: int
    path: int
    parent: int
    last: int = -1
    read_first: int = 0
    read_last: int = 0
    cells: int = 0
    """How many cells it holds so far, for rows."""


class PathLabel(NamedTuple):
    """One step of a path; *cell* counts the cells of a row from 1."""

    name: str
    classes: frozenset[str]
    cell: int = 0

    def fits(self, other: PathLabel) -> bool:
        """Whether the other has all that this one says."""
        is_named_so = not self.name or self.name == other.name
        return is_named_so and self.classes <= other.classes and self.cell in (0, other.cell)

    def __str__(self) -> str:
        return self.name + "".join(f".{name}" for name in sorted(self.classes)) + (f":{self.cell}" if self.cell else "")


@dataclass
class PageOutline:
    """What `outlining.read_outline` finds."""

    source: str
    tags: list[TagToken]
    elements: list[TextElement]
    text: str
    """The text without tags, entities replaced, white space as one space."""
    segments: list[tuple[int, int, int]]
    """Where parts of the text begin, where they stand in the source, and how long they are there."""
    paths: list[tuple[int, PathLabel]]
    """Each with the number of the path that it goes on from, or -1."""

    def place(self, at: int) -> tuple[int, int]:
        """The line and the column of an offset in the source, from 1."""
        return self.source.count("\n", 0, at) + 1, at - (self.source.rfind("\n", 0, at) + 1) + 1

    def path(self, number: int) -> tuple[PathLabel, ...]:
        """The labels of a path from the outermost."""
        labels = []
        while number >= 0:
            number, label = self.paths[number]
            labels.append(label)
        return tuple(reversed(labels))

    def tag_before(self, at: int) -> int:
        """The index of the last tag that begins before an offset, or -1."""
        return bisect_right(self._tag_starts, at - 1) - 1

    def is_inside_tag(self, at: int) -> bool:
        """Whether the offset lies within a tag."""
        number = self.tag_before(at)
        return number >= 0 and at < self.tags[number].end

    def element_at(self, at: int) -> int:
        """The innermost element around an offset, or -1."""
        number = self.tag_before(at)
        if number < 0:
            return -1
        return self._inside[number]

    def close_of(self, element: TextElement) -> int:
        """Where an element ends with its closing tag, if it has one."""
        number = bisect_right(self._tag_starts, element.last) - 1
        tag = self.tags[number]
        return tag.end if tag.kind == "close" and tag.start == element.last else element.last

    def source_span(self, first: int, last: int) -> PieceSpan:
        """Where a part of the text stands in the source."""
        return PieceSpan(self._source_at(first), self._source_at(last - 1, is_end=True))

    @cached_property
    def by_path(self) -> dict[int, list[int]]:
        """The elements of each path."""
        found: dict[int, list[int]] = defaultdict(list)
        for number, element in enumerate(self.elements):
            found[element.path].append(number)
        return found

    @cached_property
    def by_text(self) -> dict[tuple[int, int], int]:
        """The innermost element that has exactly a part of the text."""
        found: dict[tuple[int, int], int] = {}
        for number, element in enumerate(self.elements):
            first, last = self.trimmed(element.read_first, element.read_last)
            if first < last:
                found[first, last] = number  # elements inside come later
        return found

    def trimmed(self, first: int, last: int) -> tuple[int, int]:
        """A part of the text without the spaces at its ends."""
        while first < last and self.text[first] == " ":
            first += 1
        while first < last and self.text[last - 1] == " ":
            last -= 1
        return first, last

    def read(self, element: TextElement) -> str:
        """The text of an element."""
        return self.text[element.read_first : element.read_last].strip()

    @cached_property
    def _tag_starts(self) -> list[int]:
        return [tag.start for tag in self.tags]

    @cached_property
    def _segment_starts(self) -> list[int]:
        return [segment[0] for segment in self.segments]

    @cached_property
    def _inside(self) -> list[int]:
        """The innermost element behind each tag."""
        inside, open_now = [], -1
        for tag in self.tags:
            while open_now >= 0 and self.elements[open_now].last <= tag.start:
                open_now = self.elements[open_now].parent
            if tag.element >= 0 and self.elements[tag.element].last >= tag.end:
                open_now = tag.element
            inside.append(open_now)
        return inside

    def _source_at(self, at: int, *, is_end: bool = False) -> int:
        number = bisect_right(self._segment_starts, at) - 1
        first, where, length = self.segments[number]
        following = self.segments[number + 1][0] if number + 1 < len(self.segments) else len(self.text)
        if following - first == length:  # as it stands
            return where + at - first + is_end
        return where + (length if is_end else 0)

"""The outline of a page: its tags, elements with their paths, and its text as a reader sees it, with where each stands.

One pass over the source, linear in it, for any text: broken pages get the nearest outline, other texts one without
tags. A tag ends at its first `>`, so what stands in codes as `[^>]*` means the same here.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from dataclasses import dataclass, field
from functools import cached_property
from html import unescape
from typing import Literal, NamedTuple

from .locate import Span

TagKind = Literal["open", "close", "other"]
_TAG = re.compile(r"<(?:(!--)|(/?)([A-Za-z][^\s/<>]*)([^<>]*)>|[!?][^<>]*>)")
_RAW_END = {name: re.compile(f"</{name}", re.IGNORECASE) for name in ("script", "style")}
_CLASS = re.compile(r"""\sclass\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))""", re.IGNORECASE)
_PIECES = re.compile(r"[^\s&]+|\s+|&[^\s;&]{1,31};|&")
_NEEDS_PIECES = re.compile(r"[^\S ]| {2}|&")
_VOID = frozenset(
    {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track", "wbr"}
)
_INLINE = frozenset(
    {"a", "abbr", "b", "bdi", "bdo", "cite", "code", "data", "em", "font", "i", "kbd", "mark", "q", "s", "samp"}
    | {"small", "span", "strong", "sub", "sup", "u", "var"}
)
_CELLS = frozenset({"td", "th"})
_CLOSED_BY = {
    "li": {"li"},
    "dt": {"dt", "dd"},
    "dd": {"dt", "dd"},
    "tr": {"tr", "td", "th"},
    "td": {"td", "th"},
    "th": {"td", "th"},
    "option": {"option"},
    "p": {"p"},
}
"""Open elements that a tag ends, up to the nearest that holds them."""
_DEEPEST = 100
"""Steps of a path; elements inside share the last."""
_HOLDERS = frozenset(
    {"ul", "ol", "dl", "table", "thead", "tbody", "tfoot", "select", "div", "section", "article", "body", "blockquote"}
)


class TagToken(NamedTuple):
    """A tag, comment or declaration; *element*: the index of the element that it opens, or -1."""

    start: int
    end: int
    kind: TagKind
    name: str
    element: int = -1


@dataclass(slots=True)
class Element:
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


class Label(NamedTuple):
    """One step of a path; *cell* counts the cells of a row from 1."""

    name: str
    classes: frozenset[str]
    cell: int = 0

    def fits(self, other: Label) -> bool:
        """Whether the other has all that this one says."""
        is_named_so = not self.name or self.name == other.name
        return is_named_so and self.classes <= other.classes and self.cell in (0, other.cell)

    def __str__(self) -> str:
        return self.name + "".join(f".{name}" for name in sorted(self.classes)) + (f":{self.cell}" if self.cell else "")


@dataclass
class Outline:
    """What `read_outline` finds."""

    source: str
    tags: list[TagToken] = field(default_factory=list)
    elements: list[Element] = field(default_factory=list)
    text: str = ""
    """The text without tags, entities replaced, white space as one space."""
    _segments: list[tuple[int, int, int]] = field(default_factory=list)
    """Where parts of the text begin, where they stand in the source, and how long they are there."""
    _paths: list[tuple[int, Label]] = field(default_factory=list)

    def place(self, at: int) -> tuple[int, int]:
        """The line and the column of an offset in the source, from 1."""
        return self.source.count("\n", 0, at) + 1, at - (self.source.rfind("\n", 0, at) + 1) + 1

    def path(self, number: int) -> tuple[Label, ...]:
        """The labels of a path from the outermost."""
        labels = []
        while number >= 0:
            number, label = self._paths[number]
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

    def close_of(self, element: Element) -> int:
        """Where an element ends with its closing tag, if it has one."""
        number = bisect_right(self._tag_starts, element.last) - 1
        tag = self.tags[number]
        return tag.end if tag.kind == "close" and tag.start == element.last else element.last

    def source_span(self, first: int, last: int) -> Span:
        """Where a part of the text stands in the source."""
        return Span(self._source_at(first), self._source_at(last - 1, is_end=True))

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

    def read(self, element: Element) -> str:
        """The text of an element."""
        return self.text[element.read_first : element.read_last].strip()

    @cached_property
    def _tag_starts(self) -> list[int]:
        return [tag.start for tag in self.tags]

    @cached_property
    def _segment_starts(self) -> list[int]:
        return [segment[0] for segment in self._segments]

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
        first, where, length = self._segments[number]
        following = self._segments[number + 1][0] if number + 1 < len(self._segments) else len(self.text)
        if following - first == length:  # as it stands
            return where + at - first + is_end
        return where + (length if is_end else 0)


def read_outline(source: str) -> Outline:
    """The outline of any text."""
    outline = Outline(source)
    _Reader(outline).read()
    return outline


class _Reader:
    """Reads one page."""

    def __init__(self, outline: Outline) -> None:
        self._outline, self._source = outline, outline.source
        self._open: list[int] = []
        self._counts: dict[str, int] = defaultdict(int)
        self._known: dict[tuple[int, Label], int] = {}
        self._words: list[str] = []
        self._length = 0
        self._ends_in_space = True

    def read(self) -> None:
        source, at, text_from = self._source, 0, 0
        while (found := _TAG.search(source, at)) is not None:
            self._read_text(text_from, found.start())
            end = found.end()
            if found[1]:
                close = source.find("-->", end)
                end = len(source) if close < 0 else close + 3
            name = (found[3] or "").lower()
            if not name:
                self._outline.tags.append(TagToken(found.start(), end, "other", name))
            elif found[2]:
                self._close(name, found.start(), end)
            else:
                self._begin(name, found.start(), end, found[4])
                if name in _RAW_END and not found[4].endswith("/"):
                    closing = _RAW_END[name].search(source, end)
                    at = text_from = len(source) if closing is None else closing.start()
                    continue
            at = text_from = end
        self._read_text(text_from, len(source))
        while self._open:
            self._end(len(source))
        self._outline.text = "".join(self._words)

    def _begin(self, name: str, start: int, end: int, attributes: str) -> None:
        ended = _CLOSED_BY.get(name)
        if ended is not None:
            self._end_all(ended, start)
        if name not in _INLINE:
            self._space(start)
        elements = self._outline.elements
        parent = self._open[-1] if self._open else -1
        found = _CLASS.search(attributes) if "lass" in attributes or "LASS" in attributes else None
        classes = (found[1] or found[2] or found[3] or "").split() if found else ()
        cell = 0
        if name in _CELLS and parent >= 0:
            elements[parent].cells += 1
            cell = elements[parent].cells
        path = self._path(elements[parent].path if parent >= 0 else -1, Label(name, frozenset(classes), cell))
        elements.append(Element(name, start, end, path, parent, read_first=self._length))
        self._outline.tags.append(TagToken(start, end, "open", name, len(elements) - 1))
        self._open.append(len(elements) - 1)
        self._counts[name] += 1
        if name in _VOID or attributes.endswith("/"):
            self._end(end)

    def _path(self, parent: int, label: Label) -> int:
        if len(self._open) > _DEEPEST:
            return parent
        key = (parent, label)
        if key not in self._known:
            self._known[key] = len(self._outline._paths)  # noqa: SLF001  # it is being made here
            self._outline._paths.append(key)  # noqa: SLF001
        return self._known[key]

    def _close(self, name: str, start: int, end: int) -> None:
        if self._counts[name]:
            while self._outline.elements[self._open[-1]].name != name:
                self._end(start)
            self._end(start)
        if name not in _INLINE:
            self._space(start)
        self._outline.tags.append(TagToken(start, end, "close", name))

    def _end_all(self, names: set[str], at: int) -> None:
        """End the open elements of these names inside the nearest holder, with what is in them."""
        depth = len(self._open)
        reached = depth
        for number in range(depth - 1, max(-1, depth - 12), -1):
            name = self._outline.elements[self._open[number]].name
            if name in _HOLDERS:
                break
            if name in names:
                reached = number
        while len(self._open) > reached:
            self._end(at)

    def _end(self, at: int) -> None:
        element = self._outline.elements[self._open.pop()]
        element.last, element.read_last = max(at, element.first), self._length
        self._counts[element.name] -= 1

    def _read_text(self, first: int, last: int) -> None:
        if first >= last:
            return
        raw = self._source[first:last]
        if _NEEDS_PIECES.search(raw) is None and not (self._ends_in_space and raw[0] == " "):
            self._add(raw, first, last)
            return
        for piece in _PIECES.finditer(raw):
            written, start, end = piece[0], first + piece.start(), first + piece.end()
            read = unescape(written) if written[0] == "&" else written
            if read.isspace():
                self._space(start, end)
            else:
                self._add(read, start, end)

    def _space(self, first: int, last: int | None = None) -> None:
        if not self._ends_in_space:
            self._add(" ", first, first if last is None else last)

    def _add(self, text: str, first: int, last: int) -> None:
        self._outline._segments.append((self._length, first, last - first))  # noqa: SLF001
        self._words.append(text)
        self._length += len(text)
        self._ends_in_space = text.endswith(" ") or (not text and self._ends_in_space)

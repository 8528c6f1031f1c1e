"""Reads the outline of a page: one pass over the source, linear in it, for any text.

Broken pages get the nearest outline, other texts one without tags. A tag ends at its first `>`, so what stands in codes
as `[^>]*` means the same here.
"""

from __future__ import annotations

import re
from collections import defaultdict
from html import unescape

from ...regex.deadlines import Deadline
from .outline import PageOutline, PathLabel, TagToken, TextElement

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
_LOOKED_UP = 1000
"""Tags, or words, after which the clock is looked at."""
_HOLDERS = frozenset(
    {"ul", "ol", "dl", "table", "thead", "tbody", "tfoot", "select", "div", "section", "article", "body", "blockquote"}
)


def read_outline(source: str, until: Deadline | None = None) -> PageOutline:
    """The outline of any text; raises `OutOfTime` if it is not read by then."""
    return _OutlineReader(source, until).read()


class _OutlineReader:
    """Reads one page."""

    def __init__(self, source: str, until: Deadline | None) -> None:
        self._source, self._until = source, until
        self._tags: list[TagToken] = []
        self._elements: list[TextElement] = []
        self._segments: list[tuple[int, int, int]] = []
        self._paths: list[tuple[int, PathLabel]] = []
        self._open: list[int] = []
        self._counts: dict[str, int] = defaultdict(int)
        self._known: dict[tuple[int, PathLabel], int] = {}
        self._words: list[str] = []
        self._length = 0
        self._ends_in_space = True

    def read(self) -> PageOutline:
        source, at, text_from = self._source, 0, 0
        while (found := _TAG.search(source, at)) is not None:
            self._read_text(text_from, found.start())
            self._look_up(len(self._tags))
            end = found.end()
            if found[1]:
                close = source.find("-->", end)
                end = len(source) if close < 0 else close + 3
            name = (found[3] or "").lower()
            if not name:
                self._tags.append(TagToken(found.start(), end, "other", name))
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
        text = "".join(self._words)
        return PageOutline(source, self._tags, self._elements, text, self._segments, self._paths)

    def _begin(self, name: str, start: int, end: int, attributes: str) -> None:
        ended = _CLOSED_BY.get(name)
        if ended is not None:
            self._end_all(ended, start)
        if name not in _INLINE:
            self._space(start)
        elements = self._elements
        parent = self._open[-1] if self._open else -1
        found = _CLASS.search(attributes) if "lass" in attributes or "LASS" in attributes else None
        classes = (found[1] or found[2] or found[3] or "").split() if found else ()
        cell = 0
        if name in _CELLS and parent >= 0:
            elements[parent].cells += 1
            cell = elements[parent].cells
        path = self._path(elements[parent].path if parent >= 0 else -1, PathLabel(name, frozenset(classes), cell))
        elements.append(TextElement(name, start, end, path, parent, read_first=self._length))
        self._tags.append(TagToken(start, end, "open", name, len(elements) - 1))
        self._open.append(len(elements) - 1)
        self._counts[name] += 1
        if name in _VOID or attributes.endswith("/"):
            self._end(end)

    def _path(self, parent: int, label: PathLabel) -> int:
        if len(self._open) > _DEEPEST:
            return parent
        key = (parent, label)
        if key not in self._known:
            self._known[key] = len(self._paths)
            self._paths.append(key)
        return self._known[key]

    def _close(self, name: str, start: int, end: int) -> None:
        if self._counts[name]:
            while self._elements[self._open[-1]].name != name:
                self._end(start)
            self._end(start)
        if name not in _INLINE:
            self._space(start)
        self._tags.append(TagToken(start, end, "close", name))

    def _end_all(self, names: set[str], at: int) -> None:
        """End the open elements of these names inside the nearest holder, with what is in them."""
        depth = len(self._open)
        reached = depth
        for number in range(depth - 1, max(-1, depth - 12), -1):
            name = self._elements[self._open[number]].name
            if name in _HOLDERS:
                break
            if name in names:
                reached = number
        while len(self._open) > reached:
            self._end(at)

    def _end(self, at: int) -> None:
        element = self._elements[self._open.pop()]
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
        self._segments.append((self._length, first, last - first))
        self._words.append(text)
        self._look_up(len(self._words))
        self._length += len(text)
        self._ends_in_space = text.endswith(" ") or (not text and self._ends_in_space)

    def _look_up(self, count: int) -> None:
        if self._until is not None and not count % _LOOKED_UP:
            self._until.demand()

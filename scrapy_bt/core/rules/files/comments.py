"""The comments of a rule file, and what each of them is about."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TypeAlias

from ...documents.nodes import ListNode, Mapping, MappingEntry, Node, Scalar

_COMMENT = re.compile(r"(?:^|(?<=[\s,\[\]{}'\"]))#[^\n\r]*", re.MULTILINE)
"""The parser takes a comment directly behind quotes and brackets, too."""
_MODELINE = re.compile(r"#\s*yaml-language-server:")
_DASHES = re.compile(r"[\s-]*-\s+")

Owner: TypeAlias = "MappingEntry | Node"
"""What is written on a line of its own, or begins one: an entry of a mapping, or an item of a list."""


@dataclass
class Comments:
    """The texts of comments by what they are about."""

    header: list[str] = field(default_factory=list)
    """They are about the whole file, and are followed by an empty line."""
    footer: list[str] = field(default_factory=list)
    _above: defaultdict[int, list[str]] = field(default_factory=lambda: defaultdict(list))
    _behind: defaultdict[int, list[str]] = field(default_factory=lambda: defaultdict(list))
    _below: defaultdict[int, list[str]] = field(default_factory=lambda: defaultdict(list))

    def above(self, *nodes: Owner) -> list[str]:
        """The comments on lines of their own above some nodes."""
        return [text for node in nodes for text in self._above.get(id(node), ())]

    def behind(self, *nodes: Scalar) -> str:
        """The comments on its line, as one."""
        return " ".join(text for node in nodes for text in self._behind.get(id(node), ()))

    def below(self, node: Owner) -> list[str]:
        """The comments on lines of their own behind it, which are indented as a part of it."""
        return self._below.get(id(node), [])

    def add_above(self, node: Owner, text: str) -> None:
        """Put a comment above it."""
        self._above[id(node)].append(text)

    def add_behind(self, node: Scalar, text: str) -> None:
        """Add a comment to the end of a node's line."""
        self._behind[id(node)].append(text)

    def add_below(self, node: Owner, text: str) -> None:
        """Put a comment below it."""
        self._below[id(node)].append(text)


def find_comments(text: str, root: Mapping) -> Comments:
    """The comments of a text, whose nodes stand below *root*; both have to live as long as what is returned."""
    return _Finder(text, root).comments


class _Finder:
    def __init__(self, text: str, root: Mapping) -> None:
        self.comments = Comments()
        self._text = text
        self._scalars: list[Scalar] = []
        self._items: dict[int, Node] = {}
        """The outermost item of a list that begins with a scalar."""
        self._owners: defaultdict[int, list[tuple[int, Owner]]] = defaultdict(list)
        """What ends with a scalar, the outermost first, with its column."""
        self._lines = text.split("\n")
        self._note(root)
        self._scalars.sort(key=lambda scalar: (scalar.start, scalar.end))
        self._starts = [scalar.start for scalar in self._scalars]
        found = [*self._found()]
        header = self._count_of_header(found)
        self.comments.header += [text[start:end].rstrip() for start, end in found[:header]]
        for start, end in found[header:]:
            self._assign(start, text[start:end].rstrip())

    def _found(self) -> Iterator[tuple[int, int]]:
        """Where comments stand: between scalars, or behind the sign of a block."""
        last = 0
        for scalar in self._scalars:
            yield from self._between(last, scalar.start)
            if scalar.style in ("|", ">"):
                line_end = self._text.find("\n", scalar.start)
                yield from self._between(scalar.start, min(line_end if line_end >= 0 else scalar.end, scalar.end))
            last = max(last, scalar.end)
        yield from self._between(last, len(self._text))

    def _between(self, start: int, end: int) -> Iterator[tuple[int, int]]:
        return (match.span() for match in _COMMENT.finditer(self._text, start, end))

    def _count_of_header(self, found: list[tuple[int, int]]) -> int:
        first = self._starts[0] if self._starts else len(self._text)
        count = 0
        for number, (_, end) in enumerate(found, 1):
            if end > first:
                break
            following = found[number][0] if number < len(found) and found[number][0] < first else first
            is_apart = self._text.count("\n", end, following) > 1
            if is_apart or _MODELINE.match(self._text, found[number - 1][0]):
                count = number
        return count

    def _assign(self, start: int, text: str) -> None:
        line = self._text.rfind("\n", 0, start) + 1
        next_index = bisect_right(self._starts, start)
        before = self._scalars[next_index - 1] if next_index else None
        # Behind a block begins a new line, so what stands before its end stands behind its sign.
        if before is not None and (start < before.end if before.style in ("|", ">") else before.end > line):
            self.comments.add_behind(before, text)
            return
        following = self._scalars[next_index] if next_index < len(self._scalars) else None
        column = start - line
        if before is not None and (following is None or column > self._indent_of(following)):
            owner = self._owner(before, column, following)
            if owner is not None:
                self.comments.add_below(owner, text)
                return
        if following is None:
            self.comments.footer.append(text)
        else:
            self.comments.add_above(self._items.get(id(following), following), text)

    def _owner(self, before: Scalar, column: int, following: Scalar | None) -> Owner | None:
        """What a comment is a part of: the outermost that ends there and is indented as deep, else the innermost."""
        if not column:
            return None
        least = self._indent_of(following) if following is not None else 0
        owners = [(its_column, owner) for its_column, owner in self._owners[id(before)] if its_column > least]
        deep = (owner for its_column, owner in owners if its_column >= column)
        return next(deep, owners[-1][1] if owners else None)

    def _indent_of(self, scalar: Scalar) -> int:
        line = self._text.rfind("\n", 0, scalar.start) + 1
        return len(self._text[line : scalar.start]) - len(self._text[line : scalar.start].lstrip(" "))

    def _note(self, node: Node) -> tuple[Scalar | None, Scalar | None]:
        """Note every scalar, and what begins and ends with it; return the first and the last scalar of a node."""
        if isinstance(node, Scalar):
            self._scalars.append(node)
            return node, node
        first: Scalar | None = None
        last: Scalar | None = None
        if isinstance(node, Mapping):
            for entry in node.entries:
                self._scalars.append(entry.key)
                _, end = self._note(entry.value)
                last = end or entry.key
                first = first or entry.key
                self._owners[id(last)].insert(0, (entry.key.place.column - 1, entry))
        elif isinstance(node, ListNode):
            for item in node.items:
                begin, end = self._note(item)
                first, last = first or begin, end or last
                if begin is not None:
                    self._items[id(begin)] = item
                if end is not None:
                    self._owners[id(end)].insert(0, (self._column_of_item(item), item))
        return first, last

    def _column_of_item(self, item: Node) -> int:
        before = self._lines[item.place.line - 1][: item.place.column - 1]
        return before.rfind("-") if _DASHES.fullmatch(before) else item.place.column - 1

"""Writes the nodes of a rule in the one canonical layout.

Fields stand in the order of the shape, those that it does not know behind them; everything is in blocks, indented by
two; patterns and what takes part in them are in quotes, other texts only where they must be.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ...documents.nodes import ListNode, Mapping, MappingEntry, Node, Scalar
from ...documents.shape import Either, Kind, Many, RecordShape, TextShape
from .comments import Comments
from .scalars import block_lines, text_written, written
from .shape import RULE

SPACED = {"layers", "groups"}
"""Fields of the rule before which, and between whose items, there is an empty line."""


def print_nodes(root: Mapping, comments: Comments) -> str:
    """The text of a rule file."""
    lines = list(_Printer(comments).rule(root))
    if comments.header:
        lines = [*comments.header, *([""] if lines else []), *lines]
    if comments.footer:
        lines += comments.footer
    return "\n".join([*lines, ""]) if lines else ""


def print_item(item: Node, kind: Kind | None) -> list[str]:
    """The lines of an item of a list, which begin with its dash."""
    return _Printer(Comments()).item(item, kind)


def print_entry(entry: MappingEntry, record: RecordShape | None) -> list[str]:
    """The lines of a field and its value."""
    return _Printer(Comments()).entry(entry, record)[1]


class _Printer:
    def __init__(self, comments: Comments) -> None:
        self._comments = comments

    def rule(self, root: Mapping) -> Iterator[str]:
        for number, entry in enumerate(_in_order(root, RULE)):
            above, lines = self.entry(entry, RULE)
            if number and entry.key.text in SPACED:
                yield ""
            yield from above
            yield from lines

    def entry(self, entry: MappingEntry, record: RecordShape | None) -> tuple[list[str], list[str]]:
        """What stands above an entry, and its lines."""
        key, value = entry.key, entry.value
        field = record.field(key.text) if record is not None else None
        kind = field.kind if field is not None else None
        name = f"{text_written(key.text)}:"
        above = self._comments.above(key, value) if isinstance(value, Scalar) else self._comments.above(key)
        if isinstance(value, Scalar):
            lines = self._scalar(name, value, kind, self._comments.behind(key, value), "  ")
        else:
            lines = self._nested(name, value, kind, self._comments.behind(key), is_spaced=key.text in SPACED)
        return above, [*lines, *self._comments.below(entry)]

    def _nested(
        self, name: str, value: ListNode | Mapping, kind: Kind | None, comment: str, *, is_spaced: bool = False
    ) -> list[str]:
        if isinstance(value, ListNode):
            if not value.items:
                return [_joined(f"{name} []", comment)]
            inside = list(self._items(value, kind.of if isinstance(kind, Many) else None, is_spaced=is_spaced))
        else:
            if not value.entries:
                return [_joined(f"{name} {{}}", comment)]
            above, lines = self._mapping(value, kind)
            inside = [*above, *lines]
        return [_joined(name, comment), *_indented(inside)]

    def _scalar(self, name: str, value: Scalar, kind: Kind | None, comment: str, indent: str) -> list[str]:
        is_prose = isinstance(value.value, str) and not (isinstance(kind, TextShape) and not kind.is_plain)
        block = block_lines(value.text) if is_prose else None
        if block is not None:
            sign, lines = block
            return [_joined(f"{name} {sign}", comment), *(f"{indent}{line}" if line else "" for line in lines)]
        return [_joined(f"{name} {written(value, kind)}".rstrip(" "), comment)]

    def _items(self, listing: ListNode, kind: Kind | None, *, is_spaced: bool) -> Iterator[str]:
        for number, item in enumerate(listing.items):
            if number and is_spaced:
                yield ""
            yield from self._comments.above(item)
            yield from self.item(item, kind)
            yield from self._comments.below(item)

    def item(self, item: Node, kind: Kind | None) -> list[str]:
        """The lines of an item."""
        if isinstance(item, Scalar):
            return self._scalar("-", item, kind, self._comments.behind(item), "  ")
        if isinstance(item, ListNode) or not item.entries:
            return self._nested("-", item, kind, "")
        above, lines = self._mapping(item, kind)
        return [*above, f"- {lines[0]}", *_indented(lines[1:])]

    def _mapping(self, mapping: Mapping, kind: Kind | None) -> tuple[list[str], list[str]]:
        record = record_of(mapping, kind)
        first, *others = (self.entry(entry, record) for entry in _in_order(mapping, record))
        lines = list(first[1])
        for above, more in others:
            lines += [*above, *more]
        return first[0], lines


def record_of(mapping: Mapping, kind: Kind | None) -> RecordShape | None:
    """The record that a mapping of a kind is."""
    if isinstance(kind, Either):
        keys = {entry.key.text for entry in mapping}
        return next((record for record in kind.records if keys & set(record.names)), None)
    return kind if isinstance(kind, RecordShape) else None


def _in_order(mapping: Mapping, record: RecordShape | None) -> list[MappingEntry]:
    names = record.names if record is not None else ()
    return sorted(mapping, key=lambda entry: names.index(entry.key.text) if entry.key.text in names else len(names))


def _indented(lines: Iterable[str]) -> list[str]:
    return [f"  {line}" if line else "" for line in lines]


def _joined(line: str, comment: str) -> str:
    return f"{line} {comment}" if comment else line

"""A change of one place in the text of a rule file: only the lines or words that are meant are touched."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence

from ....sentences import say
from ...documents.edits import Path
from ...documents.layout import PlaceIndex
from ...documents.nodes import ListNode, Mapping, MappingEntry, Node, Scalar
from ...documents.pieces import TextEdit, UneditableError
from ...documents.plain import Plain, node_of, plain_of
from ...documents.shape import Kind, Many, RecordShape
from .printer import SPACED, print_entry, print_item, record_of
from .scalars import block_lines, text_written, written
from .shape import RULE


class RuleSplicer:
    """The text of a file whose root is *root*, asked for the pieces of a change."""

    def __init__(self, text: str, root: Mapping) -> None:
        self._text, self._root = text, root
        self._layout = PlaceIndex(text)

    def setting(self, path: Path, value: Plain) -> list[TextEdit]:
        """What makes the field or the item at a path say a value."""
        within, kind = self._find(path[:-1])
        step = path[-1]
        if isinstance(within, ListNode):
            item = within.items[int(step)]
            return [self._over(item, value, kind.of if isinstance(kind, Many) else None)]
        assert isinstance(within, Mapping), "a path leads through lists and mappings"
        record = record_of(within, kind)
        entry = self._entry(path)
        if entry is None:
            return [self._new_entry(within, str(step), value, record)]
        field = record.field(str(step)) if record is not None else None
        if _is_scalar(value) and isinstance(entry.value, Scalar) and entry.value.style not in ("|", ">"):
            return [self._over(entry.value, value, field.kind if field is not None else None)]
        colon, end = self._layout.colon(entry), self._layout.end_of_entry(entry)
        if self._layout.is_flow(within) or self._is_in_flow(path):
            return [TextEdit(colon + 1, end, f" {_flow(value)}")]
        lines = print_entry(MappingEntry(entry.key, node_of(value)), record)
        head, *inside = lines
        head = head[head.index(":", len(text_written(entry.key.text))) :]
        column = self._layout.column(entry.key.start)
        return [TextEdit(colon, end, self._joined([head, *_indented(inside, column)]))]

    def deletion(self, path: Path) -> list[TextEdit]:
        """What takes a field or an item away."""
        within, _ = self._find(path[:-1])
        step = path[-1]
        if isinstance(within, Mapping):
            number = next(n for n, entry in enumerate(within) if entry.key.text == step)
            starts = [entry.key.start for entry in within]
            ends = [self._layout.end_of_entry(entry) for entry in within]
        else:
            assert isinstance(within, ListNode), "a path leads through lists and mappings"
            number = int(step)
            starts = [self._item_start(within, index) for index in range(len(within.items))]
            ends = [self._layout.end(item) for item in within.items]
        if len(starts) == 1:
            if len(path) == 1:
                raise UneditableError(say("the file would say nothing"))
            return self._emptying(path, within, starts[0], ends[0])
        if self._layout.is_flow(within):
            return [self._flow_deletion(starts, ends, number)]
        return [self._block_deletion(starts, ends, number)]

    def insertion(
        self, path: Path, index: int | None, value: Plain, lines: Sequence[str] | None = None
    ) -> list[TextEdit]:
        """What puts an item into a list; *lines*: how it is written, from its dash, if not in the canonical way."""
        within, kind = self._find(path)
        if within is None or (isinstance(within, Scalar) and within.is_nothing):
            return self.setting(path, [value])
        if not isinstance(within, ListNode):
            raise UneditableError(say("{} is no list", path[-1]))
        count = len(within.items)
        index = count if index is None else index
        if self._layout.is_flow(within):
            if count and not self._is_flat(within):
                return self.setting(path, [*_items_with(within, index, value)])
            if not count:
                item_kind = kind.of if isinstance(kind, Many) else None
                return self._beginning(path, lines or print_item(node_of(value), item_kind))
            item = within.items[min(index, count - 1)]
            if index < count:
                return [TextEdit(self._layout.start(item), self._layout.start(item), f"{_flow(value)}, ")]
            return [TextEdit(self._layout.end(item), self._layout.end(item), f", {_flow(value)}")]
        lines = lines or print_item(node_of(value), kind.of if isinstance(kind, Many) else None)
        dashes = [self._item_start(within, number) for number in range(count)]
        column = self._layout.column(dashes[0])
        if not self._layout.begins_line(dashes[0]):
            raise UneditableError(say("the list begins on the line of something else"))
        laid_out = _indented(lines, column)
        is_spaced = self._is_spaced(within, dashes) if count > 1 else path[-1] in SPACED
        if index < count:
            start = self._layout.with_comments_above(dashes[index])
            return [TextEdit(start, start, self._joined([*laid_out, *([""] * is_spaced), ""]))]
        over = self._layout.line_over(self._layout.end(within.items[-1]) - 1)
        over = self._layout.over_comments(over, column)
        before = "" if self._text[:over].endswith("\n") else self._layout.line_end
        after = "" if before else self._layout.line_end
        return [TextEdit(over, over, before + self._joined([*([""] * is_spaced), *laid_out]) + after)]

    def lines_of(self, path: Path) -> list[str] | None:
        """How an item of a list is written, from its dash, with its comments; none where it shares its lines."""
        within, _ = self._find(path[:-1])
        if not isinstance(within, ListNode) or self._layout.is_flow(within):
            return None
        number = int(path[-1])
        dash = self._item_start(within, number)
        if not self._layout.begins_line(dash):
            return None
        start = self._layout.with_comments_above(dash)
        over = self._layout.line_over(self._layout.end(within.items[number]) - 1)
        column = self._layout.column(dash)
        lines = self._text[start:over].rstrip("\r\n").split("\n")
        if any(line[:column].strip() for line in lines):
            return None
        return [line[column:].rstrip("\r") for line in lines]

    def _find(self, path: Path) -> tuple[Node | None, Kind | None]:
        """What is at a path of keys and numbers, and what it is to be."""
        node: Node | None = self._root
        kind: Kind | None = RULE
        for step in path:
            if isinstance(node, ListNode):
                node = node.items[int(step)]
                kind = kind.of if isinstance(kind, Many) else None
            elif isinstance(node, Mapping):
                record: RecordShape | None = record_of(node, kind)
                field = record.field(str(step)) if record is not None else None
                kind = field.kind if field is not None else None
                node = node.get(str(step))
        return node, kind

    def _emptying(self, path: Path, within: Mapping | ListNode, start: int, end: int) -> list[TextEdit]:
        """What takes the only item away; the comments around it stay."""
        empty: Plain = {} if isinstance(within, Mapping) else []
        owner = self._entry(path[:-1])
        if owner is None or self._layout.is_flow(within) or not self._layout.begins_line(start):
            return self.setting(path[:-1], empty)
        behind = self._layout.colon(owner) + 1
        first = self._layout.with_comments_above(start)
        return [TextEdit(behind, behind, f" {_flow(empty)}"), TextEdit(first, self._layout.line_over(end - 1), "")]

    def _beginning(self, path: Path, lines: Sequence[str]) -> list[TextEdit]:
        """What puts the first item into a list that is there and empty."""
        owner = self._entry(path)
        if owner is None or self._is_in_flow(path):
            raise UneditableError(say("an empty list within brackets gets no item in lines of its own"))
        layout = self._layout
        behind, end = layout.colon(owner) + 1, layout.end_of_entry(owner)
        over = layout.line_over(end - 1)
        laid_out = self._joined(_indented(lines, layout.column(owner.key.start) + 2))
        is_ended = self._text[:over].endswith("\n")
        text = laid_out + layout.line_end if is_ended else layout.line_end + laid_out
        return [TextEdit(behind, end, ""), TextEdit(over, over, text)]

    def _entry(self, path: Path) -> MappingEntry | None:
        """The field at a path, if it is one."""
        within, _ = self._find(path[:-1])
        if not isinstance(within, Mapping):
            return None
        return next((entry for entry in within if entry.key.text == path[-1]), None)

    def _is_in_flow(self, path: Path) -> bool:
        return any(
            node is not None and self._layout.is_flow(node)
            for node in (self._find(path[:depth])[0] for depth in range(len(path)))
        )

    def _is_flat(self, listing: ListNode) -> bool:
        """Whether a list with brackets stands on one line."""
        return "\n" not in self._text[self._layout.start(listing) : self._layout.end(listing)]

    def _is_spaced(self, within: ListNode, dashes: list[int]) -> bool:
        """Whether nothing but empty lines stands between the last two items."""
        between = self._text[self._layout.line_over(self._layout.end(within.items[-2]) - 1) : dashes[-1]]
        return "\n" in between and not between.strip()

    def _item_start(self, listing: ListNode, number: int) -> int:
        if self._layout.is_flow(listing):
            return self._layout.start(listing.items[number])
        return self._layout.dash(listing, number)

    def _over(self, node: Node, value: Plain, kind: Kind | None) -> TextEdit:
        """What writes a value over a node that stands within a line."""
        start, end = self._layout.start(node), self._layout.end(node)
        if not _is_scalar(value) or not isinstance(node, Scalar):
            if "\n" in self._text[start:end] and not self._layout.is_flow(node):
                raise UneditableError(say("what stands there has several lines"))
            return TextEdit(start, end, _flow(value))
        new = node_of(value)
        assert isinstance(new, Scalar), "it is no list and no mapping"
        is_alone = isinstance(value, str) and block_lines(value) is None
        text = written(new, kind) if is_alone or not isinstance(value, str) else text_written(value, is_plain=False)
        if text == value and any(sign in text for sign in ",[]{}"):
            text = text_written(text, is_plain=False)  # it may stand within brackets
        return TextEdit(start, max(start, end), text if end > start else f" {text}")

    def _new_entry(self, within: Mapping, key: str, value: Plain, record: RecordShape | None) -> TextEdit:
        entry = MappingEntry(_key(key), node_of(value))
        entries = within.entries
        if self._layout.is_flow(within):
            text = f"{text_written(key)}: {_flow(value)}"
            if not entries:
                return TextEdit(self._layout.start(within) + 1, self._layout.start(within) + 1, text)
            end = self._layout.end_of_entry(entries[-1])
            return TextEdit(end, end, f", {text}")
        names = record.names if record is not None else ()
        place = names.index(key) if key in names else len(names)
        before = [one for one in entries if one.key.text in names and names.index(one.key.text) < place]
        lines = print_entry(entry, record)
        column = self._layout.column(entries[0].key.start)
        if not before and key in names:
            start = entries[0].key.start
            return TextEdit(start, start, self._joined([*_indented(lines, column), " " * column]).lstrip(" "))
        last = before[-1] if key in names else entries[-1]
        over = self._layout.line_over(self._layout.end_of_entry(last) - 1)
        line_end, new = self._layout.line_end, self._joined(_indented(lines, column))
        return TextEdit(over, over, new + line_end if self._text[:over].endswith("\n") else line_end + new)

    def _flow_deletion(self, starts: list[int], ends: list[int], number: int) -> TextEdit:
        is_last = number == len(starts) - 1
        piece = (
            TextEdit(ends[number - 1], ends[number], "")
            if is_last
            else TextEdit(starts[number], starts[number + 1], "")
        )
        if "#" in self._text[ends[number] : piece.end] or "#" in self._text[piece.start : starts[number]]:
            raise UneditableError(say("a comment stands within the brackets"))
        return piece

    def _block_deletion(self, starts: list[int], ends: list[int], number: int) -> TextEdit:
        layout = self._layout
        over = layout.line_over(ends[number] - 1)
        if not layout.begins_line(starts[number]):
            # It shares its line with the dash of an item: the next field comes up to it.
            following = starts[number + 1]
            if self._text[over:following].strip():
                return TextEdit(starts[number], over, layout.line_end)
            return TextEdit(starts[number], following, "")
        start = layout.with_comments_above(starts[number])
        if number < len(starts) - 1:
            return TextEdit(start, layout.over_blank_lines(over), "")
        return TextEdit(layout.back_over_blank_lines(start), over, "")

    def _joined(self, lines: Iterable[str]) -> str:
        return self._layout.line_end.join(lines)


def _items_with(listing: ListNode, index: int, value: Plain) -> list[Plain]:
    items = [plain_of(item) for item in listing.items]
    return [*items[:index], value, *items[index:]]


def _is_scalar(value: Plain) -> bool:
    return not isinstance(value, (list, dict))


def _key(name: str) -> Scalar:
    key = node_of(name)
    assert isinstance(key, Scalar), "it is a text"
    return key


def _flow(value: Plain) -> str:
    """A value on one line, as it may stand within brackets."""
    return text_written(value, is_plain=False) if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _indented(lines: Iterable[str], column: int) -> list[str]:
    return [" " * column + line if line else "" for line in lines]

"""Answers about scheme files: what could be written at a place."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..documents.fields import mappings, text_of
from ..documents.nodes import Mapping
from ..documents.report import ShapeReport
from ..documents.shape import Kind, Many, RecordShape, TableShape, TextShape
from ..documents.toml import compose_toml
from ..documents.yaml import compose_yaml
from ..schemes.files.builder import pairs
from ..schemes.files.reader import is_toml
from ..schemes.files.shape import SCHEME
from ..schemes.scheme import LOGICS
from ..schemes.templates import BUILT_IN
from .answers import CompletionItem
from .paths import Cursor, cursor_at, fields_left

_HEADER = re.compile(r"[ \t]*\[{1,2}[ \t]*(?P<path>[\w.-]+)[ \t]*\]{1,2}")
_ENTRY = re.compile(r"[ \t]*(?P<key>[\w-]+)[ \t]*=(?P<value>.*)")
_TEXTS = re.compile(r'"(?:\\.|[^"\\])*"|\'[^\']*\'|#.*')
_HOLE = re.compile(r"(?<!\{)\{[^{}\"']*$")


def complete(text: str, offset: int, file: str) -> list[CompletionItem]:
    """Fields that are not there yet, words that a field may have, and names for the holes of templates."""
    is_table = is_toml(file)
    cursor = _cursor_in_toml(text, offset) if is_table else cursor_at(text, offset)
    record = cursor.record_in(SCHEME)
    line = text[text.rfind("\n", 0, offset) + 1 : offset]
    if cursor.key and _HOLE.search(line):
        return [CompletionItem(name, kind="variable") for name in (*BUILT_IN, *_own_values(text, offset, file))]
    if record is None:
        return []
    if not cursor.key:
        return [_field(item, record, cursor.keys) if is_table else item for item in fields_left(record, cursor)]
    field = record.field(cursor.key)
    words = _words(field.kind, cursor, text, offset, file) if field is not None else ()
    quote = '"' if is_table and line.count('"') % 2 == 0 else ""
    return [CompletionItem(word, kind="value", text=f"{quote}{word}{quote}") for word in words]


def _words(kind: Kind, cursor: Cursor, text: str, offset: int, file: str) -> Iterator[str]:
    if isinstance(kind, TextShape):
        yield from kind.choices
    if cursor.key == "between" and not cursor.keys:  # of the scheme: classes, too, may be named
        yield from LOGICS
        root = _root(text, offset, file)
        yield from (text_of(each, "class") for each in mappings(root, "classes")) if root is not None else ()


def _own_values(text: str, offset: int, file: str) -> list[str]:
    root = _root(text, offset, file)
    return [name for name, _ in pairs(root, "values")] if root is not None else []


def _root(text: str, offset: int, file: str) -> Mapping | None:
    """The file's nodes; where it cannot be read, without the line that is being written."""
    start, end = text.rfind("\n", 0, offset) + 1, text.find("\n", offset)
    for written in (text, text[:start] + (text[end:] if end >= 0 else "")):
        report = ShapeReport(written, file, noun="scheme")
        root = compose_toml(report) if is_toml(file) else compose_yaml(report)
        if isinstance(root, Mapping):
            return root
    return None


def _field(item: CompletionItem, record: RecordShape, within: tuple[str, ...]) -> CompletionItem:
    """A field as TOML writes it: tables have a line of their own."""
    field = record.field(item.label)
    kind = field.kind if field is not None else None
    path = ".".join((*within, item.label))
    if isinstance(kind, Many) and isinstance(kind.of, RecordShape):
        text = f"[[{path}]]\n"
    elif isinstance(kind, (RecordShape, TableShape)):
        text = f"[{path}]\n"
    else:
        text = f"{item.label} = "
    return CompletionItem(item.label, kind=item.kind, detail=item.detail, text=text)


def _cursor_in_toml(text: str, offset: int) -> Cursor:
    """Where *offset* lies, seen from the lines of its table."""
    start = text.rfind("\n", 0, offset) + 1
    above, below = text[:start].split("\n")[:-1], text[offset:].split("\n")[1:]
    here = _ENTRY.match(text, start, offset)
    keys: tuple[str, ...] = ()
    entries: list[re.Match[str]] = []
    for line in reversed(above):
        header = _HEADER.match(line)
        if header is not None:
            keys = tuple(header["path"].split("."))
            break
        entries += [found for found in [_ENTRY.match(line)] if found is not None]
    key = here["key"] if here is not None else ""
    if here is None and entries:
        behind = text[text.rfind(entries[0][0], 0, start) : offset]
        bare = _TEXTS.sub("", behind)
        key = entries[0]["key"] if bare.count("[") > bare.count("]") else ""
    siblings = {found["key"] for found in entries}
    for line in below:
        if _HEADER.match(line):
            break
        siblings |= {found["key"] for found in [_ENTRY.match(line)] if found is not None}
    return Cursor(keys, key, frozenset(siblings - {key}), "")

"""Where in a file a place lies: which part of a rule, or of another record, is written there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from ...sentences import say
from ..documents.edits import Path
from ..documents.nodes import ListNode, Mapping, Node, Scalar
from ..documents.report import ShapeReport
from ..documents.shape import Either, FieldShape, Kind, Many, RecordShape
from ..documents.yaml import compose_yaml
from ..rules.files.printer import record_of
from ..rules.files.shape import RULE
from .answers import CompletionItem

_LINE = re.compile(r"(?P<indent>[ ]*)(?P<dashes>(?:-[ ]+)*)(?:(?P<key>[\w-]+)[ ]*:(?:[ ]+(?P<value>.*))?)?")


@dataclass(frozen=True)
class FileLeaf:
    """A word or text of the file: *key* tells whether it is the name of the field at its path."""

    path: Path
    scalar: Scalar
    kind: Kind | None
    is_key: bool = False
    field: FieldShape | None = None


def root_of(text: str) -> Mapping | None:
    """The nodes of a file; none where it is no YAML."""
    root = compose_yaml(ShapeReport(text, "rule", noun=say("rule")))
    return root if isinstance(root, Mapping) else None


def leaves(root: Mapping) -> Iterator[FileLeaf]:
    """Every word of a file, with the way to it."""
    stack: list[tuple[Path, Node, Kind | None]] = [((), root, RULE)]
    while stack:
        path, node, kind = stack.pop()
        if isinstance(node, Scalar):
            yield FileLeaf(path, node, kind)
        elif isinstance(node, ListNode):
            inner = kind.of if isinstance(kind, Many) else None
            stack += [((*path, number), item, inner) for number, item in reversed([*enumerate(node.items)])]
        else:
            record = record_of(node, kind)
            for entry in reversed(node.entries):
                field = record.field(entry.key.text) if record is not None else None
                here = (*path, entry.key.text)
                yield FileLeaf(here, entry.key, None, is_key=True, field=field)
                stack.append((here, entry.value, field.kind if field is not None else None))


@dataclass(frozen=True)
class Cursor:
    """What is being written at a place, seen from the lines above it alone."""

    keys: tuple[str, ...]
    """The fields within which it lies."""
    key: str
    """The field whose value it is; empty where a field's name is being written."""
    siblings: frozenset[str]
    """The fields that stand beside it already."""
    layer: str
    """The name of the layer that it is in."""

    def record_in(self, root: RecordShape) -> RecordShape | None:
        """What its fields can be, in a file that is a *root*."""
        kind: Kind | None = root
        for key in self.keys:
            field = kind.field(key) if isinstance(kind, RecordShape) else None
            kind = field.kind if field is not None else None
            kind = kind.of if isinstance(kind, Many) else kind
            if isinstance(kind, Either):
                kind = next((one for one in kind.records if self.siblings & set(one.names)), kind.records[0])
        return kind if isinstance(kind, RecordShape) else None


def fields_left(record: RecordShape, cursor: Cursor) -> list[CompletionItem]:
    """The fields of a record that do not stand beside the cursor yet."""
    return [
        CompletionItem(field.name, kind="field", detail=field.meaning, text=f"{field.name}: ")
        for field in record.fields
        if field.name not in cursor.siblings
    ]


def cursor_at(text: str, offset: int) -> Cursor:
    """Where *offset* lies in a YAML file."""
    start = text.rfind("\n", 0, offset) + 1
    here = _LINE.match(text[start:offset])
    assert here is not None, "it matches nothing, too"
    key = here["key"] or ""
    column = len(here["indent"]) + len(here["dashes"])
    keys: list[str] = []
    siblings: set[str] = set()
    layer = ""
    within = column
    is_same_item = not here["dashes"]
    for line in reversed(text[:start].split("\n")[:-1]):
        found = _LINE.match(line)
        if not line.strip() or line.lstrip().startswith("#") or found is None or found["key"] is None:
            continue
        indent = len(found["indent"]) + len(found["dashes"])
        if indent == column and is_same_item and within == column:
            siblings.add(found["key"])
            is_same_item = not found["dashes"]
        if found["key"] == "layer" and not layer and indent <= within:
            layer = (found["value"] or "").split(" #")[0].strip(" '\"")
        if indent < within and not found["value"]:
            keys.insert(0, found["key"])
            within = len(found["indent"])
        elif indent < within:
            within = indent
    return Cursor(tuple(keys), key, frozenset(siblings - {key}), layer)

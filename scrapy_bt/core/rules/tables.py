"""What the records of a tree are, where a rule says it: the columns of its groups by item node."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ..tree.nodes import Document, Item
from .naming import name_fields
from .rule import Column, Rule


@dataclass(frozen=True)
class Table:
    """A group as the records of an item node: its *columns* by their fields; *file*: of the rule."""

    file: str
    columns: Mapping[str, Column]


def tables_of(document: Document, rules: Mapping[str, Rule]) -> Mapping[str, Table]:
    """By item node, the tables of a tree whose items are rows of groups; *rules* by file, as the tree names them."""
    tables: dict[str, Table] = {}
    for node in document.declarations.values():
        if not isinstance(node, Item) or node.each is None or node.each.how != "rules":
            continue
        file, *rest = map(str, node.each.texts)
        if len(rest) == 4 and rest[1] == "rows" and file in rules:
            group = next((group for group in rules[file].groups if group.name == rest[3]), None)
            if group is not None:
                tables[node.name] = Table(file, dict(zip(name_fields(group), group.columns, strict=True)))
    return tables

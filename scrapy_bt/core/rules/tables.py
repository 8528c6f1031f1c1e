"""What the records of a tree are, where a rule says it: the columns of its groups by item node."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ...sentences import say
from ..tree.nodes import Document, Item
from .compiler import rule_document
from .naming import name_fields
from .rule import Column, Rule


@dataclass(frozen=True)
class GroupTable:
    """A group as the records of an item node: its *columns* by their fields; *file*: of the rule."""

    file: str
    columns: Mapping[str, Column]


def tables_of(document: Document, rules: Mapping[str, Rule]) -> Mapping[str, GroupTable]:
    """By item node, the tables of a tree whose items are rows of groups; *rules* by file, as the tree names them."""
    tables: dict[str, GroupTable] = {}
    for node in document.declarations.values():
        if not isinstance(node, Item) or node.each is None or node.each.how != "rules":
            continue
        file, *rest = map(str, node.each.texts)
        if rest[1:2] == ["rows"] and file in rules:
            group = next((group for group in rules[file].groups if group.name == rest[-1]), None)
            if group is not None:
                tables[node.name] = GroupTable(file, dict(zip(name_fields(group), group.columns, strict=True)))
    return tables


def renamed(rule: Rule) -> Iterator[str]:
    """What groups and columns are called where they cannot keep their names, in words for who writes the rule."""
    items = [node for node in rule_document(rule, "").declarations.values() if isinstance(node, Item)]
    sources = [(node.name, *map(str, node.each.texts)) for node in items if node.each is not None]
    counts = Counter(group for *_, group in sources)
    for name, _, layer, *_, group in sources:
        if name != group:
            where = say(" from layer `{}`", layer) if counts[group] > 1 else ""
            yield say("the rows of group `{}`{} are the table `{}`", group, where, name)
    for each in rule.groups:
        for field, column in zip(name_fields(each), each.columns, strict=True):
            if field != column.name:
                yield say("the column `{}` of group `{}` is the field `{}`", column.name, each.name, field)

"""What a tree does once, written where it is done: the other way round from `inline`, which gives nodes in place names.

Names stay for what is used twice, shared, competed for, stated, a stub, or a record, whose name stores and statistics
know it by.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

from .inline import name_inline
from .nodes import Body, Call, Competing, Data, Document, Heal, Node, Reference, SharedNode, States, Tree, Visit, walk


@dataclass(frozen=True)
class InlinedDocument:
    """*names*: by what a node was called, that of its place; *now*: by the identity of a node, what stands for it."""

    document: Document
    names: Mapping[str, str]
    now: Mapping[int, Node]


def write_in_place(document: Document) -> InlinedDocument:
    """The document with visits and data nodes that need no name in the places where they are called."""
    unnamed = _nodes_to_move(document)
    placing = _Placing(unnamed)
    kept = tuple(entry for entry in document.entries if getattr(entry, "name", "") not in unnamed)
    before = replace(document, entries=tuple(placing.of(entry) for entry in kept))
    after = name_inline(before)
    same = {id(one): other for one, other in zip(walk(before), walk(after), strict=True)}
    names = {name: _call(same[id(call)]).node for name, call in placing.calls.items()}
    now = {**same, **{old: same.get(id(new), new) for old, new in placing.new.items()}}
    return InlinedDocument(after, names, now)


def _call(node: Node) -> Call:
    assert isinstance(node, Call), "a call stays one"
    return node


def _nodes_to_move(document: Document) -> dict[str, Visit | Data]:
    used = Counter(node.node for node in walk(document) if isinstance(node, Call))
    fixed = {node.node for node in document.entries if isinstance(node, (SharedNode, Competing))}
    fixed |= {name for node in document.entries if isinstance(node, (States, Heal)) for name in node.nodes}
    others = (entry for entry in document.entries if not isinstance(entry, Tree))
    fixed |= {call.node for entry in others for call in walk(entry) if isinstance(call, Call)}
    stated = {
        statement.node
        for body in walk(document)
        if isinstance(body, Body)
        for statement in body.statements
        if isinstance(statement, Call)
    }
    return {
        node.name: node
        for node in document.entries
        if isinstance(node, (Visit, Data))
        and used[node.name] == 1
        and node.name not in fixed
        and (node.name in stated or isinstance(node, Data))
        and _may_stand_in_place(node)
    }


def _may_stand_in_place(node: Visit | Data) -> bool:
    if node.is_stub:
        return False
    if isinstance(node, Visit):
        return True
    entries = node.attributes.entries if node.attributes is not None else ()
    is_plain = all(entry.name == "from" and isinstance(entry.value, Reference) for entry in entries)
    return is_plain and node.source is not None and node.source.how != "python"


class _Placing:
    """Puts nodes where they are called; *new*: by the identity of a node, what stands for it now."""

    def __init__(self, moved: Mapping[str, Visit | Data]) -> None:
        self._moved = moved
        self.new: dict[int, Node] = {}
        self.calls: dict[str, Call] = {}

    def of(self, part: Any) -> Any:
        if isinstance(part, tuple):
            return tuple(self.of(inner) for inner in part)
        if not isinstance(part, Node):
            return part
        if isinstance(part, Call) and part.node in self._moved:
            node = self._moved[part.node]
            call = Call("", inline=replace(node, name=""))
            self.calls[node.name] = call
            self.new[id(part)] = self.new[id(node)] = call
            return call
        changes = {item.name: self.of(getattr(part, item.name)) for item in fields(part) if item.name != "place"}
        if all(value is getattr(part, name) or value == getattr(part, name) for name, value in changes.items()):
            return part
        new = replace(part, **changes)
        self.new[id(part)] = new
        return new

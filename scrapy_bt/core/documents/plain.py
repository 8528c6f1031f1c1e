"""What the nodes of a file say, as plain values, and nodes of plain values."""

from __future__ import annotations

import json
from typing import TypeAlias

from ...errors import Place
from .nodes import ListNode, Mapping, MappingEntry, Node, Scalar

Plain: TypeAlias = "str | int | float | bool | list[Plain] | dict[str, Plain] | None"

NOWHERE = Place("", 1, 1)


def plain_of(node: Node) -> Plain:
    """What a node says."""
    if isinstance(node, Scalar):
        return node.value
    if isinstance(node, ListNode):
        return [plain_of(item) for item in node.items]
    return {entry.key.text: plain_of(entry.value) for entry in node}


def node_of(value: Plain) -> Node:
    """A node that says a value; it stands nowhere."""
    if isinstance(value, dict):
        entries = (MappingEntry(scalar_of(key), node_of(inner)) for key, inner in value.items())
        return Mapping(tuple(entries), NOWHERE)
    if isinstance(value, list):
        return ListNode(tuple(map(node_of, value)), NOWHERE)
    if isinstance(value, str):
        return scalar_of(value)
    return Scalar(json.dumps(value), NOWHERE, 0, 0)


def is_same(one: Plain, other: Plain) -> bool:
    """Whether two values are equal, with their types; the order of keys does not matter."""
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)


def scalar_of(text: str) -> Scalar:
    """A text as a node that stands nowhere, in quotes where these are needed."""
    return Scalar(text, NOWHERE, 0, 0, "'")

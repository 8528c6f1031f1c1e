"""Names for the nodes that are written in place: each is called by its place (`category/while/visit`).

So they are declared nodes as all others to whatever runs, weighs, counts and draws trees; only who prints a tree sees
that they were written where they are used.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import fields, replace
from functools import partial
from typing import Any

from .naming import NodePaths
from .nodes import Call, Document, Entry, Item, Node, States, Tree, inline_nodes

_Name = Callable[[Call], str]


def name_inline(document: Document) -> Document:
    """Return *document* with a name for each node in place; itself where there is none."""
    entries = tuple(_name_entry(entry) for entry in document.entries)
    if all(new is old for new, old in zip(entries, document.entries, strict=True)):
        return document
    return replace(document, entries=entries)


def _name_entry(entry: Entry) -> Entry:
    if next(inline_nodes(entry), None) is None:
        return entry
    name: _Name
    if isinstance(entry, Tree):
        names = NodePaths(entry)
        count: Counter[str] = Counter()
        beside = partial(_claim, f"{entry.name}()", count)  # defaults of parameters, where `check` allows none
        name = lambda call: names.find(call) or beside(call)  # noqa: E731 - a rule for this entry
    else:
        assert isinstance(entry, (Item, States)), "nothing else holds calls"
        scope = entry.name if isinstance(entry, Item) else f"state {' | '.join(entry.nodes)}".strip()
        name = partial(_claim, scope, Counter())
    named: Entry = _named(entry, name)
    return named


def _claim(scope: str, taken: Counter[str], call: Call) -> str:
    label = call.label
    taken[label] += 1
    return f"{scope}/{label}#{taken[label]}" if taken[label] > 1 else f"{scope}/{label}"


def _named(part: Any, name: _Name) -> Any:
    """Return *part*, which nests no deeper than files may, with names for its nodes in place."""
    if isinstance(part, tuple):
        parts = tuple(_named(inner, name) for inner in part)
        return part if all(map(_is, parts, part)) else parts
    if not isinstance(part, Node):
        return part
    if isinstance(part, Call) and part.inline is not None:
        own = name(part)
        return replace(part, node=own, inline=replace(_named(part.inline, name), name=own))
    changes = {}
    for item in fields(part):
        value = getattr(part, item.name)
        new = _named(value, name)
        if new is not value:
            changes[item.name] = new
    return replace(part, **changes) if changes else part


def _is(one: object, other: object) -> bool:
    return one is other

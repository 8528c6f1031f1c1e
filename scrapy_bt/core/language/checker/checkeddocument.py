"""What all checks look at: a document, where its nodes are called, and where faults go."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal, TypeVar

from ....sentences import say
from ...rules.rule import Rule
from ...tree.nodes import (
    Assign,
    Binary,
    Call,
    Data,
    Declaration,
    Document,
    Field,
    Item,
    ListValue,
    NamedArgument,
    Node,
    Parameter,
    Source,
    StateRow,
    States,
    Take,
    Tree,
    Unary,
    Visit,
    inline_nodes,
)
from ..report import Report
from .nearest import Nearest

_Kind = TypeVar("_Kind", bound=Node)

Resolve = Callable[[str], "str | None"]
"""Gives the reason why a Python reference `module:function` does not import; none when it does."""

RuleLookup = Callable[[str], Rule]
"""The rule of a file, as a source names it; raises `RuleError` where there is none, or it has faults."""

Demand = Literal["outcome", "value", "stored", "taken", "field", "move"]
"""What a call is for: only whether it succeeds; its first value, in an expression; `x = :node`; `while x = :node`;
the field of an item; the move of a state table."""

WORD_OF_KIND: Mapping[type, str] = {
    Visit: say("a visit"),
    Data: say("a data node"),
    Item: say("an item"),
    Tree: say("a tree"),
}


@dataclass(frozen=True)
class CallSite:
    """A call, what it is for, and the nodes in whose declaration or state table it stands."""

    call: Call
    demand: Demand
    owners: tuple[str, ...]


@dataclass(frozen=True)
class CheckedDocument:
    """A document under check."""

    document: Document
    report: Report
    resolve: Resolve | None = None
    rules: RuleLookup | None = None
    broken: frozenset[str] = frozenset()
    """Declared names of which no more is known, because their syntax has faults."""
    fragments: tuple[Node, ...] = ()
    """What could be read of entries with faults; nothing is to be said about what they lack."""
    has_syntax_faults: bool = False
    """Calls and assignments may be hidden: what is not seen cannot be said to be missing."""
    has_only_named_faults: bool = False
    """They are in declarations whose names are *broken*: a call of one may give, visit and end whatever it likes."""

    @cached_property
    def declared(self) -> dict[str, Declaration]:
        """The first declaration of each name."""
        declared: dict[str, Declaration] = {}
        for declaration in self.declarations:
            declared.setdefault(declaration.name, declaration)
        return declared

    @cached_property
    def declarations(self) -> list[Declaration]:
        """Those of the file, and the nodes that are written in place."""
        entries = self.document.entries
        return [entry for entry in entries if isinstance(entry, (Visit, Data, Item, Tree))] + [*inline_nodes(*entries)]

    @cached_property
    def tables(self) -> dict[str, States]:
        """The first state table of its own of each node."""
        tables: dict[str, States] = {}
        for table in self.all_tables:
            if len(table.nodes) == 1:
                tables.setdefault(table.nodes[0], table)
        return tables

    @cached_property
    def all_tables(self) -> list[States]:
        """The state tables in the order of the file; of those with faults the rows without any."""
        tables = [entry for entry in (*self.document.entries, *self.fragments) if isinstance(entry, States)]
        return sorted(tables, key=_position) if self.fragments else tables

    @cached_property
    def seen_declarations(self) -> list[Declaration]:
        """All declarations, of those with faults what could be read."""
        partial = [entry for entry in self.fragments if isinstance(entry, (Visit, Data, Item, Tree))]
        return [*self.declarations, *partial, *inline_nodes(*self.fragments)]

    @cached_property
    def complete_declarations(self) -> list[Declaration]:
        """Those of which all is known: of entries with faults, the nodes in place that have none."""
        return [*self.declarations, *inline_nodes(*self.fragments)]

    @cached_property
    def call_sites(self) -> list[CallSite]:
        visits = tuple(node.name for node in self.declarations if isinstance(node, Visit))
        return [site for entry in (*self.document.entries, *self.fragments) for site in _find_calls(entry, visits)]

    @property
    def sources(self) -> list[Source]:
        return self.all_of(Source)

    @cached_property
    def nodes(self) -> list[Node]:
        """Every node that could be read."""
        nodes: list[Node] = []
        layer: list[Node] = [self.document, *self.fragments]
        while layer:
            nodes += layer
            layer = [child for node in layer for child in node.children]
        return nodes

    def all_of(self, kind: type[_Kind]) -> list[_Kind]:
        """Every node of *kind* that could be read, those of one layer after those around them."""
        return self._by_kind.get(kind, [])

    @cached_property
    def _by_kind(self) -> dict[type, list[Any]]:
        found: dict[type, list[Any]] = {}
        for node in self.nodes:
            found.setdefault(type(node), []).append(node)
        return found

    @cached_property
    def nearest_node(self) -> Nearest:
        return Nearest((*self.declared, *self.broken))

    def knows(self, name: str) -> bool:
        return name in self.declared or name in self.broken


def _position(node: Node) -> tuple[int, int]:
    return (0, 0) if node.place is None else (node.place.line, node.place.column)


def _find_calls(entry: Node, visits: tuple[str, ...]) -> Iterator[CallSite]:
    owners = (entry.nodes or visits) if isinstance(entry, States) else (getattr(entry, "name", ""),)
    stack: list[tuple[Node, Demand, tuple[str, ...]]] = [(entry, "outcome", owners)]
    while stack:
        node, demand, owners = stack.pop()
        if isinstance(node, Call):
            yield CallSite(node, demand, owners)
            stack += [(argument, "value", owners) for argument in reversed(node.named)]
            stack += [(argument, "value", owners) for argument in reversed(node.arguments)]
            if node.inline is not None:
                stack.append((node.inline, "outcome", (node.node,)))
        else:
            inner = [child for child in reversed(node.children) if child.children or isinstance(child, Call)]
            stack += [(child, _demand_within(node, child, demand), owners) for child in inner]


def _demand_within(node: Node, child: Node, demand: Demand) -> Demand:
    if demand == "field" or isinstance(node, Field):
        return "field"
    if isinstance(node, Assign):
        return "stored" if isinstance(child, Call) else "value"
    if isinstance(node, Take):
        return "taken" if isinstance(child, Call) else "value"
    if isinstance(node, (NamedArgument, ListValue)):
        return "value"
    if isinstance(node, StateRow):
        return "move"
    if isinstance(node, Parameter):
        return "value"
    if isinstance(node, Binary):
        return "outcome" if node.operator in "|&" else "value"
    if isinstance(node, Unary):
        return "outcome" if node.operator == "!" else "value"
    return "outcome"

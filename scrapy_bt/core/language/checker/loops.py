"""Loops that can never end: nothing in them visits, changes what their end depends on, or ends the tree."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from ....sentences import say
from ...tree.nodes import (
    Assign,
    Binary,
    Body,
    Break,
    Call,
    ChangeState,
    Conversion,
    End,
    If,
    Literal,
    Node,
    Reference,
    Statement,
    Take,
    Unary,
    While,
    is_apart,
)
from .flow import CallGraph, in_frame


def check_loops(flow: CallGraph) -> None:
    """Every `while` can end, or visits something."""
    loops = _Loops(flow)
    for node in flow.checked.all_of(While):
        if not loops.can_end(node):
            why = say("ends it") if isinstance(node.condition, Literal) else say("changes its condition")
            flow.checked.report.add(
                "endless-loop",
                node.place,
                say("this loop can never end: it visits nothing, and nothing in it {}", why),
                say("visit a page in it, change what its condition reads, or write `end` or `state stop`"),
            )


@dataclass(frozen=True)
class _Loops:
    flow: CallGraph

    def can_end(self, loop: While) -> bool:
        condition = loop.condition
        if isinstance(condition, Take) or (isinstance(condition, Literal) and not condition.value):
            # The values of one node are used up some time.
            return True
        in_branches = in_frame([loop], with_branches=True)
        if any(isinstance(node, Call) and self.flow.facts(node.node) for node in in_branches):
            return True
        changes = self.flow.gains(loop)
        return any(_ends(node) or self._may_differ(node, changes) for node in self._deciding(loop))

    def _deciding(self, loop: While) -> Iterator[Node]:
        """Yield what the next round depends on: the condition, and all that can fail, as that ends the loop."""
        stack: list[Node] = [loop]
        while stack:
            node = stack.pop()
            if (
                (isinstance(node, (Assign, While, If)) or is_apart(node))
                and node is not loop
                and id(node) not in self._failing
            ):
                continue
            yield node
            stack += node.children

    @cached_property
    def _failing(self) -> set[int]:
        """The nodes, by identity, that can fail the block in which they stand, or end its tree."""
        failing: set[int] = set()
        # The nodes come layer by layer, so that backwards each comes after all that is in it.
        for node in reversed(self.flow.checked.nodes):
            if (
                isinstance(node, (Break, Call, ChangeState, End))
                or (isinstance(node, Body) and any(map(_can_be_false, node.statements)))
                or (not is_apart(node) and any(id(child) in failing for child in _acting(node)))
            ):
                failing.add(id(node))
        return failing

    def _may_differ(self, node: Node, changes: int) -> bool:
        if isinstance(node, Reference):
            return node.name == "now" or bool(self.flow.bit(node.name) & changes)
        return isinstance(node, Call) and bool(self.flow.routines[node.node].needs & changes)


def _acting(node: Node) -> Sequence[Node]:
    """Return the parts of *node* that fail it when they fail: not the condition of an `if` or a `while`."""
    if isinstance(node, While):
        return [node.body]
    if isinstance(node, If):
        return [node.body] if node.otherwise is None else [node.body, node.otherwise]
    return node.children


def _can_be_false(statement: Statement) -> bool:
    return isinstance(statement, (Literal, Reference, Conversion, Unary, Binary))


def _ends(node: Node) -> bool:
    if isinstance(node, Body):
        return any(isinstance(statement, Literal) and not statement.value for statement in node.statements)
    return isinstance(node, (Break, End)) or (isinstance(node, ChangeState) and node.state != "wait")

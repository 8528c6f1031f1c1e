"""Loops that can never end: nothing in them visits, changes what their end depends on, or ends the tree."""

from __future__ import annotations

from ...tree.nodes import (
    Assign,
    Async,
    Body,
    Call,
    ChangeState,
    End,
    Goroutine,
    Literal,
    Node,
    Reference,
    Take,
    While,
)
from ..nesting import children
from .flow import Flow, in_frame


def check_loops(flow: Flow) -> None:
    """Every `while` can end, or visits something."""
    for node in flow.subject.nodes:
        if isinstance(node, While) and not _can_end(flow, node):
            why = "ends it" if isinstance(node.condition, Literal) else "changes its condition"
            flow.subject.report.add(
                "endless-loop",
                node.place,
                f"this loop can never end: it visits nothing, and nothing in it {why}",
                "visit a page in it, change what its condition reads, or write `end` or `state stop`",
            )


def _can_end(flow: Flow, loop: While) -> bool:
    condition = loop.condition
    if isinstance(condition, Take) or (isinstance(condition, Literal) and not condition.value):
        # The values of one node are used up some time.
        return True
    in_branches = in_frame([loop], with_branches=True)
    if any(isinstance(node, Call) and flow.facts(node.node) for node in in_branches):
        return True
    changes = flow.gains(loop)
    return any(_ends(node) or _may_differ(flow, node, changes) for node in _deciding(loop))


def _deciding(loop: While) -> list[Node]:
    """Return what the next round depends on: the condition, and all that can fail, as that ends the loop."""
    deciding: list[Node] = []
    stack: list[Node] = [loop]
    while stack:
        node = stack.pop()
        if isinstance(node, (Async, Goroutine)) or (isinstance(node, Assign) and not _calls(node)):
            continue
        deciding.append(node)
        stack += children(node)
    return deciding


def _calls(node: Node) -> bool:
    return any(isinstance(part, Call) for part in in_frame([node]))


def _ends(node: Node) -> bool:
    if isinstance(node, Body):
        return any(isinstance(statement, Literal) and not statement.value for statement in node.statements)
    return isinstance(node, End) or (isinstance(node, ChangeState) and node.state != "wait")


def _may_differ(flow: Flow, node: Node, changes: int) -> bool:
    if isinstance(node, Reference):
        return node.name == "now" or bool(flow.bit(node.name) & changes)
    return isinstance(node, Call) and bool(flow.routines[node.node].needs & changes)

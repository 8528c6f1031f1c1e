"""Statements that run at the same time: each assigns names of its own."""

from __future__ import annotations

from ....sentences import say
from ...tree.nodes import Assign, Call, Goroutine, Node, Statement, Take
from .flow import PAGE, CallGraph, in_frame


def check_groups(flow: CallGraph) -> None:
    """Nobody can tell which value is there afterwards where two of them assign the same name."""
    for node in flow.checked.all_of(Goroutine):
        if node.kind is None:
            continue
        assigned = 0
        for statement in node.body.statements:
            own = flow.given_within([statement]) & ~PAGE
            twice = own & assigned
            assigned |= own
            for name, bit in flow.variables.items():
                if bit & twice:
                    _report(flow, statement, name, bit)


def _report(flow: CallGraph, statement: Statement, name: str, bit: int) -> None:
    place = next(
        (part.place for part in in_frame([statement]) if _assigns(flow, part, name, bit)),
        statement.place,
    )
    flow.checked.report.add(
        "assigned-at-once",
        place,
        say("another statement of this `goroutine` group assigns `{}` too, at the same time", name),
        say(
            "give it another name here, such as `other_{}`, and choose behind the group: `{} = {} | other_{}`",
            name,
            name,
            name,
            name,
        ),
    )


def _assigns(flow: CallGraph, part: Node, name: str, bit: int) -> bool:
    if isinstance(part, (Assign, Take)):
        return part.name == name
    return isinstance(part, Call) and bool(flow.gives(part.node) & bit)

"""Statements where they can do something: `break` in a loop, a list as somebody's value."""

from __future__ import annotations

from ....sentences import say
from ...tree.nodes import (
    Async,
    Body,
    Break,
    Goroutine,
    Group,
    If,
    ListValue,
    Literal,
    Node,
    Take,
    Template,
    Tree,
    While,
)
from .checkeddocument import CheckedDocument


def check_statements(checked: CheckedDocument) -> None:
    """`break` stands in a loop of its own branch, no list stands alone, and what is compared is compared."""
    trees = checked.all_of(Tree)
    blocks: list[Tree | Group | Goroutine] = [*trees, *checked.all_of(Group), *checked.all_of(Goroutine)]
    for limited in blocks:
        if limited.within is not None and not limited.within.seconds:
            message = say("nothing is done in no time: a limit is more than zero")
            checked.report.add("bad-amount", limited.within.place, message, say("write `and within 30s { … }`"))
    decisions: list[If | While] = [*checked.all_of(If), *checked.all_of(While)]
    for deciding in decisions:
        if isinstance(deciding.condition, Take):
            _check_compared(checked, deciding.condition)
    for body in checked.all_of(Body):
        for statement in body.statements:
            if isinstance(statement, ListValue):
                message = say("a list alone does nothing")
                advice = say(
                    "an entry is taken by its number, `x[0]`, a part by its name, `x.b`, any other by a source:"
                    ' `json "[-1]" from x`; entries one by one by `while`'
                )
                checked.report.add("list-alone", statement.place, message, advice)
    if checked.all_of(Break):
        for tree in trees:
            _check_breaks(checked, tree.body)


def _check_compared(checked: CheckedDocument, condition: Take) -> None:
    """A constant is mostly meant to be compared."""
    if isinstance(condition.value, (Literal, Template)):
        message = say("this gives `{}` a value, and compares nothing", condition.name)
        advice = say("two values are compared with `==`: `if {} == … {{ … }}`", condition.name)
        checked.report.warn("constant-as-condition", condition.place, message, advice)


def _check_breaks(checked: CheckedDocument, body: Node) -> None:
    stack: list[tuple[Node, bool]] = [(body, False)]
    while stack:
        node, is_in_loop = stack.pop()
        if isinstance(node, Break) and not is_in_loop:
            message = say("this `break` stands in no loop of its branch")
            advice = say("a tree ends with `end`, a branch with the end of its block")
            checked.report.add("break-outside-loop", node.place, message, advice)
        inner = isinstance(node, While) or (is_in_loop and not isinstance(node, (Async, Goroutine)))
        stack += [(child, inner) for child in reversed(node.children)]

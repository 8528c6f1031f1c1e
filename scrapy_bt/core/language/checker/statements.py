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
from .subject import Subject


def check_statements(subject: Subject) -> None:
    """`break` stands in a loop of its own branch, no list stands alone, and what is compared is compared."""
    trees = subject.all_of(Tree)
    blocks: list[Tree | Group | Goroutine] = [*trees, *subject.all_of(Group), *subject.all_of(Goroutine)]
    for limited in blocks:
        if limited.within is not None and not limited.within.seconds:
            message = say("nothing is done in no time: a limit is more than zero")
            subject.report.add("bad-amount", limited.within.place, message, say("write `and within 30s { … }`"))
    decisions: list[If | While] = [*subject.all_of(If), *subject.all_of(While)]
    for deciding in decisions:
        if isinstance(deciding.condition, Take):
            _check_compared(subject, deciding.condition)
    for body in subject.all_of(Body):
        for statement in body.statements:
            if isinstance(statement, ListValue):
                message = say("a list alone does nothing")
                advice = say(
                    "an entry is taken by its number, `x[0]`, a part by its name, `x.b`, any other by a source:"
                    ' `json "[-1]" from x`; entries one by one by `while`'
                )
                subject.report.add("list-alone", statement.place, message, advice)
    if subject.all_of(Break):
        for tree in trees:
            _check_breaks(subject, tree.body)


def _check_compared(subject: Subject, condition: Take) -> None:
    """A constant is mostly meant to be compared."""
    if isinstance(condition.value, (Literal, Template)):
        message = say("this gives `{}` a value, and compares nothing", condition.name)
        advice = say("two values are compared with `==`: `if {} == … {{ … }}`", condition.name)
        subject.report.warn("constant-as-condition", condition.place, message, advice)


def _check_breaks(subject: Subject, body: Node) -> None:
    stack: list[tuple[Node, bool]] = [(body, False)]
    while stack:
        node, is_in_loop = stack.pop()
        if isinstance(node, Break) and not is_in_loop:
            message = say("this `break` stands in no loop of its branch")
            advice = say("a tree ends with `end`, a branch with the end of its block")
            subject.report.add("break-outside-loop", node.place, message, advice)
        inner = isinstance(node, While) or (is_in_loop and not isinstance(node, (Async, Goroutine)))
        stack += [(child, inner) for child in reversed(node.children)]

"""Trees that call themselves for ever: each comes to the next without anything that could fail, wait or end before."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TypeAlias

from ....sentences import say
from ...tree.nodes import (
    Assign,
    Async,
    Binary,
    BlockKind,
    Body,
    Call,
    ChangeState,
    Competing,
    End,
    Goroutine,
    Group,
    If,
    Literal,
    Node,
    Print,
    Reference,
    SharedNode,
    Tree,
    Unary,
)
from .flow import CallGraph, FlowFact, NodeSummary, in_frame
from .order import components

_Outcome: TypeAlias = "bool | Call | None"
"""How a node surely goes on: it ends at once, with success or failure, or comes to a call; None if nobody knows."""


def check_recursion(flow: CallGraph) -> None:
    """No tree surely comes to itself again without doing anything."""
    recursion = _Recursion(flow)
    flow.settle(recursion.follow)
    graph = {name: [call.node for call in calls] for name, calls in recursion.calls()}
    for component in components(graph):
        if len(component) == 1 and component[0] not in graph[component[0]]:
            continue
        inside = set(component)
        first = next(name for name in flow.routines if name in inside)
        call = next(
            call for name, calls in recursion.calls() for call in calls if name == first and call.node in inside
        )
        way = " → ".join((first, *_way_back(graph, first, inside)))
        flow.checked.report.add(
            "endless-recursion",
            call.place,
            say("this call never comes to an end: {}, and nothing on the way visits, waits or ends", way),
            say("call it only on a condition, `if … { … }`, or visit a page before it"),
        )


@dataclass
class _Recursion:
    flow: CallGraph
    outcomes: dict[str, _Outcome] = field(default_factory=dict)
    """Of the trees followed so far."""
    reached: dict[str, list[Call]] = field(default_factory=dict)
    """The calls that a tree surely comes to, those of its `async` and `goroutine` parts as well."""
    _resources: frozenset[str] = frozenset()

    def __post_init__(self) -> None:
        # A shared tree is run once for the same arguments, and a competing one may have to wait.
        entries = self.flow.checked.document.entries
        self._resources = frozenset(entry.node for entry in entries if isinstance(entry, (SharedNode, Competing)))

    def calls(self) -> Iterator[tuple[str, list[Call]]]:
        """Yield each tree with the calls that it surely comes to."""
        for name, outcome in self.outcomes.items():
            routine = self.flow.routines[name]
            calls = [outcome] if isinstance(outcome, Call) else []
            if outcome is not None and outcome is not False and _does_nothing(routine):
                # Its parts alone decide whether there is an end.
                calls += self.reached[name]
            yield name, calls

    def follow(self, name: str, routine: NodeSummary) -> bool:
        """Note how a tree goes on; say whether that is news."""
        tree = routine.declaration
        if not isinstance(tree, Tree):
            return False
        before = self.outcomes.get(name, ...)
        self.reached[name] = []
        outcome = self._run_body(tree.body, tree.kind, self.reached[name])
        self.outcomes[name] = outcome
        return outcome is not before

    def _run_body(self, body: Body, kind: BlockKind, reached: list[Call]) -> _Outcome:
        for statement in body.statements:
            outcome = self._run(statement, reached)
            if not isinstance(outcome, bool):
                return outcome
            if kind != "serial" and outcome is (kind == "or"):
                return outcome
        return kind != "or"

    def _run_at_once(self, body: Body, kind: BlockKind, reached: list[Call]) -> _Outcome:
        outcomes = [self._run(statement, reached) for statement in body.statements]
        unsure = [outcome for outcome in outcomes if not isinstance(outcome, bool)]
        if unsure:
            return None if None in unsure else unsure[0]
        return kind == "serial" or (any(outcomes) if kind == "or" else all(outcomes))

    def _run(self, node: Node, reached: list[Call]) -> _Outcome:  # noqa: PLR0911 - one for each class
        match node:
            case Literal(value=value):
                return bool(value)
            case Print():
                return True
            case Assign(value=Literal()) | Assign(value=Reference(path=())):
                return True
            case Assign(value=value) | Binary(left=value) | Unary(operand=value):
                return _only_call(self._run(value, reached))
            case Call():
                return self._run_call(node, reached)
            case Group(kind=kind, body=body):
                return self._run_body(body, kind, reached)
            case If(condition=Literal(value=value), body=body) if value:
                return self._run_body(body, "and", reached)
            case If(condition=condition):
                return _only_call(self._run(condition, reached))
            case Goroutine(kind=str() as kind, body=body):
                return self._run_at_once(body, kind, reached)
            case Async(body=body) | Goroutine(body=body):
                return None if self._run_body(body, "and", reached) is None else True
            case _:
                return None

    def _run_call(self, call: Call, reached: list[Call]) -> _Outcome:
        routine = self.flow.routines.get(call.node)
        tree = None if routine is None else routine.declaration
        if not isinstance(tree, Tree) or call.node in self._resources:
            return None
        bound = call.bind(tree.parameters)
        values = (bound.get(parameter.name, parameter.default) for parameter in tree.parameters)
        if any(value is not None and not _is_plain(value) for value in values):
            return None
        reached.append(call)
        outcome = self.outcomes.get(call.node, call)
        return call if isinstance(outcome, Call) else outcome


def _is_plain(value: Node) -> bool:
    """Whether nothing can happen while *value* is computed."""
    return isinstance(value, Literal) or (isinstance(value, Reference) and not value.path)


def _only_call(outcome: _Outcome) -> _Outcome:
    return outcome if isinstance(outcome, Call) else None


def _does_nothing(routine: NodeSummary) -> bool:
    """Whether no part of a tree visits, waits or ends."""
    nodes = in_frame(routine.declaration.children, with_branches=True)
    return routine.facts == FlowFact.NOTHING and not any(isinstance(node, (ChangeState, End)) for node in nodes)


def _way_back(graph: dict[str, list[str]], start: str, inside: set[str]) -> list[str]:
    way: list[str] = []
    name = start
    while not way or (name != start and name not in way[:-1]):
        name = next(callee for callee in graph[name] if callee in inside)
        way.append(name)
    return way

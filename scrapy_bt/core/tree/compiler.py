"""From a document to a program: control nodes become steps with two exits (language.md, "Meaning").

Each statement is compiled with the steps that follow its success and its failure at hand, so code is made from the
end to the beginning and a step's exits have lower indices than it, but for the jumps back of loops.
"""

from __future__ import annotations

from typing import Any

from . import operations as op
from .calls import Want
from .evaluation import EvaluationCompiler, is_found
from .expressions import compile_expression, compile_text
from .extractions import Planned
from .foreseen import foresee_called
from .naming import NodePaths, calls_in
from .nodes import (
    Assign,
    Async,
    Binary,
    BlockKind,
    Body,
    Break,
    Call,
    ChangeState,
    Document,
    End,
    Expression,
    Goroutine,
    Group,
    If,
    Literal,
    Node,
    Print,
    Reference,
    Statement,
    Take,
    Tree,
    Warn,
    While,
)
from .operations import Operation
from .references import LATE, names_in
from .routines import Routine, StepList
from .values import entries_of


class RoutineCompiler:
    """Compiles the body of one tree."""

    def __init__(self, document: Document, routines: dict[str, Routine], code: StepList, routine: Routine) -> None:
        self._code, self._routine = code, routine
        self._names = NodePaths(routine.tree)
        self._values = EvaluationCompiler(document, routines, code, self._names, end=lambda: self._leave[0])
        self._leave: tuple[op.Leave, op.Leave]
        self._in_goroutine = False
        self._rounds: dict[int, tuple[frozenset[str], Operation]] = {}
        """By the step to which a failing round of a loop leads: what its condition reads, and where it is decided."""
        self._done: Operation | None = None
        """Where `break` leads."""

    def compile(self) -> None:
        """Make the steps of the tree."""
        tree = self._routine.tree
        self._leave = self._make_leave(tree.name, tree)
        self._routine.leave = self._leave[0]
        self._routine.entry = self._limited(tree, tree.name, *self._leave)

    def _make_leave(self, path: str, node: Node, gather: op.Gather | None = None) -> tuple[op.Leave, op.Leave]:
        success, failure = op.Leave(success=True, gather=gather), op.Leave(success=False, gather=gather)
        self._add(success, f"{path}/.success", node)
        self._add(failure, f"{path}/.failure", node)
        return success, failure

    def _add(self, operation: Operation, path: str, node: Node | None) -> Operation:
        return self._code.add(operation, path, node)

    # Blocks and statements

    def _block(self, kind: BlockKind, body: Body, yes: Operation, no: Operation) -> Operation:
        """Children in order: `serial` runs every one, `and` until one fails, `or` until one succeeds."""
        if not body.statements:
            return no if kind == "or" else yes
        follow_yes, follow_no = yes, (yes if kind == "serial" else no)
        entry = yes
        for statement in reversed(body.statements):
            with self._values.planning(Planned.CHOICE if kind == "or" else Planned.NOT):
                entry = self._statement(statement, follow_yes, follow_no)
            match kind:
                case "serial":
                    follow_yes = follow_no = entry
                case "and":
                    follow_yes = entry
                case "or":
                    follow_no = entry
        return entry

    def _limited(self, node: Tree | Group | Goroutine, path: str, yes: Operation, no: Operation) -> Operation:
        """The block of a tree or a group, with its limit of time."""
        block = self._at_once if isinstance(node, Goroutine) else self._in_order
        if node.within is None:
            return block(node, path, yes, no)
        until = f"%{path}/until"

        def end(suffix: str, target: Operation) -> Operation:
            step = op.EndLimit(until=until, next=target, uses=frozenset({until}))
            return self._add(step, f"{path}/.{suffix}", node)

        late = no
        if isinstance(node, Tree):
            self._leave[1].uses |= {LATE}
            true = compile_expression(Literal(value=True))
            note = op.SetVariable(
                name=LATE, compute=true, next=self._leave[1], no=self._leave[1], sets=frozenset({LATE})
            )
            late = self._add(note, f"{path}/.late", node)
        body = block(node, path, end("in_time", yes), end("failed", no))
        limit = op.StartLimit(until=until, seconds=node.within.seconds, next=body, late=late, sets=frozenset({until}))
        return self._add(limit, f"{path}/.limit", node)

    def _statement(self, statement: Statement, yes: Operation, no: Operation) -> Operation:
        path = self._names.of(statement)
        if isinstance(statement, Assign):
            return self._assign(statement, path, yes, no)
        if isinstance(statement, While):
            return self._while(statement, path, yes, no)
        if isinstance(statement, If):
            return self._if(statement, path, yes, no)
        if isinstance(statement, Group) or (isinstance(statement, Goroutine) and statement.kind is not None):
            return self._limited(statement, path, yes, no)
        if isinstance(statement, (Async, Goroutine)):
            return self._branch(statement, path, yes)
        if isinstance(statement, ChangeState):
            return self._add(op.SwitchState(state=statement.state, next=yes), path, statement)
        if isinstance(statement, End):
            return self._leave[0] if statement.success else self._leave[1]
        if isinstance(statement, Break):
            assert self._done is not None, "the checker lets it stand only in a loop"
            return self._done
        if isinstance(statement, Print):
            uses = names_in(statement.text)
            compute, is_warning = compile_text(statement.text), isinstance(statement, Warn)
            return self._add(op.WriteLine(compute=compute, next=yes, uses=uses, is_warning=is_warning), path, statement)
        return self._values.condition(statement, path, yes, no)

    def _assign(self, statement: Assign, path: str, yes: Operation, no: Operation) -> Operation:
        """A data node without values fails the statement; in a loop that asks for the variable, it ends the round."""
        value, missing = statement.value, no
        names, head = self._rounds.get(id(no), (frozenset[str](), no))
        if statement.name in names:
            missing = head
        if isinstance(value, Call) and self._values.is_data(value):
            want = Want(statement.name)
            with self._values.planning(Planned.NOT if missing is no else Planned.LOOP):
                return self._values.call(value, self._names.of(value), yes, missing, want, broken=no)
        if isinstance(value, Binary) and value.operator in "|&" and any(calls_in(value)):
            found = is_found(statement.name)
            test = op.Test(compute=found, yes=yes, no=missing, uses=frozenset({statement.name}))
            yes = self._add(test, f"{path}.found", statement)
        return self._values.value(value, statement.name, path, yes, no)

    def _while(self, statement: While, path: str, yes: Operation, no: Operation) -> Operation:
        counter = f"%{path}"
        counts: dict[str, Any] = {"counter": counter, "uses": frozenset({counter})}
        done = self._add(op.Exit(loop=path, next=yes, **counts), f"{path}/.done", statement)
        broken = self._add(op.Exit(loop=path, next=no, **counts), f"{path}/.broken", statement)
        head = op.LoopHead(next=done, exit=done, **counts)
        self._add(head, f"{path}/.round", statement)
        condition = statement.condition
        if isinstance(condition, Take):
            items = f"{counter}/items"
            body = self._round(statement.body, head, done, broken)
            sets = frozenset({condition.name})
            take = op.Next(items=items, target=condition.name, yes=body, no=done, uses=frozenset({items}), sets=sets)
            head.next = self._add(take, f"{path}/.next", statement)
        else:
            self._rounds[id(broken)] = names_in(condition), head
            body = self._round(statement.body, head, done, broken)
            with self._values.planning(Planned.LOOP):
                head.next = self._values.condition(condition, path, body, done)
        head.last = len(self._code.operations) - 1
        loop = op.LoopStart(counter=counter, head=head, next=head, sets=frozenset({counter}))
        entry = self._add(loop, path, statement)
        if isinstance(condition, Take):
            with self._values.planning(Planned.LOOP):
                entry = self._entries(condition.value, items, path, entry, no)
        return entry

    def _round(self, body: Body, head: Operation, done: Operation, broken: Operation) -> Operation:
        """The body of a loop; `break` leads to *done*."""
        outer, self._done = self._done, done
        entry = self._block("and", body, head, broken)
        self._done = outer
        return entry

    def _entries(self, value: Expression, items: str, path: str, then: Operation, no: Operation) -> Operation:
        """Put what a loop goes over into *items*, the first one last."""
        if isinstance(value, Call) and self._values.is_data(value):
            return self._values.call(value, self._names.of(value), then, then, Want(items, many=True), broken=no)
        kept = f"${path}.entries"
        whole = compile_expression(Reference(kept))
        step = op.SetVariable(
            name=items,
            compute=lambda frame, now: entries_of(whole(frame, now))[::-1],
            next=then,
            no=no,
            uses=frozenset({kept}),
            sets=frozenset({items}),
        )
        return self._values.value(value, kept, path, self._add(step, f"{path}.entries", value), no)

    def _if(self, statement: If, path: str, yes: Operation, no: Operation) -> Operation:
        otherwise = yes
        if isinstance(statement.otherwise, Body):
            otherwise = self._block("and", statement.otherwise, yes, no)
        elif isinstance(statement.otherwise, If):
            otherwise = self._statement(statement.otherwise, yes, no)
        body = self._block("and", statement.body, yes, no)
        with self._values.planning(Planned.CHOICE):
            return self._values.condition(statement.condition, path, body, otherwise)

    def _branch(self, statement: Async | Goroutine, path: str, yes: Operation) -> Operation:
        waits = isinstance(statement, Goroutine)
        outer = self._leave, self._in_goroutine, self._done
        self._leave, self._done = self._make_leave(path, statement), None
        self._in_goroutine = waits
        entry = self._block("and", statement.body, *self._leave)
        self._leave, self._in_goroutine, self._done = outer
        branch = op.StartBranch(waits=waits, in_goroutine=outer[1], entry=entry, next=yes)
        return self._add(branch, path, statement)

    def _in_order(self, node: Any, _path: str, yes: Operation, no: Operation) -> Operation:
        return self._block(node.kind, node.body, yes, no)

    def _at_once(self, node: Any, path: str, yes: Operation, no: Operation) -> Operation:
        """The statements of a group as branches; behind them the task waits, and goes on with what they assigned."""
        if not node.body.statements:
            return no if node.kind == "or" else yes
        join, uses = f"%{path}/join", frozenset({f"%{path}/join"})
        gather = op.Gather(kind=node.kind, join=join, yes=yes, no=no, uses=uses)
        self._add(gather, f"{path}/.gather", node)
        first: Operation = gather
        for statement in reversed(node.body.statements):
            first = self._part(statement, node, gather, first)
        gather.fork = op.Fork(join=join, gather=gather, next=first, sets=uses)
        return self._add(gather.fork, path, node)

    def _part(self, statement: Statement, node: Goroutine, gather: op.Gather, following: Operation) -> Operation:
        """One of these branches; a limit of the group is one of each of them, too."""
        path = self._names.of(statement)
        outer = self._leave, self._in_goroutine, self._done
        self._leave, self._in_goroutine, self._done = self._make_leave(path, statement, gather), False, None
        success, failure = self._leave
        yes: Operation = success
        no: Operation = failure
        until = f"%{path}/until"
        if node.within is not None:
            ends = (op.EndLimit(until=until, next=target, uses=frozenset({until})) for target in self._leave)
            yes, no = (self._add(end, f"{path}/.in_time", statement) for end in ends)
        with self._values.planning(Planned.CHOICE if gather.kind == "or" else Planned.NOT):
            entry = self._statement(statement, yes, no)
        if node.within is not None:
            limit = op.StartLimit(
                until=until, seconds=node.within.seconds, next=entry, late=failure, sets=frozenset({until})
            )
            entry = self._add(limit, f"{path}/.limit", statement)
        self._leave, self._in_goroutine, self._done = outer
        branch = op.StartBranch(
            waits=True, in_goroutine=False, entry=entry, next=following, gather=gather, uses=frozenset({gather.join})
        )
        return self._add(branch, f"{path}/.begin", statement)


def compile_document(document: Document) -> tuple[StepList, dict[str, Routine]]:
    """Compile every tree; the document has passed the checker."""
    code = StepList()
    routines = {name: Routine(node) for name, node in document.declarations.items() if isinstance(node, Tree)}
    for routine in routines.values():
        RoutineCompiler(document, routines, code, routine).compile()
    for operation in code.operations:
        if isinstance(operation, op.Enter):
            operation.entry = routines[operation.routine].entry
    foresee_called(code)
    return code, routines

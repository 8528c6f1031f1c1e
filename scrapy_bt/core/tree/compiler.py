"""From a document to a program: control nodes become steps with two exits (language.md, "Meaning").

Each statement is compiled with the steps that follow its success and its failure at hand, so code is made from the
end to the beginning and a step's exits have lower indices than it, but for the jumps back of loops.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from . import plans
from .expressions import compile_expression
from .naming import Names, calls_in, digest
from .nodes import (
    Assign,
    Async,
    Binary,
    Body,
    Call,
    ChangeState,
    Condition,
    Data,
    Document,
    End,
    Expression,
    Goroutine,
    Group,
    If,
    Item,
    Literal,
    Move,
    Node,
    Reference,
    Statement,
    Take,
    Tree,
    Unary,
    Visit,
    Wait,
    While,
)
from . import operations as op
from .operations import Operation
from .references import names_in


class Routine:
    """A compiled tree."""

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self.name = tree.name
        self.parameters = frozenset(parameter.name for parameter in tree.parameters)
        self.entry: Operation = op.Leave(success=True)
        self.leave: op.Leave
        self.exports: frozenset[str] = frozenset()
        """What it may assign for its caller, through the trees it calls too."""


class Code:
    """All steps made so far, with unique paths and ids."""

    def __init__(self) -> None:
        self.operations: list[Operation] = []
        self.by_path: dict[str, Operation] = {}
        self.by_id: dict[int, Operation] = {}

    def add(self, operation: Operation, path: str, node: Node | None) -> Operation:
        number, name = 2, path
        while name in self.by_path or digest(name) in self.by_id:
            name, number = f"{path}#{number}", number + 1
        operation.path, operation.id, operation.index = name, digest(name), len(self.operations)
        operation.place = node.place if node is not None else None
        self.operations.append(operation)
        self.by_path[name] = self.by_id[operation.id] = operation
        return operation


class RoutineCompiler:
    """Compiles the body of one tree."""

    def __init__(self, document: Document, routines: dict[str, Routine], code: Code, routine: Routine) -> None:
        self._declarations = document.declarations
        self._shared, self._competing, self._states = document.shared, document.competing, document.states
        self._routines, self._code, self._routine = routines, code, routine
        self._names = Names(routine.tree)
        self._invalidated = {
            row.move.node for states in document.states.values() for row in states.rows if isinstance(row.move, Call)
        }
        self._leave: tuple[op.Leave, op.Leave]
        self._in_goroutine = False
        self._remedied: list[str] = []

    def compile(self) -> None:
        tree = self._routine.tree
        self._leave = self._make_leave(tree.name, tree)
        self._routine.leave = self._leave[0]
        self._routine.entry = self._block(tree.kind, tree.body, *self._leave)

    def _make_leave(self, path: str, node: Node) -> tuple[op.Leave, op.Leave]:
        success, failure = op.Leave(success=True), op.Leave(success=False)
        self._add(success, f"{path}/.success", node)
        self._add(failure, f"{path}/.failure", node)
        return success, failure

    def _add(self, operation: Operation, path: str, node: Node | None) -> Operation:
        return self._code.add(operation, path, node)

    # Blocks and statements

    def _block(
        self, kind: str, body: Body, yes: Operation, no: Operation, loop: tuple[frozenset[str], Operation] | None = None
    ) -> Operation:
        """Children in order: `serial` runs every one, `and` until one fails, `or` until one succeeds."""
        if not body.statements:
            return no if kind == "or" else yes
        follow_yes, follow_no = yes, (yes if kind == "serial" else no)
        entry = yes
        for statement in reversed(body.statements):
            leads_on = no
            if loop is not None and isinstance(statement, Assign) and statement.name in loop[0]:
                leads_on = loop[1]
            entry = self._statement(statement, follow_yes, leads_on if kind == "and" else follow_no)
            if kind == "serial":
                follow_yes = follow_no = entry
            elif kind == "and":
                follow_yes = entry
            else:
                follow_no = entry
        return entry

    def _statement(self, statement: Statement, yes: Operation, no: Operation) -> Operation:
        path = self._names.of(statement)
        if isinstance(statement, Assign):
            return self._assign(statement, path, yes, no)
        if isinstance(statement, While):
            return self._while(statement, path, yes, no)
        if isinstance(statement, If):
            return self._if(statement, path, yes, no)
        if isinstance(statement, Group):
            return self._block(statement.kind, statement.body, yes, no)
        if isinstance(statement, (Async, Goroutine)):
            return self._branch(statement, path, yes)
        if isinstance(statement, ChangeState):
            return self._add(op.Change(state=statement.state, next=yes), path, statement)
        if isinstance(statement, End):
            return self._leave[0] if statement.success else self._leave[1]
        return self._condition(statement, path, yes, no)

    def _assign(self, statement: Assign, path: str, yes: Operation, no: Operation) -> Operation:
        value = statement.value
        if isinstance(value, Call) and isinstance(self._declarations.get(value.node), Data):
            return self._call(value, self._names.of(value), yes, no, target=statement.name)
        if isinstance(value, (Binary, Call)) and any(calls_in(value)) and getattr(value, "operator", "|") in "|&":
            found = compile_expression(Binary("!=", Reference(statement.name), Literal(None)))
            test = op.Test(compute=found, yes=yes, no=no, uses=frozenset({statement.name}))
            yes = self._add(test, f"{path}.found", statement)
        return self._value(value, statement.name, path, yes, no)

    def _while(self, statement: While, path: str, yes: Operation, no: Operation) -> Operation:
        counter = f"%{path}"
        counts: dict[str, Any] = {"uses": frozenset({counter})}
        done = self._add(op.Exit(counter=counter, loop=path, next=yes, **counts), f"{path}/.done", statement)
        broken = self._add(op.Exit(counter=counter, loop=path, next=no, **counts), f"{path}/.broken", statement)
        head = op.Head(counter=counter, next=done, exit=done, **counts)
        self._add(head, f"{path}/.round", statement)
        condition = statement.condition
        if isinstance(condition, Take):
            items = f"{counter}/items"
            body = self._block("and", statement.body, head, broken)
            sets = frozenset({condition.name})
            take = op.Next(items=items, target=condition.name, yes=body, no=done, uses=frozenset({items}), sets=sets)
            head.next = self._add(take, f"{path}/.next", statement)
        else:
            names = names_in(condition)
            body = self._block("and", statement.body, head, broken, (names, head))
            head.next = self._condition(condition, path, body, done)
        head.last = len(self._code.operations) - 1
        loop = op.Loop(counter=counter, head=head, next=head, sets=frozenset({counter}))
        entry = self._add(loop, path, statement)
        if isinstance(condition, Take):
            call = condition.call
            entry = self._call(call, self._names.of(call), entry, yes, target=items, many=True, broken=no)
        return entry

    def _if(self, statement: If, path: str, yes: Operation, no: Operation) -> Operation:
        otherwise = yes
        if isinstance(statement.otherwise, Body):
            otherwise = self._block("and", statement.otherwise, yes, no)
        elif isinstance(statement.otherwise, If):
            otherwise = self._statement(statement.otherwise, yes, no)
        body = self._block("and", statement.body, yes, no)
        return self._condition(statement.condition, path, body, otherwise)

    def _branch(self, statement: Async | Goroutine, path: str, yes: Operation) -> Operation:
        waits = isinstance(statement, Goroutine)
        outer = self._leave, self._in_goroutine
        self._leave = self._make_leave(path, statement)
        self._in_goroutine = waits
        entry = self._block("and", statement.body, *self._leave)
        self._leave, self._in_goroutine = outer
        branch = op.Branch(waits=waits, in_goroutine=outer[1], entry=entry, next=yes)
        return self._add(branch, path, statement)

    # Expressions

    def _condition(self, condition: Condition, path: str, yes: Operation, no: Operation) -> Operation:
        if isinstance(condition, Take):
            call = condition.call
            return self._call(call, self._names.of(call), yes, no, target=condition.name)
        if isinstance(condition, Call):
            return self._call(condition, self._names.of(condition), yes, no)
        if isinstance(condition, Unary) and condition.operator == "!":
            return self._condition(condition.operand, path, no, yes)
        if isinstance(condition, Binary) and condition.operator == "&":
            return self._condition(condition.left, path, self._condition(condition.right, path, yes, no), no)
        if isinstance(condition, Binary) and condition.operator == "|":
            return self._condition(condition.left, path, yes, self._condition(condition.right, path, yes, no))
        plain, calls = self._take_calls_out(condition)
        test = op.Test(compute=compile_expression(plain), yes=yes, no=no, uses=names_in(plain))
        return self._fetch_values(calls, self._add(test, f"{path}.test", condition))

    def _value(self, value: Expression, target: str, path: str, yes: Operation, no: Operation) -> Operation:
        """Assign *value* to *target*; `a | b` and `a & b` evaluate `b` only where it decides."""
        if isinstance(value, Binary) and value.operator in "|&" and any(calls_in(value)):
            right = self._value(value.right, target, path, yes, no)
            exits = (yes, right) if value.operator == "|" else (right, yes)
            is_true = compile_expression(Reference(target))
            test = op.Test(compute=is_true, yes=exits[0], no=exits[1], uses=frozenset({target}))
            return self._value(value.left, target, path, self._add(test, f"{path}.test", value), no)
        if isinstance(value, Call):
            if isinstance(self._declarations.get(value.node), Data):
                return self._call(value, self._names.of(value), yes, yes, target=target)
            results = (self._set(target, Literal(result), path, value, yes, no) for result in (True, False))
            return self._call(value, self._names.of(value), *results)
        plain, calls = self._take_calls_out(value)
        return self._fetch_values(calls, self._set(target, plain, path, value, yes, no))

    def _set(
        self, target: str, value: Expression, path: str, node: Node, yes: Operation, no: Operation
    ) -> Operation:
        compute = compile_expression(value)
        assign = op.Assign(
            name=target, compute=compute, next=yes, no=no, uses=names_in(value), sets=frozenset({target})
        )
        return self._add(assign, path, node)

    def _take_calls_out(self, expression: Expression) -> tuple[Expression, list[tuple[Expression, str]]]:
        """The expression with temporaries in the places of its calls, and what they stand for, in order."""
        if isinstance(expression, Call):
            name = f"${self._names.of(expression)}"
            return Reference(name), [(expression, name)]
        if isinstance(expression, Binary) and any(calls_in(expression)):
            if expression.operator in "|&":
                name = f"${self._names.of(next(calls_in(expression)))}.value"
                return Reference(name), [(expression, name)]
            left, first = self._take_calls_out(expression.left)
            right, second = self._take_calls_out(expression.right)
            return Binary(expression.operator, left, right), first + second
        if isinstance(expression, Unary):
            operand, calls = self._take_calls_out(expression.operand)
            return Unary(expression.operator, operand), calls
        return expression, []

    def _fetch_values(self, calls: list[tuple[Expression, str]], then: Operation) -> Operation:
        for expression, name in reversed(calls):
            path = name.removeprefix("$").removesuffix(".value")
            then = self._value(expression, name, path, then, then)
        return then

    # Calls

    def _call(
        self,
        call: Call,
        path: str,
        yes: Operation,
        no: Operation,
        *,
        target: str | None = None,
        many: bool = False,
        broken: Operation | None = None,
    ) -> Operation:
        """Run a declared node: through its shared value, with its competing resource, by its state table."""
        if call.node not in self._shared:
            return self._held(call, path, yes, no, broken or no, target=target, many=many)
        return self._share(call, path, yes, no, target=target, many=many)

    def _share(
        self, call: Call, path: str, yes: Operation, no: Operation, *, target: str | None, many: bool
    ) -> Operation:
        node = self._declarations[call.node]
        shared = self._shared[call.node]
        ttl = shared.ttl.seconds if shared.ttl else None
        made = op.Publish(ttl=ttl, success=True, next=yes)
        failed = op.Publish(ttl=ttl, success=False, next=no)
        self._add(made, f"{path}.made", call)
        self._add(failed, f"{path}.failed", call)
        values = f"%{path}/values" if isinstance(node, Data) else None
        if values:
            made.uses = frozenset({values})
        make = self._held(call, path, made, failed, failed, target=values, many=values is not None)
        share = op.Share(
            name=call.node,
            key=plans.plan_key(call, node),
            target=target,
            many=many,
            make=make,
            yes=yes,
            no=no,
            entry=self._routines[node.name].entry if isinstance(node, Tree) else None,
            tracked=call.node in self._invalidated,
            uses=plans.argument_uses(call, node),
            sets=frozenset({target}) if target else frozenset(),
        )
        made.share = failed.share = share
        return self._add(share, f"{path}.share", call)

    def _held(
        self,
        call: Call,
        path: str,
        yes: Operation,
        no: Operation,
        broken: Operation,
        *,
        target: str | None,
        many: bool,
    ) -> Operation:
        node = self._declarations[call.node]
        if call.node not in self._competing or isinstance(node, Visit):
            return self._action(call, node, path, yes, no, broken, target=target, many=many)
        frees = []
        for index, exit in enumerate((yes, no, broken)):
            free = op.Free(resource=call.node, next=exit)
            frees.append(self._add(free, f"{path}.free{index or ''}", call))
        action = self._action(call, node, path, *frees, target=target, many=many)
        return self._add(op.Hold(resource=call.node, next=action), f"{path}.hold", call)

    def _action(
        self,
        call: Call,
        node: Visit | Data | Item | Tree,
        path: str,
        yes: Operation,
        no: Operation,
        broken: Operation,
        *,
        target: str | None,
        many: bool,
    ) -> Operation:
        exits: dict[str, Any] = {"name": node.name, "yes": yes, "no": no, "end": self._leave[0]}
        before: Callable[[Operation], Operation] = lambda operation: operation  # noqa: E731
        action: op.Action
        if isinstance(node, Visit):
            requires = node.name if node.name in self._competing else ""
            action = op.Fetch(visit=node, requires=requires, **plans.plan_visit(node), **exits)
        elif isinstance(node, Data):
            plan = plans.plan_data(node, target)
            action = op.Extract(data=node, target=target, many=many, broken=broken, **plan, **exits)
        elif isinstance(node, Item):
            calls = [call for field in node.fields for call in calls_in(field.value)]
            names = {id(inner): f"${path}/{inner.node}" for inner in calls}
            action = op.Record(item=node, **plans.plan_item(node, names), **exits)

            def before(operation: Operation) -> Operation:
                for inner in reversed(calls):
                    name = names[id(inner)]
                    operation = self._call(inner, name[1:], operation, operation, target=name)
                return operation

        else:
            routine = self._routines[node.name]
            plan = plans.plan_call(call, node)
            action = op.Enter(routine=node.name, entry=routine.entry, **plan, **exits)
        self._add(action, path, call)
        self._add_moves(action, node.name, path, no)
        return before(action)

    def _add_moves(self, action: op.Action, name: str, path: str, no: Operation) -> None:
        states = self._states.get(name)
        for row in states.rows if states else ():
            move: op.Move
            if isinstance(row.move, Wait):
                move = op.Retry(row.move.times, row.move.delay.seconds if row.move.delay else None)
            elif isinstance(row.move, Move):
                move = row.move.name
            elif name in self._remedied:
                continue  # the remedy of its own remedy: the outcome counts as it is
            else:
                move = op.Remedy(self._remedy(row.move, f"{path}/{row.outcomes[0]}", action, no))
            for outcome in row.outcomes:
                action.moves[outcome] = move

    def _remedy(self, call: Call, path: str, action: op.Action, no: Operation) -> Operation:
        """Make the shared node anew, or just run the node, then try the action again."""
        self._remedied.append(action.name)
        entry = self._call(call, f"{path}/{call.node}", action, no)
        self._remedied.pop()
        if call.node in self._shared:
            node = self._declarations[call.node]
            uses = plans.argument_uses(call, node) | {op.FORGETS}
            forget = op.Forget(key=plans.plan_key(call, node), next=entry, no=no, uses=uses)
            entry = self._add(forget, f"{path}/{call.node}.forget", call)
        return entry


def compile_document(document: Document) -> tuple[Code, dict[str, Routine]]:
    """Compile every tree; the document has passed the checker."""
    code = Code()
    routines = {name: Routine(node) for name, node in document.declarations.items() if isinstance(node, Tree)}
    for routine in routines.values():
        RoutineCompiler(document, routines, code, routine).compile()
    for operation in code.operations:
        if isinstance(operation, op.Enter):
            operation.entry = routines[operation.routine].entry
        elif isinstance(operation, op.Share) and operation.entry is not None:
            operation.entry = routines[operation.name].entry
    return code, routines

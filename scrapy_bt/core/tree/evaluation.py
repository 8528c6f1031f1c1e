"""How a statement comes to a decision or a value: conditions, assigned values, and the calls within them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace

from . import operations as op
from .calls import NOTHING, CallCompiler, Exits, Want
from .expressions import Compute, compile_expression
from .extractions import Planned
from .naming import NodePaths, calls_in
from .nodes import (
    Binary,
    Call,
    Condition,
    Document,
    Expression,
    ListValue,
    Literal,
    NamedArgument,
    Node,
    Reference,
    Take,
    Unary,
)
from .operations import Operation
from .references import names_in
from .routines import Routine, StepList


class EvaluationCompiler:
    """Compiles what the statements of one tree evaluate; *end*: where the tree ends as it stands now."""

    def __init__(
        self,
        document: Document,
        routines: dict[str, Routine],
        code: StepList,
        names: NodePaths,
        *,
        end: Callable[[], Operation],
    ) -> None:
        self._code, self._names, self._end = code, names, end
        self._calls = CallCompiler(document, routines, code, self._mend)

    def is_data(self, call: Call) -> bool:
        """Whether the call is of a data node, which has values."""
        return self._calls.is_data(call)

    @contextmanager
    def planning(self, planned: Planned) -> Iterator[None]:
        """Within the block, failures are planned at least as *planned*."""
        outer = self._calls.planned
        self._calls.planned = max(outer, planned)
        try:
            yield
        finally:
            self._calls.planned = outer

    def condition(self, condition: Condition, path: str, yes: Operation, no: Operation) -> Operation:
        if isinstance(condition, Take):
            return self._take(condition, path, yes, no)
        if isinstance(condition, Call):
            return self.call(condition, self._names.of(condition), yes, no)
        if isinstance(condition, Unary) and condition.operator == "!":
            with self.planning(Planned.CHOICE):
                return self.condition(condition.operand, path, no, yes)
        if isinstance(condition, Binary) and condition.operator == "&":
            return self.condition(condition.left, path, self.condition(condition.right, path, yes, no), no)
        if isinstance(condition, Binary) and condition.operator == "|":
            with self.planning(Planned.CHOICE):
                return self.condition(condition.left, path, yes, self.condition(condition.right, path, yes, no))
        plain, calls = self._take_calls_out(condition, path)
        test = op.Test(compute=compile_expression(plain), yes=yes, no=no, uses=names_in(plain))
        return self._fetch_values(calls, self._code.add(test, f"{path}.test", condition))

    def _take(self, take: Take, path: str, yes: Operation, no: Operation) -> Operation:
        """The first value of a data node, or any value but none."""
        value, name = take.value, take.name
        if isinstance(value, Call) and self.is_data(value):
            return self.call(value, self._names.of(value), yes, no, Want(name))
        test = op.Test(compute=is_found(name), yes=yes, no=no, uses=frozenset({name}))
        return self.value(value, name, path, self._code.add(test, f"{path}.found", take), no)

    def value(self, value: Expression, target: str, path: str, yes: Operation, no: Operation) -> Operation:
        """Assign *value* to *target*; `a | b` and `a & b` evaluate `b` only where it decides."""
        if isinstance(value, Binary) and value.operator == "|" and self._calls.planned is not Planned.CHOICE:
            with self.planning(Planned.CHOICE):
                return self.value(value, target, path, yes, no)
        if isinstance(value, Binary) and value.operator in "|&" and any(calls_in(value)):
            if target[0] != "$":  # both sides see what the variable was before
                kept = f"${path}.value"
                found = self._set(target, Reference(kept), path, value, yes, no)
                fault = self._set(target, Literal(None), path, value, no, no)
                return self.value(value, kept, path, found, fault)
            right = self.value(value.right, target, path, yes, no)
            exits = (yes, right) if value.operator == "|" else (right, yes)
            is_true = compile_expression(Reference(target))
            test = op.Test(compute=is_true, yes=exits[0], no=exits[1], uses=frozenset({target}))
            return self.value(value.left, target, path, self._code.add(test, f"{path}.test", value), no)
        if isinstance(value, Call):
            call_path = self._names.of_inner(value, path)
            if self.is_data(value):
                return self.call(value, call_path, yes, yes, Want(target))
            success = self._set(target, Literal(value=True), path, value, yes, no)
            failure = self._set(target, Literal(value=False), path, value, yes, no)
            return self.call(value, call_path, success, failure)
        plain, calls = self._take_calls_out(value, path)
        return self._fetch_values(calls, self._set(target, plain, path, value, yes, no))

    def _set(self, target: str, value: Expression, path: str, node: Node, yes: Operation, no: Operation) -> Operation:
        compute = compile_expression(value)
        assign = op.SetVariable(
            name=target, compute=compute, next=yes, no=no, uses=names_in(value), sets=frozenset({target})
        )
        return self._code.add(assign, path, node)

    def _take_calls_out(self, expression: Expression, path: str) -> tuple[Expression, list[tuple[Expression, str]]]:
        """The expression with temporaries in the places of its calls, and what they stand for, in order."""
        if isinstance(expression, Call):
            name = f"${self._names.of_inner(expression, path)}"
            return Reference(name), [(expression, name)]
        if isinstance(expression, Binary) and any(calls_in(expression)):
            if expression.operator in "|&":
                name = f"${self._names.of_inner(next(calls_in(expression)), path)}.value"
                return Reference(name), [(expression, name)]
            left, first = self._take_calls_out(expression.left, path)
            right, second = self._take_calls_out(expression.right, path)
            return Binary(expression.operator, left, right), first + second
        if isinstance(expression, Unary):
            operand, calls = self._take_calls_out(expression.operand, path)
            return Unary(expression.operator, operand), calls
        if isinstance(expression, ListValue):
            entries = [self._take_calls_out(entry, path) for entry in expression.values]  # type: ignore[arg-type]
            return ListValue(tuple(plain for plain, _ in entries)), [call for _, calls in entries for call in calls]
        return expression, []

    def _fetch_values(self, calls: list[tuple[Expression, str]], then: Operation) -> Operation:
        for expression, name in reversed(calls):
            path = name.removeprefix("$").removesuffix(".value")
            then = self.value(expression, name, path, then, then)
        return then

    def call(
        self,
        call: Call,
        path: str,
        yes: Operation,
        no: Operation,
        want: Want = NOTHING,
        *,
        broken: Operation | None = None,
    ) -> Operation:
        """Run a declared node, after the calls among its arguments."""
        return self._compile_call(call, path, Exits(yes, no, broken or no, self._end()), want)

    def _mend(self, call: Call, path: str, exits: Exits) -> Operation:
        """The call of a state table."""
        return self._compile_call(call, path, exits, anew=True)

    def _compile_call(
        self, call: Call, path: str, exits: Exits, want: Want = NOTHING, *, anew: bool = False
    ) -> Operation:
        arguments: list[Expression] = []
        named: list[NamedArgument] = []
        inner: list[tuple[Expression, str]] = []
        for argument in call.arguments:
            plain, calls = self._take_calls_out(argument, path)
            arguments.append(plain)
            inner += calls
        for given in call.named:
            plain, calls = self._take_calls_out(given.value, path)
            named.append(replace(given, value=plain))
            inner += calls
        if inner:
            call = replace(call, arguments=tuple(arguments), named=tuple(named))
        return self._fetch_values(inner, self._calls.compile(call, path, exits, want, anew=anew))


def is_found(name: str) -> Compute:
    """The variable has a value."""
    return compile_expression(Binary("!=", Reference(name), Literal(None)))

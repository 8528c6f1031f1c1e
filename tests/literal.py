"""The language read literally: a slow evaluator of trees without visits, to compare the runtime with.

It walks the nodes as language.md, "Meaning", describes them; it knows no steps, no tasks and no storage.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from scrapy_bt.core.tree import nodes
from scrapy_bt.core.tree.conversions import convert
from scrapy_bt.core.tree.values import OPERATORS, UnfitValueError, is_true, negate, to_text


class Broken(Exception):  # noqa: N818 - `break` is no error
    """The nearest loop ends here."""


class Ended(Exception):  # noqa: N818 - `end` is no error
    """The tree finishes here."""

    def __init__(self, success: bool) -> None:
        self.success = success


@dataclass
class Frame:
    """The variables that a tree can read, and the names of those that it assigned."""

    variables: dict[str, Any]
    parameters: frozenset[str] = frozenset()
    assigned: set[str] = field(default_factory=set)

    def set(self, name: str, value: Any) -> None:
        self.variables[name] = value
        self.assigned.add(name)


@dataclass(frozen=True)
class Result:
    """Of a statement; *missing*: the variable for which the data node at which it stopped found nothing."""

    success: bool
    missing: str | None = None


SUCCESS, FAILURE = Result(success=True), Result(success=False)


class Evaluator:
    """Runs `main` of a document; what it emits is in *said*, or why it did not come so far."""

    def __init__(self, document: nodes.Document) -> None:
        self.declarations, self.states = document.declarations, document.states
        self.said: list[tuple[str, dict[str, Any]]] = []

    def run(self) -> bool:
        main = self.declarations["main"]
        assert isinstance(main, nodes.Tree)
        return self._tree(main, Frame({}))

    def _tree(self, tree: nodes.Tree, frame: Frame) -> bool:
        try:
            return self._block(tree.kind, tree.body, frame).success
        except Ended as end:
            return end.success

    # Statements

    def _block(self, kind: str, body: nodes.Body, frame: Frame) -> Result:
        result = FAILURE if kind == "or" else SUCCESS
        for statement in body.statements:
            result = self._statement(statement, frame)
            if kind == "and" and not result.success:
                return result
            if kind == "or" and result.success:
                return result
        return SUCCESS if kind == "serial" else result

    def _statement(self, statement: nodes.Statement, frame: Frame) -> Result:
        if isinstance(statement, nodes.Assign):
            return self._assign(statement, frame)
        if isinstance(statement, nodes.While):
            return self._while(statement, frame)
        if isinstance(statement, nodes.If):
            if self._decide(statement.condition, frame):
                return self._block("and", statement.body, frame)
            if isinstance(statement.otherwise, nodes.If):
                return self._statement(statement.otherwise, frame)
            return self._block("and", statement.otherwise, frame) if statement.otherwise else SUCCESS
        if isinstance(statement, nodes.Group):
            return self._block(statement.kind, statement.body, frame)
        if isinstance(statement, nodes.End):
            raise Ended(statement.success)
        if isinstance(statement, nodes.Break):
            raise Broken
        if isinstance(statement, (nodes.ChangeState, nodes.Print)):
            return SUCCESS
        assert not isinstance(statement, (nodes.Async, nodes.Goroutine))
        return Result(self._decide(statement, frame))

    def _assign(self, statement: nodes.Assign, frame: Frame) -> Result:
        value, name = statement.value, statement.name
        if isinstance(value, nodes.Call) and isinstance(self.declarations[value.node], nodes.Data):
            success, values, broken = self._data(value.node, frame)
            if is_whole(value):
                frame.set(name, values)
                return SUCCESS
            frame.set(name, values[0] if values else None)
            return SUCCESS if success else Result(success=False, missing=None if broken else name)
        try:
            frame.set(name, self._value(value, frame))
        except UnfitValueError:
            frame.set(name, None)
            return FAILURE
        logical = isinstance(value, nodes.Binary) and value.operator in "|&"
        if (
            logical
            and any(isinstance(part, nodes.Call) for part in nodes.walk(value))
            and frame.variables[name] is None
        ):
            return Result(success=False, missing=name)
        return SUCCESS

    def _while(self, loop: nodes.While, frame: Frame) -> Result:
        condition = loop.condition
        if isinstance(condition, nodes.Take):
            try:
                values = self._entries(condition.value, frame)
            except UnfitValueError:
                return FAILURE
            for value in values:
                frame.set(condition.name, value)
                try:
                    if not self._block("and", loop.body, frame).success:
                        return FAILURE
                except Broken:
                    break
            return SUCCESS
        asked = {part.name for part in nodes.walk(condition) if isinstance(part, nodes.Reference)}
        while self._decide(condition, frame):
            try:
                result = self._block("and", loop.body, frame)
            except Broken:
                break
            if not result.success and result.missing not in asked:
                return FAILURE
        return SUCCESS

    def _entries(self, value: nodes.Expression, frame: Frame) -> list[Any]:
        if isinstance(value, nodes.Call) and isinstance(self.declarations[value.node], nodes.Data):
            return self._data(value.node, frame)[1]
        found = self._value(value, frame)
        return list(found) if isinstance(found, list) else [] if found is None else [found]

    # Expressions

    def _decide(self, condition: nodes.Condition, frame: Frame) -> bool:
        """The result of an expression in a logical place: of any call, or whether its value is true."""
        if isinstance(condition, nodes.Take):
            value = condition.value
            if isinstance(value, nodes.Call) and isinstance(self.declarations[value.node], nodes.Data):
                success, values, _ = self._data(value.node, frame)
                frame.set(condition.name, values if is_whole(value) else values[0] if values else None)
                return success or is_whole(value)
            try:
                frame.set(condition.name, self._value(value, frame))
            except UnfitValueError:
                frame.set(condition.name, None)
            return frame.variables[condition.name] is not None
        if isinstance(condition, nodes.Call):
            return self._call(condition, frame)
        if isinstance(condition, nodes.Unary) and condition.operator == "!":
            return not self._decide(condition.operand, frame)
        if isinstance(condition, nodes.Binary) and condition.operator == "&":
            return self._decide(condition.left, frame) and self._decide(condition.right, frame)
        if isinstance(condition, nodes.Binary) and condition.operator == "|":
            return self._decide(condition.left, frame) or self._decide(condition.right, frame)
        try:
            return is_true(self._value(condition, frame))
        except UnfitValueError:
            return False

    def _value(self, expression: nodes.Expression | str, frame: Frame) -> Any:  # noqa: PLR0911 - one for each class
        if isinstance(expression, str):
            return expression
        if isinstance(expression, nodes.Literal):
            return expression.value
        if isinstance(expression, nodes.Reference):
            return None if expression.name == "page" else _look_into(frame.variables.get(expression.name), expression)
        if isinstance(expression, nodes.Conversion):
            found = self._value(expression.value, frame)
            several = found if isinstance(found, list) else [found]
            of_kind = (convert(value, expression.kind, "") for value in several if value is not None)
            return next((value for value in of_kind if value is not None), None)
        if isinstance(expression, nodes.ListValue):
            return [self._value(entry, frame) for entry in expression.values]  # type: ignore[arg-type]
        if isinstance(expression, nodes.Template):
            return "".join(to_text(self._value(part, frame)) for part in expression.parts)
        if isinstance(expression, nodes.Call):
            if not isinstance(self.declarations[expression.node], nodes.Data):
                return self._call(expression, frame)
            values = self._data(expression.node, frame)[1]
            return values if is_whole(expression) else values[0] if values else None
        if isinstance(expression, nodes.Unary):
            value = self._value(expression.operand, frame)
            return not is_true(value) if expression.operator == "!" else negate(value)
        left = self._value(expression.left, frame)
        if expression.operator in "|&":
            decided = is_true(left) == (expression.operator == "|")
            return left if decided else self._value(expression.right, frame)
        return OPERATORS[expression.operator](left, self._value(expression.right, frame))

    # Calls

    def _call(self, call: nodes.Call, frame: Frame) -> bool:
        node = self.declarations[call.node]
        if isinstance(node, nodes.Data):
            return self._data(call.node, frame)[0]
        if isinstance(node, nodes.Item):
            return self._settle(call.node, *self._item(node, frame))
        assert isinstance(node, nodes.Tree)
        arguments = {
            parameter.name: self._argument(argument, frame)
            for parameter, argument in zip(node.parameters, call.arguments, strict=False)
        }
        arguments |= {argument.name: self._argument(argument.value, frame) for argument in call.named}
        if any(isinstance(argument, UnfitValueError) for argument in arguments.values()):
            return self._settle(call.node, "error", success=False)
        inner = Frame(dict(frame.variables), frozenset(parameter.name for parameter in node.parameters))
        for parameter in node.parameters:
            if parameter.name in arguments:
                inner.variables[parameter.name] = arguments[parameter.name]
            elif parameter.name not in frame.variables and parameter.default is not None:
                try:
                    inner.variables[parameter.name] = self._value(parameter.default, inner)
                except UnfitValueError:
                    return self._settle(call.node, "error", success=False)
        if not self._tree(node, inner):
            return self._settle(call.node, "error", success=False)
        for name in inner.assigned - inner.parameters:
            frame.set(name, inner.variables[name])
        return self._settle(call.node, "success", success=True)

    def _argument(self, argument: nodes.Expression, frame: Frame) -> Any:
        try:
            return self._value(argument, frame)
        except UnfitValueError as fault:
            return fault

    def _data(self, name: str, frame: Frame) -> tuple[bool, list[Any], bool]:
        """Success, values, and whether it failed otherwise than by having none."""
        data = self.declarations[name]
        assert isinstance(data, nodes.Data)
        assert data.source is not None
        values: list[Any] = []
        start = data.attributes.get("from") if data.attributes else None
        if isinstance(start, nodes.Reference):
            origin = frame.variables.get(start.name)
            scopes = origin if isinstance(origin, list) else [origin]
            for scope in scopes:
                values += _matches(str(data.source.texts[0]), scope)
        default = data.attributes.get("default") if data.attributes else None
        if not values and isinstance(default, nodes.Reference):
            values = [frame.variables.get(default.name)]
        success = bool(values)
        return self._settle(name, "success" if success else "empty", success=success), values, False

    def _item(self, item: nodes.Item, frame: Frame) -> tuple[str, bool]:
        try:
            record = {entry.name: self._value(entry.value, frame) for entry in item.fields}
        except UnfitValueError:
            return "error", False
        self.said.append((item.name, record))
        return "success", True

    def _settle(self, name: str, outcome: str, success: bool) -> bool:
        """The result by the node's state table, of which only `true`, `false` and `end` are known here."""
        rows = self.states.get(name, ())
        moves = {outcome: row.move for row in rows for outcome in row.outcomes}
        move = moves.get(outcome) or (None if success else moves.get("any"))
        if not isinstance(move, nodes.Move):
            return success
        if move.name == "end":
            raise Ended(True)
        return move.name == "true"


def is_whole(call: nodes.Call) -> bool:
    """A source in place that gives the list of all values."""
    node = call.inline
    return isinstance(node, nodes.Data) and node.source is not None and node.source.all


def _look_into(value: Any, reference: nodes.Reference) -> Any:
    for step in reference.path:
        value = value[int(step)] if isinstance(value, list) and int(step) < len(value) else None
    return value


def _matches(pattern: str, scope: Any) -> Iterator[str]:
    if scope is not None:
        yield from re.findall(pattern, to_text(scope), re.DOTALL)

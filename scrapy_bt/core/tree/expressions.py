"""Expressions without calls, compiled once to plain functions of a frame and the time."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from . import addresses
from .anchors import Anchor
from .conversions import convert
from .nodes import (
    Attributes,
    Binary,
    Conversion,
    Duration,
    Expression,
    ListValue,
    Literal,
    Reference,
    Source,
    Template,
    Text,
    Unary,
    Value,
)
from .task import Frame
from .values import OPERATORS, fitting, is_true, negate, to_text

Compute = Callable[[Frame, float], Any]
"""Takes the frame and the time (seconds since the epoch); raises `UnfitValueError`."""


def compile_expression(expression: Expression) -> Compute:
    """*expression* holds no `Call`: the compiler has put temporary variables in their places."""
    if isinstance(expression, Literal):
        return _constant(expression.value)
    if isinstance(expression, Reference):
        return compile_reference(expression)
    if isinstance(expression, Template):
        return compile_text(expression)
    if isinstance(expression, Conversion):
        return _compile_conversion(expression)
    if isinstance(expression, ListValue):
        return compile_value(expression)
    if isinstance(expression, Unary):
        operand = compile_expression(expression.operand)
        if expression.operator == "!":
            return lambda frame, now: not is_true(operand(frame, now))
        return lambda frame, now: negate(operand(frame, now))
    if isinstance(expression, Binary):
        return _compile_binary(expression)
    raise TypeError(f"not an expression without calls: {expression!r}")


def _compile_binary(expression: Binary) -> Compute:
    left, right = compile_expression(expression.left), compile_expression(expression.right)
    if expression.operator == "|":
        return lambda frame, now: value if is_true(value := left(frame, now)) else right(frame, now)
    if expression.operator == "&":
        return lambda frame, now: right(frame, now) if is_true(value := left(frame, now)) else value
    operate = OPERATORS[expression.operator]
    return lambda frame, now: operate(left(frame, now), right(frame, now))


def _compile_conversion(expression: Conversion) -> Compute:
    """Of a list, the first entry that can be of that kind."""
    compute, kind = compile_reference(expression.value), expression.kind
    base = _page_fact(("base",))

    def converted(frame: Frame, now: float) -> Any:
        value = compute(frame, now)
        start = (base(frame, now) or "") if kind == "url" else ""
        if not isinstance(value, list) or kind == "json":
            return None if value is None else convert(value, kind, start)
        found = (convert(entry, kind, start) for entry in value if entry is not None)
        return next((entry for entry in found if entry is not None), None)

    return converted


def _constant(value: Any) -> Compute:
    return lambda _frame, _now: value


def compile_reference(reference: Reference) -> Compute:
    """A variable, what lies in it, a fact of the page, or the time; none where it is not there."""
    name, path = reference.name, reference.path
    if name == "now" and not path:
        return lambda _frame, now: now
    if name == "page" and path:
        return _page_fact(path)
    if not path:
        return lambda frame, _now: frame.variables.get(name)

    def look_into(frame: Frame, _now: float) -> Any:
        value = frame.variables.get(name)
        for step in path:
            value = _step_into(value, step)
        return value

    return look_into


def _step_into(value: Any, step: str) -> Any:
    """What is in *value* under a name or a number; under a name in a list: what the first entry has that has it."""
    if isinstance(value, dict):
        return value.get(step)
    if not isinstance(value, list):
        return None
    if step.isdecimal():
        return value[int(step)] if int(step) < len(value) else None
    found = (_step_into(entry, step) for entry in value)
    return next((entry for entry in found if entry is not None), None)


def _page_fact(path: tuple[str, ...]) -> Compute:
    dotted = ".".join(("page", *path))

    def fact(frame: Frame, _now: float) -> Any:
        # What was taken when the page arrived counts: a page that was carried has no cookies.
        if frame.page is not None and dotted not in frame.variables:
            return read_page_fact(frame, path)
        return frame.variables.get(dotted)

    return fact


def read_page_fact(frame: Frame, path: tuple[str, ...]) -> Any:
    """`page.url`, `page.status`, `page.headers.name` or `page.cookies.name` of the frame's page.

    `page.base`: what its links start from.
    """
    page = frame.page
    if page is None:
        return None
    if path[0] == "url":
        return page.url
    if path[0] == "base":
        return page.base
    if path[0] == "status":
        return page.status
    if path[0] == "headers" and len(path) == 2:
        return page.header(path[1].replace("_", "-"))
    if path[0] == "cookies" and len(path) == 2:
        return page.cookie(path[1])
    return None


def compile_text(text: Text) -> Callable[[Frame, float], str]:
    """The text with its placeholders filled."""
    if isinstance(text, str):
        plain = text
        return lambda _frame, _now: plain
    parts = [part if isinstance(part, str) else compile_reference(part) for part in text.parts]
    return lambda frame, now: fitting(
        "".join(part if isinstance(part, str) else to_text(part(frame, now)) for part in parts),
        "characters",
    )


def compile_url(text: Text) -> Callable[[Frame, float], str]:
    """The text with its placeholders filled as a URL needs them; raises `UnfitValueError` for what no URL can hold."""
    if isinstance(text, str):
        plain = text
        return lambda _frame, _now: plain
    literals = literals_of(text)
    computes = [(compile_reference(part), part.dotted) for part in text.parts if not isinstance(part, str)]
    anchor = Anchor(literals)
    first = literals[0]
    holes = [
        (encode, compute, name, literal)
        for encode, (compute, name), literal in zip(
            addresses.encodings(literals[:-1]), computes, literals[1:], strict=True
        )
    ]

    def url(frame: Frame, now: float) -> str:
        filled = [first]
        for encode, compute, name, literal in holes:
            filled += (addresses.fill(encode, compute(frame, now), name), literal)
        return anchor.check("".join(filled))

    return url


def literals_of(text: Text) -> list[str]:
    """What stands before, between and behind the placeholders of a text."""
    literals = [""]
    for part in (text,) if isinstance(text, str) else text.parts:
        if isinstance(part, str):
            literals[-1] += part
        else:
            literals.append("")
    return literals


def compile_value(value: Value | Expression) -> Compute:
    """An attribute's value; sources are taken out beforehand by the compiler."""
    if isinstance(value, Duration):
        return _constant(value.seconds)
    if isinstance(value, ListValue):
        computes = [compile_value(entry) for entry in value.values]
        return lambda frame, now: [compute(frame, now) for compute in computes]
    if isinstance(value, Attributes):
        entries = [(entry.name, compile_value(entry.value)) for entry in value.entries]
        return lambda frame, now: {name: compute(frame, now) for name, compute in entries}
    if not isinstance(value, Source):
        return compile_expression(value)
    raise TypeError(f"not an attribute's value: {value!r}")

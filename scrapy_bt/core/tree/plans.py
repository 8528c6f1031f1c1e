"""How actions get what they need from a frame, worked out once when the tree is compiled."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import msgspec

from .expressions import Compute, compile_expression, compile_text, compile_url, compile_value
from .nodes import (
    Attributes,
    Binary,
    Call,
    Data,
    Declaration,
    Duration,
    Expression,
    Field,
    Item,
    ListValue,
    Literal,
    Reference,
    Source,
    Template,
    Text,
    Tree,
    Unary,
    Value,
    Visit,
)
from .operations import FieldPlan, RequestPlan, SourcePlan
from .pages import Query
from .references import EVERY, PAGE, names_in, page_uses, sources_in, sources_of
from .task import Frame


def plan_source(source: Source, key: str) -> SourcePlan:
    query = None
    if not any(isinstance(text, Template) for text in source.texts):
        query = Query(source.how, tuple(str(text) for text in source.texts), source.kind)
    texts = tuple(compile_text(text) for text in source.texts)
    return SourcePlan(f"@{key}", source.how, texts, query, source.all, source.kind)


# Visits


def plan_visit(visit: Visit) -> dict[str, Any]:
    attributes = visit.attributes or Attributes()
    request = attributes.get("request")
    python = request.texts[0] if isinstance(request, Source) else None
    plain = replace(attributes, entries=tuple(entry for entry in attributes.entries if entry.name != "request"))
    plain, sources = _take_sources_out(plain, visit.name)
    needs_base = visit.url is not None and not _is_absolute(visit.url)
    template = visit.url if isinstance(visit.url, Template) else None
    uses = names_in(template, attributes) | {"page.url"} if needs_base else names_in(template, attributes)
    for index, source in enumerate(sources):
        uses |= page_uses(f"{visit.name}.{index}", [source])
    if python is not None:
        uses |= {PAGE, EVERY}
    plan = RequestPlan(
        method=visit.method,
        url=compile_url(visit.url) if visit.url is not None else None,
        needs_base=needs_base,
        attributes=compile_value(plain),
        sources=tuple(plan_source(source, f"{visit.name}.{index}") for index, source in enumerate(sources)),
        python=str(python) if python is not None else None,
    )
    return {"request": plan, "uses": uses}


def _is_absolute(text: Text) -> bool:
    start = text if isinstance(text, str) else text.parts[0]
    return isinstance(start, str) and "://" in start


def _take_sources_out(attributes: Attributes, name: str) -> tuple[Attributes, tuple[Source, ...]]:
    """The attributes with references in the places of sources, and the sources in the same order."""
    sources = sources_in(attributes)
    indices = {id(source): index for index, source in enumerate(sources)}

    def without(value: Value) -> Value:
        if isinstance(value, Source):
            return Reference(f"=@{name}.{indices[id(value)]}")
        if isinstance(value, ListValue):
            return ListValue(tuple(without(entry) for entry in value.values))
        if isinstance(value, Attributes):
            return Attributes(tuple(replace(entry, value=without(entry.value)) for entry in value.entries))
        return value

    plain = without(attributes)
    assert isinstance(plain, Attributes)
    return plain, sources


# Data


def plan_data(data: Data, target: str | None) -> dict[str, Any]:
    source = data.source
    assert source is not None, "the checker lets no stub pass"
    attributes = data.attributes or Attributes()
    uses = names_in(source)
    context: Compute | None = None
    origin = default = None
    if source.how == "python":
        uses |= {PAGE} | (names_in(attributes) if attributes.entries else {EVERY})
        context = compile_value(attributes) if attributes.entries else None
    else:
        start, otherwise = attributes.get("from"), attributes.get("default")
        uses |= names_in(attributes)
        origin = compile_value(start) if start is not None else None
        default = compile_value(otherwise) if otherwise is not None else None
        if origin is None:
            uses |= page_uses(data.name, [source])
        elif source.kind == "url":
            uses |= {"page.url"}
    return {
        "source": plan_source(source, data.name),
        "origin": origin,
        "default": default,
        "context": context,
        "uses": uses,
        "sets": frozenset({target}) if target else frozenset(),
    }


# Items


def plan_item(item: Item, parts: dict[int, str]) -> dict[str, Any]:
    """*parts*: the variables that hold the values of data nodes called in fields, by identity of the call."""
    sources = sources_of(item)
    uses = page_uses(item.name, sources) | names_in(*sources)
    if any(source.how == "python" for source in sources):
        uses |= {EVERY}
    fields = []
    for field in item.fields:
        if isinstance(field.value, Source):
            fields.append(FieldPlan(field.name, plan_source(field.value, item.name), None))
        else:
            plain = _substitute(field.value, parts)
            uses |= names_in(plain)
            fields.append(FieldPlan(field.name, None, compile_expression(plain)))
    return {
        "each": plan_source(item.each, item.name) if item.each else None,
        "fields": tuple(fields),
        "parts": tuple(parts.values()),
        "uses": uses,
    }


def _substitute(expression: Expression, names: dict[int, str]) -> Expression:
    if isinstance(expression, Call):
        return Reference(names[id(expression)])
    if isinstance(expression, Unary):
        return replace(expression, operand=_substitute(expression.operand, names))
    if isinstance(expression, Binary):
        left, right = _substitute(expression.left, names), _substitute(expression.right, names)
        return replace(expression, left=left, right=right)
    return expression


# Calls of trees


def plan_call(call: Call, tree: Tree) -> dict[str, Any]:
    given = dict(zip((parameter.name for parameter in tree.parameters), call.arguments, strict=False))
    defaults = [
        (parameter.name, compile_expression(parameter.default))
        for parameter in tree.parameters
        if parameter.name not in given and parameter.default is not None
    ]
    return {
        "arguments": tuple((name, compile_expression(value)) for name, value in given.items()),
        "defaults": tuple(defaults),
        "uses": argument_uses(call, tree),
    }


def argument_uses(call: Call, node: Declaration) -> frozenset[str]:
    """What a call reads of its caller for the parameters: arguments, or variables of the parameters' names."""
    if not isinstance(node, Tree):
        return frozenset()
    missing = node.parameters[len(call.arguments) :]
    return names_in(*call.arguments, *(parameter.default for parameter in missing)) | {
        parameter.name for parameter in missing
    }


def plan_key(call: Call, node: Declaration) -> Callable[[Frame, float], str]:
    """The key of a shared value: the node, and for a tree with parameters a digest of its arguments."""
    if not isinstance(node, Tree) or not node.parameters:
        name = call.node
        return lambda frame, now: name
    computes = [_parameter_value(call, index, node) for index in range(len(node.parameters))]

    def key(frame: Frame, now: float) -> str:
        values = [compute(frame, now) for compute in computes]
        encoded = msgspec.msgpack.encode(values, order="deterministic")
        return f"{call.node}:{hashlib.blake2b(encoded, digest_size=8).hexdigest()}"

    return key


def _parameter_value(call: Call, index: int, tree: Tree) -> Compute:
    if index < len(call.arguments):
        return compile_expression(call.arguments[index])
    parameter = tree.parameters[index]
    default = compile_expression(parameter.default if parameter.default is not None else Literal(None))
    name = parameter.name

    def value(frame: Frame, now: float) -> Any:
        return frame.variables[name] if name in frame.variables else default(frame, now)

    return value



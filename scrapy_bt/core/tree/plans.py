"""How actions get what they need from a frame, worked out once when the tree is compiled."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterator
from dataclasses import replace
from itertools import filterfalse
from typing import Any, TypeVar

import msgspec

from .anchors import scheme_of
from .destinations import plan_destination
from .expressions import Compute, compile_expression, compile_text, compile_url, compile_value, literals_of
from .inputs import FieldPlan, ParameterPlan, RequestPlan, SourcePlan
from .nodes import (
    Attribute,
    Attributes,
    Binary,
    Call,
    Data,
    Declaration,
    Expression,
    Item,
    ListValue,
    Reference,
    Source,
    Template,
    Text,
    Tree,
    Unary,
    Value,
    Visit,
    walk,
)
from .pages import Query
from .references import (
    EVERY,
    FACT,
    PAGE,
    is_hidden,
    is_of_page,
    names_in,
    page_uses,
    sources_in,
    sources_of,
    sources_of_field,
)
from .task import Frame
from .values import storable


def plan_source(source: Source, key: str) -> SourcePlan:
    """*key*: what its values are carried under, `node` or `node.index`."""
    node = key.partition(".")[0]
    query = None
    if not any(isinstance(text, Template) for text in source.texts):
        query = Query(source.how, tuple(str(text) for text in source.texts), source.kind)
    texts = tuple(compile_text(text) for text in source.texts)
    return SourcePlan(f"@{key}", node, source.how, texts, query, source.all, source.kind)


def _plan_parts(attributes: Attributes, name: str) -> tuple[tuple[SourcePlan, ...], frozenset[str]]:
    """The sources among a node's attributes, and what they use."""
    plans = []
    uses: frozenset[str] = frozenset()
    for index, source in enumerate(sources_in(attributes)):
        plans.append(plan_source(source, f"{name}.{index}"))
        uses |= page_uses(f"{name}.{index}", [source]) | names_in(source)
        uses |= {EVERY} if source.how == "python" else frozenset()
    return tuple(plans), uses


_Bound = TypeVar("_Bound", bound="Value | Expression | None")


def _bind(value: _Bound, name: str, indices: dict[int, int], *, facts: bool) -> _Bound:
    """The value with references in the places of its sources; *facts*: those to the page get names of their own.

    A visit that is tried again needs what it took from the page before it, and not from the answer it got.
    """
    bound: Any = value
    if isinstance(value, Source):
        bound = Reference(f"=@{name}.{indices[id(value)]}")
    elif isinstance(value, Reference) and value.name == "page" and facts:
        bound = Reference(f"@{name}{FACT}{'.'.join(value.path)}")
    elif isinstance(value, Template):
        parts = tuple(
            _bind(part, name, indices, facts=facts) if isinstance(part, Reference) else part for part in value.parts
        )
        bound = Template(parts)
    elif isinstance(value, ListValue):
        bound = ListValue(tuple(_bind(entry, name, indices, facts=facts) for entry in value.values))
    elif isinstance(value, Attributes):
        entries = (replace(entry, value=_bind(entry.value, name, indices, facts=facts)) for entry in value.entries)
        bound = Attributes(tuple(entries))
    return bound  # type: ignore[no-any-return]  # of the same kind, but for what stands in another's place


def _indices(attributes: Attributes) -> dict[int, int]:
    return {id(source): index for index, source in enumerate(sources_in(attributes))}


def _own_names(*values: Value | Expression | None) -> frozenset[str]:
    """Names that the frame has to know; those of attribute values are there only while a request is built."""
    return frozenset(name for name in names_in(*values) if name[0] != "=")


# Visits


def plan_visit(visit: Visit) -> dict[str, Any]:
    """The fields of a `Fetch` that depend on the node."""
    attributes = visit.attributes or Attributes()
    request = attributes.get("request")
    rest = replace(attributes, entries=tuple(entry for entry in attributes.entries if entry.name != "request"))
    sources, uses = _plan_parts(rest, visit.name)
    plain = _bind(rest, visit.name, _indices(rest), facts=True)
    template = visit.url if isinstance(visit.url, Template) else None
    url = _bind(template, visit.name, {}, facts=True) if template is not None else visit.url
    uses |= _own_names(plain, url if isinstance(url, Template) else None)
    base = None
    if url is not None and not _is_absolute(url):
        base = f"@{visit.name}{FACT}base"
        uses |= {base}
    if isinstance(request, Source):
        uses |= {PAGE, EVERY}
    plan = RequestPlan(
        method=visit.method,
        url=compile_url(url) if url is not None else None,
        base=base,
        attributes=compile_value(plain),
        sources=sources,
        python=plan_source(request, visit.name) if isinstance(request, Source) else None,
        scheme=scheme_of(literals_of(visit.url)) if visit.url is not None else "",
        destination="" if isinstance(request, Source) else plan_destination(url, base, plain.get("meta")),
    )
    inputs = frozenset(filter(is_of_page, uses))
    return {"request": plan, "uses": uses, "inputs": inputs, "sent": frozenset(_fields_in(rest))}


def _fields_in(attributes: Attributes) -> Iterator[str]:
    for entry in attributes.entries:
        if entry.name in ("form", "multipart", "json"):
            yield from (inner.name for inner in walk(entry.value) if isinstance(inner, Attribute))


def _is_absolute(text: Text) -> bool:
    start = text if isinstance(text, str) else text.parts[0]
    return isinstance(start, str) and "://" in start


# Data


def plan_data(data: Data, target: str | None) -> dict[str, Any]:
    """The fields of an `Extract` that depend on the node."""
    source = data.source
    assert source is not None, "the checker lets no stub pass"
    attributes = data.attributes or Attributes()
    uses = names_in(source)
    parts: tuple[SourcePlan, ...] = ()
    context: Compute | None = None
    origin: Compute | None = None
    default: Compute | None = None
    if source.how == "python":
        parts, more = _plan_parts(attributes, data.name)
        plain = _bind(attributes, data.name, _indices(attributes), facts=False)
        uses |= {PAGE} | more | (_own_names(plain) if attributes.entries else {EVERY})
        context = compile_value(plain) if attributes.entries else None
    else:
        start, otherwise = attributes.get("from"), attributes.get("default")
        uses |= names_in(attributes)
        origin = compile_value(start) if start is not None else None
        default = compile_value(otherwise) if otherwise is not None else None
        if origin is None:
            uses |= page_uses(data.name, [source])
        elif source.kind == "url":
            uses |= {"page.base"}
    return {
        "source": plan_source(source, data.name),
        "origin": origin,
        "default": default,
        "context": context,
        "parts": parts,
        "uses": uses,
        "sets": frozenset({target}) if target else frozenset(),
    }


# Items


def plan_item(item: Item, parts: dict[int, str]) -> dict[str, Any]:
    """The fields of a `Record`; *parts*: by the identity of a call in a field, the variable with its value."""
    sources = sources_of(item)
    uses = page_uses(item.name, sources) | names_in(*sources)
    if any(source.how == "python" for source in sources):
        uses |= {EVERY}
    fields = []
    for field in item.fields:
        if isinstance(field.value, Source):
            fields.append(FieldPlan(field.name, plan_source(field.value, item.name), None))
            continue
        taken = sources_of_field(field)
        names = {id(source): f"={field.name}.{index}" for index, source in enumerate(taken)}
        plain = _substitute(field.value, parts | names)
        uses |= _own_names(plain)
        plans = tuple((names[id(source)], plan_source(source, item.name)) for source in taken)
        fields.append(FieldPlan(field.name, None, compile_expression(plain), plans))
    return {
        "each": plan_source(item.each, item.name) if item.each else None,
        "fields": tuple(fields),
        "taken": tuple(part for field in fields for part in field.taken),
        "reads_page": bool(sources),
        "uses": uses,
    }


def _substitute(expression: Expression, names: dict[int, str]) -> Expression:
    if isinstance(expression, (Call, Source)):
        return Reference(names[id(expression)])
    if isinstance(expression, Unary):
        return replace(expression, operand=_substitute(expression.operand, names))
    if isinstance(expression, Binary):
        left, right = _substitute(expression.left, names), _substitute(expression.right, names)
        return replace(expression, left=left, right=right)
    if isinstance(expression, ListValue):
        return ListValue(tuple(_substitute(entry, names) for entry in expression.values))  # type: ignore[arg-type]
    return expression


# Calls of trees


def plan_parameters(call: Call, tree: Tree) -> tuple[ParameterPlan, ...]:
    """What each parameter gets, in the order of the parameters."""
    plans = []
    bound = call.bind(tree.parameters)
    for parameter in tree.parameters:
        argument = compile_expression(bound[parameter.name]) if parameter.name in bound else None
        default = compile_expression(parameter.default) if parameter.default is not None else None
        plans.append(ParameterPlan(parameter.name, argument, default))
    return tuple(plans)


def argument_uses(call: Call, node: Declaration) -> frozenset[str]:
    """What a call reads of its caller for the parameters: arguments, or variables of the parameters' names."""
    if not isinstance(node, Tree):
        return frozenset()
    bound = call.bind(node.parameters)
    missing = [parameter for parameter in node.parameters if parameter.name not in bound]
    return names_in(*bound.values(), *(parameter.default for parameter in missing)) | {
        parameter.name for parameter in missing
    }


def bind_parameters(plans: tuple[ParameterPlan, ...], caller: Frame, now: float) -> dict[str, Any]:
    """The parameters' values; a default sees the parameters before it, then the caller's variables."""
    given = caller.variables
    bound: dict[str, Any] = {}
    for plan in plans:
        if plan.argument is not None:
            bound[plan.name] = plan.argument(caller, now)
        elif plan.name in given:
            bound[plan.name] = given[plan.name]
        elif plan.default is not None:
            bound[plan.name] = plan.default(Frame(0, given | bound, page=caller.page), now)
    return bound


def name_value(name: str, plans: tuple[ParameterPlan, ...], reads: Collection[str], frame: Frame, now: float) -> str:
    """The key of a shared value: the node, and a digest of its arguments and of the variables that it reads.

    *reads*: `EVERY` stands for all that the frame has.
    """
    given = frame.variables
    outer = sorted(filterfalse(is_hidden, given) if EVERY in reads else reads)
    if not plans and not outer:
        return name
    bound = bind_parameters(plans, frame, now)
    values: list[Any] = [storable(bound.get(plan.name)) for plan in plans]
    if outer:
        values.append([(variable, storable(given.get(variable))) for variable in outer])
    encoded = msgspec.msgpack.encode(values, order="deterministic")
    return f"{name}:{hashlib.blake2b(encoded, digest_size=8).hexdigest()}"

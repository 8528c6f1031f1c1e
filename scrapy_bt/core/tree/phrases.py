"""What each node of the language consists of: words, and other nodes, in the order of the text."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import fields
from typing import Any, TypeAlias

from .boundaries import BREAK_AS_NAME, stands_apart
from .nodes import (
    Assign,
    Attribute,
    Attributes,
    Binary,
    Body,
    Call,
    ChangeState,
    Competing,
    Conversion,
    Data,
    Document,
    Duration,
    End,
    Field,
    Goroutine,
    Group,
    Heal,
    If,
    Include,
    Item,
    ListValue,
    Literal,
    Move,
    NamedArgument,
    Node,
    Parameter,
    Reference,
    SharedNode,
    Source,
    Statement,
    StateRow,
    States,
    Take,
    Template,
    Tree,
    Unary,
    Visit,
    Wait,
)
from .spacing import COMPARISONS, PRECEDENCE
from .spelling import duration, number, quote

Parts: TypeAlias = Iterable["Node | str"]

_WORD = re.compile(r"[^\W\d]\w*")

NEXT_STATEMENT = "\0"
"""Between two statements."""


def parts_of(node: Node) -> list[Node | str]:
    """The words and the nodes that *node* consists of, in the order of the text."""
    return list(_PARTS.get(type(node), _by_keyword)(node))


def opening(part: Node | str) -> str:
    """The first word of what is written."""
    while isinstance(part, Node):
        part = next((inner for inner in parts_of(part) if inner != NEXT_STATEMENT), "")
    return part


def _by_keyword(node: Node) -> Parts:
    """The keyword, then what the fields hold."""
    yield node.keyword
    for part in (getattr(node, item.name) for item in fields(node) if item.name != "place"):
        if isinstance(part, (str, Template)):
            yield quote(part)
        elif isinstance(part, Node):
            yield part


def _separated(values: Iterable[Node | str], separator: str) -> Parts:
    for index, value in enumerate(values):
        if index:
            yield separator
        yield value


def _parenthesised(value: Node, *, if_below: int) -> Parts:
    if isinstance(value, Binary) and PRECEDENCE[value.operator] < if_below:
        return "(", value, ")"
    return (value,)


def _literal(node: Literal) -> Parts:
    value = node.value
    if isinstance(value, str):
        return (quote(value),)
    if value is None or isinstance(value, bool):
        return (str(value).lower(),)
    text = number(value)
    return ("-", text[1:]) if text.startswith("-") else (text,)


def _binary(node: Binary) -> Parts:
    level = PRECEDENCE[node.operator]
    compares = node.operator in COMPARISONS
    yield from _parenthesised(node.left, if_below=level + 1 if compares else level)
    yield node.operator
    yield from _parenthesised(node.right, if_below=level + 1)


def _body(node: Body) -> Parts:
    yield "{"
    last: Statement | None = None
    for statement in node.statements:
        if last is not None:
            yield NEXT_STATEMENT
        is_plain = statement != BREAK_AS_NAME and (last is None or stands_apart(last, opening(statement)))
        yield from (statement,) if is_plain else ("(", statement, ")")
        last = statement
    yield "}"


def _if(node: If) -> Parts:
    yield from ("if", node.condition, node.body)
    if node.otherwise is not None:
        yield from ("else", node.otherwise)


def _source(node: Source) -> Parts:
    yield node.how
    yield from map(quote, node.texts)
    if node.all:
        yield "all"
    if node.kind is not None:
        yield from ("as", node.kind)


def _declared(node: Visit | Data | Item) -> Parts:
    yield from (node.name, "::")
    yield from _IN_PLACE[type(node)](node)


def _visit(node: Visit) -> Parts:
    yield "visit"
    if node.method is not None:
        yield node.method
    if node.url is not None:
        yield quote(node.url)
    if node.attributes is not None:
        yield node.attributes


def _data(node: Data) -> Parts:
    yield "data"
    if node.source is not None:
        yield node.source
    if node.attributes is not None:
        yield node.attributes


def _item(node: Item) -> Parts:
    yield "item"
    if node.each is not None:
        yield from ("each", node.each)
    yield "{"
    yield from node.fields
    yield "}"


def _tree(node: Tree) -> Parts:
    yield from (node.name, "::", node.kind)
    if node.parameters:
        yield from ("(", *_separated(node.parameters, ","), ")")
    yield from _limited(node)


def _goroutine(node: Goroutine) -> Parts:
    yield "goroutine"
    if node.kind is not None:
        yield node.kind
    yield from _limited(node)


def _limited(node: Tree | Group | Goroutine) -> Parts:
    if node.within is not None:
        yield from ("within", node.within)
    yield node.body


def _call(node: Call) -> Parts:
    if node.inline is not None:
        yield from _in_place(node.inline)
        return
    yield from (":", node.node)
    if node.arguments or node.named:
        yield from ("(", *_separated((*node.arguments, *node.named), ","), ")")


def _in_place(node: Visit | Data | Item) -> Parts:
    if not isinstance(node, Data):
        yield from _IN_PLACE[type(node)](node)
        return
    assert node.source is not None, "only what is declared may be left to be implemented"
    yield node.source
    if node.attributes is not None and (origin := node.attributes.get("from")) is not None:
        yield from ("from", origin)


_IN_PLACE: dict[type[Node], Callable[[Any], Parts]] = {Visit: _visit, Data: _data, Item: _item}


def _states(node: States) -> Parts:
    return ("state", *_separated(node.nodes, "|"), "{", *node.rows, "}")


def _wait(node: Wait) -> Parts:
    yield "wait"
    if node.times is not None:
        yield number(node.times)
    if node.delay is not None:
        yield node.delay


def _named(node: Field | Assign | NamedArgument | Take) -> Parts:
    return node.name, "=", node.value


def _attribute(node: Attribute) -> Parts:
    return node.name if _WORD.fullmatch(node.name) else quote(node.name), "=", node.value


def _shared(node: SharedNode) -> Parts:
    return ("[[", node.node, "]]") if node.ttl is None else ("[[", node.node, "=", node.ttl, "]]")


def _competing(node: Competing) -> Parts:
    return ("((", node.node, "))") if node.limit is None else ("((", node.node, "=", number(node.limit), "))")


def _parameter(node: Parameter) -> Parts:
    return (node.name,) if node.default is None else (node.name, "=", node.default)


_PARTS: dict[type[Node], Callable[[Any], Parts]] = {
    Literal: _literal,
    Reference: lambda node: (node.dotted,),
    Template: lambda node: (quote(node),),
    Call: _call,
    Unary: lambda node: (node.operator, *_parenthesised(node.operand, if_below=6)),
    Binary: _binary,
    Source: _source,
    Duration: lambda node: (duration(node),),
    ListValue: lambda node: ("[", *_separated(node.values, ","), "]"),
    Attribute: _attribute,
    Attributes: lambda node: ("{", *node.entries, "}"),
    Field: _named,
    Assign: _named,
    Take: _named,
    NamedArgument: _named,
    Conversion: lambda node: (node.value, "as", node.kind),
    Body: _body,
    If: _if,
    Group: lambda node: (node.kind, *_limited(node)),
    Goroutine: _goroutine,
    ChangeState: lambda node: ("state", node.state),
    End: lambda node: ("end",) if node.success else ("end", "!"),
    Visit: _declared,
    Data: _declared,
    Item: _declared,
    Parameter: _parameter,
    Tree: _tree,
    SharedNode: _shared,
    Competing: _competing,
    Wait: _wait,
    Move: lambda node: (node.name,),
    StateRow: lambda node: (*_separated(node.outcomes, "|"), "=", node.move),
    States: _states,
    Include: lambda node: ("include", quote(node.file)),
    Heal: lambda node: ("heal", *_separated(node.nodes, "|"), "=", node.mode),
    Document: lambda node: node.entries,
}
"""What each node consists of, in the order of the text: words and nodes; others go by keyword and fields."""

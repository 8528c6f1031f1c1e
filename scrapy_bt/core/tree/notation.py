"""Nodes as the words of the language: what the printer lays out, and what pictures and messages show on one line."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import fields
from typing import TYPE_CHECKING, Any, TypeAlias

from .nodes import (
    HOWS,
    Argument,
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
    If,
    Include,
    Item,
    ListValue,
    Literal,
    Move,
    Node,
    Parameter,
    Reference,
    Row,
    Shared,
    Source,
    Statement,
    States,
    Take,
    Template,
    Tree,
    Unary,
    Visit,
    Wait,
    block_of,
)
from .spacing import COMPARISONS, PRECEDENCE, join
from .spelling import duration, number, quote

if TYPE_CHECKING:
    from typing_extensions import Self

Parts: TypeAlias = Iterable["Node | str"]

_WORD = re.compile(r"[^\W\d]\w*")


class Remark(str):
    """A comment, with its `#`; it stands on a line of its own, or ends the one on which it comes."""

    __slots__ = ("is_alone",)
    is_alone: bool

    def __new__(cls, text: str, *, is_alone: bool = False) -> Self:
        remark = super().__new__(cls, text)
        remark.is_alone = is_alone
        return remark


def words(node: Node, remarks: Mapping[int, Iterable[Remark]] | None = None) -> Iterator[str]:
    """Yield the words of *node* in pre-order (without recursion: a chain of operators may be thousands long).

    *remarks*: by the identity of a node, comments: those alone come before it, others after it, or, where it is a
    block, after its opening brace.
    """
    stack: list[Node | str] = [node]
    before, last = "", ""
    while stack:
        top = stack.pop()
        if isinstance(top, Node):
            parts = list(_PARTS.get(type(top), _by_keyword)(top))
            if remarks is not None and (own := remarks.get(id(top))):
                parts = _remarked(parts, list(own))
            stack.extend(reversed(parts))
        elif isinstance(top, Remark):
            yield top
        elif top == _NEXT_STATEMENT:
            # `:a` and then a statement `(b)` would read as the call `:a(b)`.
            if before == ":" and stack and _opening(stack[-1]) == "(":
                yield from ("(", ")")
        else:
            yield top
            before, last = last, top


def _remarked(parts: list[Node | str], remarks: list[Remark]) -> list[Node | str]:
    place = 1 if parts[:1] == ["{"] else len(parts)
    alone = [remark for remark in remarks if remark.is_alone]
    ending = [remark for remark in remarks if not remark.is_alone]
    return [*alone, *parts[:place], *ending, *parts[place:]]


def one_line(node: Node) -> str:
    """Return *node* as it stands in a file, on one line."""
    return join(words(node))


_NEXT_STATEMENT = "\0"


def _opening(part: Node | str) -> str:
    return part if isinstance(part, str) else next(words(part), "")


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
            yield _NEXT_STATEMENT
        is_plain = statement != _BREAK and (last is None or _stands_apart(last, statement))
        yield from (statement,) if is_plain else ("(", statement, ")")
        last = statement
    yield "}"


_BREAK = Reference("break")
"""At the end of a block it would be the statement."""


def _stands_apart(last: Statement, statement: Statement) -> bool:
    """Whether *statement* after *last* does not read as going on with it."""
    opening = _opening(statement)
    if opening == "-":
        return block_of(last) is not None
    if opening == "!":
        return last != End()
    if opening == "from":
        return _last_name(last) not in HOWS
    return opening[0] not in "\"'" or _last_name(last) not in _BEFORE_STRING


_BEFORE_STRING = (*HOWS, "print")


def _last_name(statement: Statement) -> str:
    """The name with which *statement* ends; of a source that a word may go on, how it takes values."""
    node: Node = statement
    while True:
        match node:
            case Assign(value=inner) | Binary(right=inner) | Unary(operand=inner):
                node = inner
            case Call(inline=Data(source=Source(how=how), attributes=None)):
                return how
            case Call(node=name, arguments=(), named=(), inline=None) | Reference(name=name, path=()):
                return name
            case _:
                return ""


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


def _named(node: Field | Assign | Argument | Take) -> Parts:
    return node.name, "=", node.value


def _attribute(node: Attribute) -> Parts:
    return node.name if _WORD.fullmatch(node.name) else quote(node.name), "=", node.value


def _shared(node: Shared) -> Parts:
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
    Argument: _named,
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
    Shared: _shared,
    Competing: _competing,
    Wait: _wait,
    Move: lambda node: (node.name,),
    Row: lambda node: (*_separated(node.outcomes, "|"), "=", node.move),
    States: _states,
    Include: lambda node: ("include", quote(node.file)),
    Document: lambda node: node.entries,
}
"""What each node consists of, in the order of the text: words and nodes; others go by keyword and fields."""

"""The values and expressions that rules of `bt.lark` make: one method a rule, as of `builder.Builder`."""

from __future__ import annotations

from contextvars import ContextVar
from dataclasses import replace
from typing import Any, TypeAlias

from lark import Token

from ...errors import Place
from ...sentences import say
from ..tree import nodes
from ..tree.spelling import UNITS
from .report import Report
from .strings import read_name, read_path, read_string

Children: TypeAlias = list[Any]
"""Tokens, nodes and none: which of them stands where is the grammar's business."""

REPORT: ContextVar[Report] = ContextVar("report")
"""Names the file being read, for the places of its nodes, and takes faults; one grammar serves all files at once."""

_MOST_DIGITS = 18
_CONSTANTS = {"true": True, "false": False, "none": None}


class ExpressionBuilder:
    """Makes sources, values, nodes in place and expressions."""

    # Sources and values

    def source(self, children: Children) -> nodes.Source:
        how, *rest = children
        texts = tuple(text_of(token) for token in rest if token is not None and token.type == "STRING")
        *_, every, _, kind = rest
        return nodes.Source(
            str(how), texts, every is not None, None if kind is None else str(kind), place=span(children)
        )

    def attributes(self, children: Children) -> nodes.Attributes:
        return nodes.Attributes(tuple(children[1:-1]), place=span(children))

    def attribute(self, children: Children) -> nodes.Attribute:
        name, _, value = children
        text = read_name(str(name)) if name.type == "QUOTED_KEY" else str(name)
        return nodes.Attribute(text, value, place=span(children))

    def list(self, children: Children) -> nodes.ListValue:
        return nodes.ListValue(_nodes(children), place=span(children))

    def duration(self, children: Children) -> nodes.Duration:
        place = span(children)
        text = str(children[0])
        digits = text.rstrip("mshd")
        return nodes.Duration(read_number(digits, place) * UNITS[text[len(digits) :]], text, place=place)

    def sequence(self, children: Children) -> nodes.ListValue:
        return self.list(children)

    def negative(self, children: Children) -> nodes.Literal:
        place = span(children)
        return nodes.Literal(-read_number(children[1], place), place=place)

    # Nodes in place: what they are called, `name_inline` says

    def visit_here(self, children: Children) -> nodes.Call:
        _, method, *rest = children
        url, attributes = rest if len(rest) > 1 else (None, *rest)
        text = None if url is None else text_of(url)
        place = span(children)
        return _inline(nodes.Visit("", None if method is None else str(method), text, attributes, place=place))

    def item_here(self, children: Children) -> nodes.Call:
        _, _, each, _, *fields, _ = children
        return _inline(nodes.Item("", each, tuple(fields), place=span(children)))

    def source_here(self, children: Children) -> nodes.Call:
        source, _, origin = children
        attributes = None
        if origin is not None:
            attributes = nodes.Attributes((nodes.Attribute("from", origin, place=origin.place),), place=origin.place)
        return _inline(nodes.Data("", source, attributes, place=span(children)))

    # Expressions

    def binary(self, children: Children) -> nodes.Binary:
        left, operator, right = children
        return nodes.Binary(str(operator), left, right, place=span(children))

    def unary(self, children: Children) -> nodes.Unary:
        operator, operand = children
        return nodes.Unary(str(operator), operand, place=span(children))

    def parenthesised(self, children: Children) -> nodes.Expression:
        inner: nodes.Expression = children[1]
        return inner

    def call(self, children: Children) -> nodes.Call:
        _, name, *rest = children
        given = _nodes(rest)
        place = span(children)
        named = tuple(argument for argument in given if isinstance(argument, nodes.NamedArgument))
        if named and any(not isinstance(argument, nodes.NamedArgument) for argument in given[given.index(named[0]) :]):
            REPORT.get().add(
                "argument-form",
                place,
                say("an argument without a name stands behind one with a name"),
                say("write those without a name first, in the order of the parameters: `:detail(link, depth = 2)`"),
            )
        return nodes.Call(str(name), given[: len(given) - len(named)], named, place=place)

    move_call = call

    def argument(self, children: Children) -> nodes.NamedArgument:
        name, _, value = children
        return nodes.NamedArgument(str(name), value, place=span(children))

    def conversion(self, children: Children) -> nodes.Conversion:
        reference, _, kind = children
        return nodes.Conversion(reference, str(kind), place=span(children))

    def text(self, children: Children) -> nodes.Literal | nodes.Template:
        place = span(children)
        text = read_string(str(children[0]), place)
        return nodes.Literal(text, place=place) if isinstance(text, str) else text

    def number(self, children: Children) -> nodes.Literal:
        place = span(children)
        return nodes.Literal(read_number(children[0], place), place=place)

    def reference(self, children: Children) -> nodes.Reference:
        name, *path = read_path(str(children[0]))
        return nodes.Reference(name, tuple(path), place=span(children))

    def constant(self, children: Children) -> nodes.Literal:
        return nodes.Literal(_CONSTANTS[children[0]], place=span(children))


def _inline(node: nodes.Visit | nodes.Data | nodes.Item) -> nodes.Call:
    return nodes.Call("", inline=node, place=node.place)


def in_field(value: nodes.Expression) -> nodes.Expression:
    """Return the expression for a field of an item, whose sources read what the item reads."""
    match value:
        case nodes.Call(inline=nodes.Data(source=nodes.Source() as source, attributes=None)):
            return source
        case nodes.Unary(operand=operand):
            return replace(value, operand=in_field(operand))
        case nodes.Binary(left=left, right=right):
            return replace(value, left=in_field(left), right=in_field(right))
        case nodes.ListValue(values=values):
            return replace(value, values=tuple(map(in_field, values)))  # type: ignore[arg-type]  # of expressions
        case _:
            return value


def read_number(digits: str, place: Place) -> int | float:
    """A number; one with too many digits is a fault, and 0."""
    whole, point, _ = digits.partition(".")
    # Python refuses to read integers of thousands of digits, and tasks are stored with 64 bits for one.
    if len(whole.lstrip("0")) > _MOST_DIGITS:
        REPORT.get().add(
            "number-too-large",
            place,
            say("this number is too large"),
            say("numbers have at most {} digits; a longer one may be written as a string", _MOST_DIGITS),
        )
        return 0
    return float(digits) if point else int(digits)


def text_of(token: Token) -> nodes.Text:
    """The text of a string, or the template that it is."""
    return read_string(str(token), span([token]))


def _nodes(children: Children) -> tuple[Any, ...]:
    return tuple(child for child in children if isinstance(child, nodes.Node))


def span(children: Children) -> Place:
    """Return the place from the first child to the last one that is there."""
    first, last = children[0], children[-1]
    if last is None:
        last = next(child for child in reversed(children) if child is not None)
    # A token has its lines and columns under the names that a place has them under.
    start: Any = first if isinstance(first, Token) else first.place
    end: Any = last if isinstance(last, Token) else last.place
    return Place(REPORT.get().file, start.line, start.column, end.end_line, end.end_column)

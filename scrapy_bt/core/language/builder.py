"""The nodes that the rules of `bt.lark` make: one method a rule, called with everything that the rule matched."""

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


class Builder:
    """Makes a node of each rule's children; a method bears the name of its rule."""

    def document(self, children: Children) -> nodes.Document:
        return nodes.Document(
            tuple(children), place=_span(children) if children else Place(REPORT.get().file, 1, 1, 1, 1)
        )

    # Declarations and entries

    def visit(self, children: Children) -> nodes.Visit:
        name, _, _, method, url, attributes = children
        text = None if url is None else _text(url)
        return nodes.Visit(str(name), None if method is None else str(method), text, attributes, place=_span(children))

    def data(self, children: Children) -> nodes.Data:
        name, _, _, source, attributes = children
        return nodes.Data(str(name), source, attributes, place=_span(children))

    def item(self, children: Children) -> nodes.Item:
        name, _, _, _, each, _, *fields, _ = children
        return nodes.Item(str(name), each, tuple(fields), place=_span(children))

    def field(self, children: Children) -> nodes.Field:
        name, _, value = children
        return nodes.Field(str(name), in_field(value), place=_span(children))

    def tree(self, children: Children) -> nodes.Tree:
        name, _, kind, *rest, body = children
        parameters = tuple(child for child in rest if isinstance(child, nodes.Parameter))
        return nodes.Tree(str(name), _block_kind(kind), parameters, body, self._within(rest), place=_span(children))

    def _within(self, children: Children) -> nodes.Duration | None:
        tokens = (child for child in children if isinstance(child, Token) and child.type == "DURATION")
        return next((self.duration([token]) for token in tokens), None)

    def parameter(self, children: Children) -> nodes.Parameter:
        name, _, default = children
        return nodes.Parameter(str(name), default, place=_span(children))

    def shared(self, children: Children) -> nodes.SharedNode:
        _, name, _, ttl, _ = children
        return nodes.SharedNode(str(name), None if ttl is None else self.duration([ttl]), place=_span(children))

    def competing(self, children: Children) -> nodes.Competing:
        _, name, _, limit, _ = children
        return nodes.Competing(str(name), None if limit is None else _whole(limit), place=_span(children))

    def states(self, children: Children) -> nodes.States:
        names = (str(child) for child in children if isinstance(child, Token) and child.type == "NAME")
        rows = (child for child in children if isinstance(child, nodes.StateRow))
        return nodes.States(tuple(names), tuple(rows), place=_span(children))

    def include(self, children: Children) -> nodes.Include:
        place = _span([children[1]])
        file = read_string(str(children[1]), place)
        if not isinstance(file, str):
            REPORT.get().add(
                "include-form",
                place,
                say("a file that is included has a fixed name"),
                say('write `include "login.bt"`'),
            )
            file = str(children[1])[1:-1]
        return nodes.Include(file, place=_span(children))

    def row(self, children: Children) -> nodes.StateRow:
        *outcomes, _, move = children
        return nodes.StateRow(tuple(map(str, outcomes[::2])), move, place=_span(children))

    def wait(self, children: Children) -> nodes.Wait:
        _, times, delay = children
        return nodes.Wait(
            None if times is None else _whole(times),
            None if delay is None else self.duration([delay]),
            place=_span(children),
        )

    def move(self, children: Children) -> nodes.Move:
        name = next(name for name in nodes.MOVE_NAMES if name == children[0])
        return nodes.Move(name, place=_span(children))

    # Sources and values

    def source(self, children: Children) -> nodes.Source:
        how, *rest = children
        texts = tuple(_text(token) for token in rest if token is not None and token.type == "STRING")
        *_, every, _, kind = rest
        return nodes.Source(
            str(how), texts, every is not None, None if kind is None else str(kind), place=_span(children)
        )

    def attributes(self, children: Children) -> nodes.Attributes:
        return nodes.Attributes(tuple(children[1:-1]), place=_span(children))

    def attribute(self, children: Children) -> nodes.Attribute:
        name, _, value = children
        text = read_name(str(name)) if name.type == "QUOTED_KEY" else str(name)
        return nodes.Attribute(text, value, place=_span(children))

    def list(self, children: Children) -> nodes.ListValue:
        return nodes.ListValue(_nodes(children), place=_span(children))

    def duration(self, children: Children) -> nodes.Duration:
        place = _span(children)
        text = str(children[0])
        digits = text.rstrip("mshd")
        return nodes.Duration(_number(digits, place) * UNITS[text[len(digits) :]], text, place=place)

    def sequence(self, children: Children) -> nodes.ListValue:
        return self.list(children)

    def negative(self, children: Children) -> nodes.Literal:
        place = _span(children)
        return nodes.Literal(-_number(children[1], place), place=place)

    # Statements

    def body(self, children: Children) -> nodes.Body:
        return nodes.Body(tuple(children[1:-1]), place=_span(children))

    tree_body = body

    def assign(self, children: Children) -> nodes.Assign:
        name, _, value = children
        return nodes.Assign(str(name), value, place=_span(children))

    def take(self, children: Children) -> nodes.Take:
        name, _, value = children
        return nodes.Take(str(name), value, place=_span(children))

    def loop(self, children: Children) -> nodes.While:
        _, condition, body = children
        return nodes.While(condition, body, place=_span(children))

    def choice(self, children: Children) -> nodes.If:
        _, condition, body, _, otherwise = children
        return nodes.If(condition, body, otherwise, place=_span(children))

    def group(self, children: Children) -> nodes.Group:
        kind, *rest, body = children
        return nodes.Group(_block_kind(kind), body, self._within(rest), place=_span(children))

    def apart(self, children: Children) -> nodes.Async:
        return nodes.Async(children[1], place=_span(children))

    def goroutine(self, children: Children) -> nodes.Goroutine:
        _, *kind, body = children
        return nodes.Goroutine(body, _block_kind(kind[0]) if kind else None, self._within(kind), place=_span(children))

    def change(self, children: Children) -> nodes.ChangeState:
        return nodes.ChangeState(str(children[1]), place=_span(children))

    def end(self, children: Children) -> nodes.End:
        return nodes.End(children[1] is None, place=_span(children))

    def leave(self, children: Children) -> nodes.Break:
        return nodes.Break(place=_span(children))

    def print(self, children: Children) -> nodes.Print:
        return nodes.Print(_text(children[1]), place=_span(children))

    # Nodes in place: what they are called, `name_inline` says

    def visit_here(self, children: Children) -> nodes.Call:
        _, method, *rest = children
        url, attributes = rest if len(rest) > 1 else (None, *rest)
        text = None if url is None else _text(url)
        place = _span(children)
        return _inline(nodes.Visit("", None if method is None else str(method), text, attributes, place=place))

    def item_here(self, children: Children) -> nodes.Call:
        _, _, each, _, *fields, _ = children
        return _inline(nodes.Item("", each, tuple(fields), place=_span(children)))

    def source_here(self, children: Children) -> nodes.Call:
        source, _, origin = children
        attributes = None
        if origin is not None:
            attributes = nodes.Attributes((nodes.Attribute("from", origin, place=origin.place),), place=origin.place)
        return _inline(nodes.Data("", source, attributes, place=_span(children)))

    # Expressions

    def binary(self, children: Children) -> nodes.Binary:
        left, operator, right = children
        return nodes.Binary(str(operator), left, right, place=_span(children))

    def unary(self, children: Children) -> nodes.Unary:
        operator, operand = children
        return nodes.Unary(str(operator), operand, place=_span(children))

    def parenthesised(self, children: Children) -> nodes.Expression:
        inner: nodes.Expression = children[1]
        return inner

    def call(self, children: Children) -> nodes.Call:
        _, name, *rest = children
        given = _nodes(rest)
        place = _span(children)
        named = tuple(argument for argument in given if isinstance(argument, nodes.Argument))
        if named and any(not isinstance(argument, nodes.Argument) for argument in given[given.index(named[0]) :]):
            REPORT.get().add(
                "argument-form",
                place,
                say("an argument without a name stands behind one with a name"),
                say("write those without a name first, in the order of the parameters: `:detail(link, depth = 2)`"),
            )
        return nodes.Call(str(name), given[: len(given) - len(named)], named, place=place)

    move_call = call

    def argument(self, children: Children) -> nodes.Argument:
        name, _, value = children
        return nodes.Argument(str(name), value, place=_span(children))

    def conversion(self, children: Children) -> nodes.Conversion:
        reference, _, kind = children
        return nodes.Conversion(reference, str(kind), place=_span(children))

    def text(self, children: Children) -> nodes.Literal | nodes.Template:
        place = _span(children)
        text = read_string(str(children[0]), place)
        return nodes.Literal(text, place=place) if isinstance(text, str) else text

    def number(self, children: Children) -> nodes.Literal:
        place = _span(children)
        return nodes.Literal(_number(children[0], place), place=place)

    def reference(self, children: Children) -> nodes.Reference:
        name, *path = read_path(str(children[0]))
        return nodes.Reference(name, tuple(path), place=_span(children))

    def constant(self, children: Children) -> nodes.Literal:
        return nodes.Literal(_CONSTANTS[children[0]], place=_span(children))


def _block_kind(word: str) -> nodes.BlockKind:
    return next(kind for kind in nodes.BLOCK_KINDS if kind == word)


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


def _number(digits: str, place: Place) -> int | float:
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


def _whole(token: Token) -> int:
    return int(_number(str(token), _span([token])))


def _text(token: Token) -> nodes.Text:
    return read_string(str(token), _span([token]))


def _nodes(children: Children) -> tuple[Any, ...]:
    return tuple(child for child in children if isinstance(child, nodes.Node))


def _span(children: Children) -> Place:
    """Return the place from the first child to the last one that is there."""
    first, last = children[0], children[-1]
    if last is None:
        last = next(child for child in reversed(children) if child is not None)
    # A token has its lines and columns under the names that a place has them under.
    start: Any = first if isinstance(first, Token) else first.place
    end: Any = last if isinstance(last, Token) else last.place
    return Place(REPORT.get().file, start.line, start.column, end.end_line, end.end_column)

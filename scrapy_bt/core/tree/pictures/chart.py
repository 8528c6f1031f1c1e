"""What every picture of a document shows: boxes in pre-order, each with its parent.

A declared tree is drawn where it is called first; where it is called again, and where it calls itself, stands a
reference to it. Visits, data and items are drawn wherever they are called, their notes only once.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from textwrap import wrap
from typing import Literal, TypeAlias

from ..nodes import (
    Assign,
    Async,
    Binary,
    Body,
    Call,
    ChangeState,
    Data,
    Declaration,
    Document,
    End,
    Expression,
    Goroutine,
    Group,
    If,
    Item,
    Node,
    Take,
    Tree,
    Unary,
    Visit,
    While,
    block_of,
    walk,
)
from ..notation import one_line
from ..spelling import quote

Shape: TypeAlias = Literal[
    "tree", "control", "decision", "apart", "visit", "data", "item", "step", "ending", "reference", "unknown"
]
"""`control`: a group of statements or an operator; `apart`: async or goroutine; `step`: an assignment or expression."""
LINE_WIDTH = 44
"""Longer lines of a box are cut short, in columns."""


@dataclass(frozen=True)
class Box:
    """One node of a picture."""

    shape: Shape
    kind: str
    """The keyword of the language, or empty."""
    title: str
    details: tuple[str, ...] = ()
    marks: tuple[str, ...] = ()
    """The resources it is or needs: `[[ 30m ]]`, `(( 2 ))`."""
    note: tuple[str, ...] = ()
    """The rows of its state table."""
    parent: int | None = None
    label: str = ""
    """What stands on the line from its parent."""
    is_stub: bool = False
    is_shared: bool = False


_Child: TypeAlias = tuple[str, Node]


Keys: TypeAlias = Mapping[str, Collection[str]]
"""By shared node: the variables for whose values it is made anew, as `Program.keys` has them."""
NO_KEYS: Keys = {}


def chart(document: Document, keys: Keys = NO_KEYS) -> tuple[Box, ...]:
    """Return the boxes of *document*: `main` and all it reaches, then what nothing reaches."""
    charting = _Charting(document, keys)
    declarations = sorted(document.declarations.values(), key=lambda node: (node.name != "main", not _is_tree(node)))
    for declaration in declarations:
        if declaration.name not in charting.drawn:
            charting.draw(declaration)
    return tuple(charting.boxes)


def columns(text: str) -> int:
    """Return how wide *text* is in a font whose characters are all as wide, in columns."""
    return sum(2 if unicodedata.east_asian_width(character) in "WF" else 1 for character in text)


def shorten(text: str) -> str:
    """Cut *text* to the width of a box and make what cannot be seen visible."""
    text = "".join(character if character.isprintable() else "\N{REPLACEMENT CHARACTER}" for character in text)
    if columns(text) <= LINE_WIDTH:
        return text
    while columns(text) >= LINE_WIDTH:
        text = text[: LINE_WIDTH - 1] if len(text) > LINE_WIDTH else text[:-1]
    return f"{text}…"


class _Charting:
    def __init__(self, document: Document, keys: Keys) -> None:
        self._keys = keys
        self._declarations = document.declarations
        self.drawn: set[str] = set()
        self.boxes: list[Box] = []
        self._shared = document.shared
        self._competing = document.competing
        self._states = document.states

    def draw(self, root: Node) -> None:
        waiting: list[tuple[int | None, str, Node]] = [(None, "", root)]
        while waiting:
            parent, label, node = waiting.pop()
            number = len(self.boxes)
            box, children = self._box(node, parent, label)
            self.boxes.append(box)
            waiting.extend((number, text, child) for text, child in reversed(children))

    def _box(self, node: Node, parent: int | None, label: str) -> tuple[Box, list[_Child]]:
        if isinstance(node, Call):
            return self._called(node, parent, label)
        if isinstance(node, (Visit, Data, Item, Tree)):
            return self._declared(node, node.name, parent, label)
        shape, kind, title, children = _statement(node)
        return Box(shape, kind, shorten(title), parent=parent, label=label), children

    def _called(self, call: Call, parent: int | None, label: str) -> tuple[Box, list[_Child]]:
        declaration = self._declarations.get(call.node)
        if declaration is None:
            return Box("unknown", "", shorten(call.node), parent=parent, label=label), []
        title = "" if call.inline is not None else one_line(call).removeprefix(":")
        if isinstance(declaration, Tree) and declaration.name in self.drawn:
            marks = self._marks(declaration.name)
            return Box("reference", "see", shorten(title), marks=marks, parent=parent, label=label), []
        return self._declared(declaration, title, parent, label)

    def _declared(self, node: Declaration, title: str, parent: int | None, label: str) -> tuple[Box, list[_Child]]:
        shape, kind, details, children = _declaration(node)
        if isinstance(node, Tree) and details and title.endswith(details[0]):
            details = []  # called with arguments named as its parameters
        states = self._states.get(node.name, ())
        first = node.name not in self.drawn
        self.drawn.add(node.name)
        if not first:
            children = []  # of an item; the first time shows them, and it may call itself by mistake
        box = Box(
            shape,
            kind,
            shorten(title),
            details=tuple(map(shorten, details)),
            marks=self._marks(node.name),
            note=tuple(shorten(one_line(row)) for row in states) if first else (),
            parent=parent,
            label=label,
            is_stub=isinstance(node, (Visit, Data)) and node.is_stub,
            is_shared=node.name in self._shared,
        )
        return box, children

    def _marks(self, name: str) -> tuple[str, ...]:
        marks: list[str] = []
        if shared := self._shared.get(name):
            mark = f"[[ {one_line(shared.ttl)} ]]" if shared.ttl is not None else "[[ shared ]]"
            key = self._keys.get(name)
            marks += map(shorten, wrap(f"{mark} for each {', '.join(key)}", LINE_WIDTH) if key else [mark])
        if competing := self._competing.get(name):
            marks.append(f"(( {competing.limit} ))" if competing.limit is not None else "(( competing ))")
        return tuple(marks)


def _is_tree(declaration: Declaration) -> bool:
    return isinstance(declaration, Tree)


def _declaration(node: Declaration) -> tuple[Shape, str, list[str], list[_Child]]:
    """Return shape, keyword, details and children."""
    details: list[str] = []
    match node:
        case Visit(method=method, url=url, attributes=attributes):
            if method is not None or url is not None:
                details.append(" ".join(part for part in (method, url and quote(url)) if part))
            if attributes is not None and attributes.entries:
                details.append(f"{{ {', '.join(entry.name for entry in attributes.entries)} }}")
            return "visit", "visit", details, []
        case Data(source=source, attributes=attributes):
            details += [one_line(part) for part in (source, attributes) if part is not None]
            return "data", "data", details, []
        case Item(each=each, fields=fields):
            if each is not None:
                details.append(f"each {one_line(each)}")
            details.append(f"{{ {', '.join(field.name for field in fields)} }}" if fields else "{}")
            calls = [(field.name, call) for field in fields for call in _calls(field.value)]
            return "item", "item", details, [(f"{name} =", call) for name, call in calls]
        case Tree(kind=kind, parameters=parameters, body=body, within=within):
            if parameters:
                details.append(f"({', '.join(map(one_line, parameters))})")
            if within is not None:
                details.append(f"within {one_line(within)}")
            return "tree", kind, details, _statements(body)


def _statement(node: Node) -> tuple[Shape, str, str, list[_Child]]:
    match node:
        case While(condition=condition, body=body):
            head, children = _condition(condition)
            return "decision", "while", head, [*children, *_statements(body)]
        case If(condition=condition, body=body, otherwise=otherwise):
            head, children = _condition(condition)
            children += _statements(body, "then")
            if isinstance(otherwise, Body):
                children += _statements(otherwise, "else")
            elif otherwise is not None:
                children.append(("else", otherwise))
            return "decision", "if", head, children
        case Group(kind=kind, body=body, within=within):
            return "control", kind, f"within {one_line(within)}" if within else "", _statements(body)
        case Async(body=body):
            return "apart", "async", "", _statements(body)
        case Goroutine(body=body, kind=kind, within=within):
            limit = f"within {one_line(within)}" if within else ""
            return "apart", f"goroutine {kind or ''}".rstrip(), limit, _statements(body)
        case End():
            return "ending", "", one_line(node), []
        case ChangeState(state=state):
            return "ending", "state", state, []
        case Binary(operator="|" | "&" as operator) if _calls(node):
            return "control", "or" if operator == "|" else "and", "", [("", part) for part in _chain(node)]
        case Unary(operator="!", operand=operand) if _calls(node):
            return "control", "not", "", [("", operand)]
        case _:
            return _other(node)


def _other(node: Node) -> tuple[Shape, str, str, list[_Child]]:
    """What is drawn as a step, or as a control node of which no more is known than its keyword and its block."""
    block = block_of(node)
    if block is None:
        return "step", "", one_line(node), [("", call) for call in _calls(node)]
    head = [part for part in node.children if part is not block]
    calls: list[_Child] = [("", call) for part in head for call in _calls(part)]
    return "control", node.keyword, " ".join(map(one_line, head)), [*calls, *_statements(block)]


def _condition(condition: Take | Expression) -> tuple[str, list[_Child]]:
    if isinstance(condition, Take):
        return one_line(condition), [(f"{condition.name} =", condition.value)] if _calls(condition.value) else []
    return one_line(condition), [("test", condition)] if _calls(condition) else []


def _statements(body: Body, label: str = "") -> list[_Child]:
    children: list[_Child] = []
    for statement in body.statements:
        if isinstance(statement, Assign) and isinstance(statement.value, Call):
            children.append((f"{label} {statement.name} =".strip(), statement.value))
        else:
            children.append((label, statement))
    return children


def _chain(node: Binary) -> list[Expression]:
    """Return the operands of `a | b | c`."""
    operands = [node.right]
    left = node.left
    while isinstance(left, Binary) and left.operator == node.operator:
        operands.append(left.right)
        left = left.left
    return [left, *reversed(operands)]


def _calls(node: Node) -> list[Call]:
    """Return the calls within an expression, those within arguments too."""
    return [part for part in walk(node) if isinstance(part, Call)]

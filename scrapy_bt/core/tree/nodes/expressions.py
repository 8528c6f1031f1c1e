"""Expressions, sources and values, and the nodes that act on them: visits, data, items (language.md, "Grammar").

A node never changes; what happened in a run lives in the task. Places do not take part in comparisons, so that
two texts that say the same give equal trees.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, fields
from typing import ClassVar

from ....errors import Place

Scalar = str | int | float | bool | None


class _Children:
    """`functools.cached_property` without its lock, which takes longer than what is kept (until Python 3.12)."""

    def __get__(self, node: Node, kind: type[Node]) -> tuple[Node, ...]:
        found: list[Node] = []
        for name in _part_names(kind):
            part = getattr(node, name)
            if isinstance(part, Node):
                found.append(part)
            elif part and isinstance(part, tuple):
                found += [entry for entry in part if isinstance(entry, Node)]
        kept = node.__dict__["children"] = tuple(found)
        return kept


@dataclass(frozen=True)
class Node:
    """Whatever stands at a place of a file."""

    keyword: ClassVar[str] = ""
    """The word with which it is written, if it begins with one and its fields follow in their order."""

    place: Place | None = field(default=None, compare=False, repr=False, kw_only=True)

    @property
    def label(self) -> str:
        """What the places in a tree call it; empty for a condition."""
        return self.keyword

    children = _Children()
    """The nodes directly within this one, in the order of the text; kept, as whoever checks a file asks again."""


@dataclass(frozen=True)
class Literal(Node):
    """`"text"`, `3`, `true`, `none`; a string with placeholders is a `Template`."""

    value: Scalar


@dataclass(frozen=True)
class Reference(Node):
    """A variable, or what lies in it: `user`, `row.id`, `row.tags[0]`, `page.url`, `page.headers.etag`, `now`.

    *path*: names, and numbers of entries as digits.
    """

    name: str
    path: tuple[str, ...] = ()

    @property
    def dotted(self) -> str:
        """The reference as it is written."""
        return self.name + "".join(f"[{step}]" if step.isdecimal() else f".{step}" for step in self.path)


@dataclass(frozen=True)
class Conversion(Node):
    """`row.price as number`; *kind*: one of `KINDS`."""

    value: Reference
    kind: str


@dataclass(frozen=True)
class Template(Node):
    """A string with at least one placeholder: `"/page/{n}"` is `("/page/", Reference("n"))`."""

    parts: tuple[str | Reference, ...]

    @property
    def references(self) -> tuple[Reference, ...]:
        return tuple(part for part in self.parts if isinstance(part, Reference))


@dataclass(frozen=True)
class NamedArgument(Node):
    """`name = value` among the arguments of a call."""

    name: str
    value: Expression


@dataclass(frozen=True)
class Parameter(Node):
    """`name` or `name = default` of a tree."""

    name: str
    default: Expression | None = None


@dataclass(frozen=True)
class Call(Node):
    """`:name`, `:name(a, b)` or `:name(a, b = c)`: run a declared node.

    *inline*: the node itself, where it is written in place; it bears the name of its place (`core.tree.inline`).
    """

    node: str
    arguments: tuple[Expression, ...] = ()
    named: tuple[NamedArgument, ...] = ()
    inline: Visit | Data | Item | None = None

    @property
    def label(self) -> str:
        """The node that it calls, or what is written in place."""
        return self.node if self.inline is None else self.inline.label

    def bind(self, parameters: Sequence[Parameter]) -> dict[str, Expression]:
        """Return the argument of each of *parameters* that has one."""
        bound = {parameter.name: value for parameter, value in zip(parameters, self.arguments, strict=False)}
        return bound | {argument.name: argument.value for argument in self.named}


@dataclass(frozen=True)
class Unary(Node):
    """`!x` or `-x`."""

    operator: str
    operand: Expression


@dataclass(frozen=True)
class Binary(Node):
    """`left operator right`; `|` and `&` short-circuit."""

    operator: str
    left: Expression
    right: Expression


@dataclass(frozen=True)
class ListValue(Node):
    """`[a, "b", 3]`; in attributes of values, elsewhere of expressions."""

    values: tuple[Value | Expression, ...]


Text = str | Template
"""A string of the language: plain, or with placeholders."""


@dataclass(frozen=True)
class Source(Node):
    """How to take values out of a page, an element or a text.

    *how* is one of `HOWS`. *texts*: for css, xpath, re and json alternatives, the first that gives values wins; for
    `locate` the start and the end code; for `rules` the file and the tag; for `python` one `module:function`.
    """

    how: str
    texts: tuple[Text, ...]
    all: bool = False
    """As a field or an attribute: the list of all values, not the first."""
    kind: str | None = None
    """`as KIND`: what each value is turned into, one of `KINDS`."""


HOWS = ("css", "xpath", "re", "json", "locate", "rules", "python")


KINDS = ("text", "number", "integer", "url", "json")


Expression = Literal | Reference | Conversion | Template | ListValue | Call | Unary | Binary | Source
"""A `Source` is an expression in a field of an item; elsewhere it stands in a `Call` as its *inline* node."""


@dataclass(frozen=True)
class Duration(Node):
    """`30m`, `1.5s`, `500ms`; *text* is how it was written."""

    seconds: float
    text: str = field(compare=False, default="")


@dataclass(frozen=True)
class Attribute(Node):
    """`name = value` within `{ … }`."""

    name: str
    value: Value


@dataclass(frozen=True)
class Attributes(Node):
    """`{ name = value … }`."""

    entries: tuple[Attribute, ...] = ()

    def get(self, name: str) -> Value | None:
        return next((entry.value for entry in self.entries if entry.name == name), None)


Value = Literal | Reference | Template | Duration | ListValue | Attributes | Source


@dataclass(frozen=True)
class Visit(Node):
    """`name :: visit …`: one HTTP request. Without *url* and *attributes* a stub."""

    label = "visit"

    name: str
    method: str | None = None
    url: Text | None = None
    attributes: Attributes | None = None

    @property
    def is_stub(self) -> bool:
        return self.url is None and (self.attributes is None or self.attributes.get("request") is None)


@dataclass(frozen=True)
class Data(Node):
    """`name :: data …`: extract or compute values. Without *source* a stub."""

    name: str
    source: Source | None = None
    attributes: Attributes | None = None

    @property
    def label(self) -> str:
        return "data" if self.source is None else self.source.how

    @property
    def is_stub(self) -> bool:
        return self.source is None


@dataclass(frozen=True)
class Field(Node):
    """`name = source` or `name = expression` of an item."""

    name: str
    value: Expression


@dataclass(frozen=True)
class Item(Node):
    """`name :: item …`: one record, or one for each element of *each*."""

    label = "item"

    name: str
    each: Source | None = None
    fields: tuple[Field, ...] = ()


def walk(node: Node) -> Iterator[Node]:
    """Yield *node* and everything in it, in pre-order (without recursion: files may nest deeply)."""
    stack = [node]
    while stack:
        top = stack.pop()
        yield top
        stack += reversed(top.children)


_PLAIN_TYPE = re.compile(r"(?:str|int|float|bool|None|tuple\[str, \.\.\.\]|\s|\|)+")


_PART_NAMES: dict[type[Node], tuple[str, ...]] = {}


def _part_names(kind: type[Node]) -> tuple[str, ...]:
    """The fields that may hold nodes, by their types."""
    names = _PART_NAMES.get(kind)
    if names is None:
        held = (field for field in fields(kind) if field.name != "place")
        names = _PART_NAMES[kind] = tuple(each.name for each in held if not _PLAIN_TYPE.fullmatch(str(each.type)))
    return names


def inline_nodes(*entries: Node) -> Iterator[Visit | Data | Item]:
    """Yield the nodes that are written in place within *entries*, in the order of the text."""
    for entry in entries:
        yield from (part.inline for part in walk(entry) if isinstance(part, Call) and part.inline is not None)

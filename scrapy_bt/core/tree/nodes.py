"""The nodes of a behaviour tree, as one `.bt` file declares them (language.md, "Grammar" and "Meaning").

A node never changes; what happened in a run lives in the task. Places do not take part in comparisons, so that
two texts that say the same give equal trees.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, fields
from functools import cached_property

from ...errors import Place
from .staterows import rows_beside

Scalar = str | int | float | bool | None


@dataclass(frozen=True)
class Node:
    """Whatever stands at a place of a file."""

    place: Place | None = field(default=None, compare=False, repr=False, kw_only=True)


# Expressions


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
        """As it is written."""
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
class Argument(Node):
    """`name = value` among the arguments of a call."""

    name: str
    value: Expression


@dataclass(frozen=True)
class Call(Node):
    """`:name`, `:name(a, b)` or `:name(a, b = c)`: run a declared node.

    *inline*: the node itself, where it is written in place; it bears the name of its place (`core.tree.inline`).
    """

    node: str
    arguments: tuple[Expression, ...] = ()
    named: tuple[Argument, ...] = ()
    inline: Visit | Data | Item | None = None

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


# Sources and values


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


Expression = Literal | Reference | Conversion | Template | ListValue | Call | Unary | Binary | Source
"""A `Source` is an expression in a field of an item; elsewhere it stands in a `Call` as its *inline* node."""

HOWS = ("css", "xpath", "re", "json", "locate", "rules", "python")
KINDS = ("text", "number", "integer", "url", "json")


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


# Statements


@dataclass(frozen=True)
class Assign(Node):
    """`name = expression`."""

    name: str
    value: Expression


@dataclass(frozen=True)
class Take(Node):
    """`name = value` as the condition of an `if` (the first value) or a `while` (one value after another)."""

    name: str
    value: Expression


Condition = Take | Expression


@dataclass(frozen=True)
class Body(Node):
    """`{ … }`: the statements of a block, in order."""

    statements: tuple[Statement, ...] = ()


@dataclass(frozen=True)
class While(Node):
    """`while condition { … }`."""

    condition: Condition
    body: Body


@dataclass(frozen=True)
class If(Node):
    """`if condition { … } else { … }`; `else if` has another `If` for *otherwise*."""

    condition: Condition
    body: Body
    otherwise: Body | If | None = None


@dataclass(frozen=True)
class Group(Node):
    """`serial { … }`, `and within 30s { … }` or `or { … }` within a tree; *kind* is the keyword."""

    kind: str
    body: Body
    within: Duration | None = None


@dataclass(frozen=True)
class Async(Node):
    """`async { … }`: runs apart, nobody waits for it."""

    body: Body


@dataclass(frozen=True)
class Goroutine(Node):
    """`goroutine { … }`: runs at the same time, its tree waits for it.

    With a *kind*, `goroutine and { … }`, its statements run at the same time, and the task goes on behind them.
    """

    body: Body
    kind: str | None = None
    within: Duration | None = None


@dataclass(frozen=True)
class ChangeState(Node):
    """`state wait`, `state pause` or `state stop`."""

    state: str


@dataclass(frozen=True)
class End(Node):
    """`end` (success) or `end !` (failure)."""

    success: bool = True


@dataclass(frozen=True)
class Break(Node):
    """`break`: the nearest loop ends here, with success."""


@dataclass(frozen=True)
class Print(Node):
    """`print "text"`: a line of the log."""

    text: Text


Statement = Assign | While | If | Group | Async | Goroutine | ChangeState | End | Break | Print | Expression


# Declarations


@dataclass(frozen=True)
class Visit(Node):
    """`name :: visit …`: one HTTP request. Without *url* and *attributes* a stub."""

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

    name: str
    each: Source | None = None
    fields: tuple[Field, ...] = ()


@dataclass(frozen=True)
class Parameter(Node):
    """`name` or `name = default` of a tree."""

    name: str
    default: Expression | None = None


@dataclass(frozen=True)
class Tree(Node):
    """`name :: and (a, b) { … }`; *kind* is `serial`, `and` or `or`."""

    name: str
    kind: str
    parameters: tuple[Parameter, ...] = ()
    body: Body = Body()
    within: Duration | None = None


Declaration = Visit | Data | Item | Tree


# Resources and state tables


@dataclass(frozen=True)
class Shared(Node):
    """`[[ node = 30m ]]`: made once, reused until it expires; *ttl* none: until it is invalidated."""

    node: str
    ttl: Duration | None = None
    owner: str = ""
    """The included file that it stands in, by its name without the suffix: whoever includes that shares the value."""


@dataclass(frozen=True)
class Competing(Node):
    """`(( node = 2 ))`: at most *limit* holders at a time."""

    node: str
    limit: int | None = None


@dataclass(frozen=True)
class Wait(Node):
    """`wait 3 5s`: again at most *times* times (default `BT_WAIT_TIMES`), *delay* apart (default growing)."""

    times: int | None = None
    delay: Duration | None = None


@dataclass(frozen=True)
class Move(Node):
    """`pause`, `stop`, `end`, `true` or `false` as the move of a state table; *name* is the keyword."""

    name: str


@dataclass(frozen=True)
class Row(Node):
    """`timeout | 5xx = wait 3`; an outcome is a code (`404`), a class of codes (`5xx`) or a name."""

    outcomes: tuple[str, ...]
    move: Wait | Move | Call


OUTCOMES = ("timeout", "dns", "refused", "empty", "login", "error", "any")


@dataclass(frozen=True)
class States(Node):
    """`state a | b { outcome = move … }`: the state machine of its nodes; without *nodes* that of all visits."""

    nodes: tuple[str, ...] = ()
    rows: tuple[Row, ...] = ()


@dataclass(frozen=True)
class Include(Node):
    """`include "login.bt"`: the declarations of another file, but its `main`."""

    file: str


Entry = Declaration | Shared | Competing | States | Include


@dataclass(frozen=True)
class Document(Node):
    """One `.bt` file: its entries in the order of the file."""

    entries: tuple[Entry, ...] = ()
    included: tuple[tuple[str, str], ...] = field(default=(), compare=False, repr=False)
    """The files that were put in the places of its `include`, with their texts; by their paths from its own folder."""

    @cached_property
    def declarations(self) -> dict[str, Declaration]:
        """The declared nodes, and those written in place."""
        declared: dict[str, Declaration] = {}
        for entry in self.entries:
            if isinstance(entry, (Visit, Data, Item, Tree)):
                declared[entry.name] = entry
        return declared | {node.name: node for node in inline_nodes(*self.entries)}

    @cached_property
    def shared(self) -> dict[str, Shared]:
        return {entry.node: entry for entry in self.entries if isinstance(entry, Shared)}

    @cached_property
    def competing(self) -> dict[str, Competing]:
        return {entry.node: entry for entry in self.entries if isinstance(entry, Competing)}

    @cached_property
    def states(self) -> dict[str, tuple[Row, ...]]:
        """The state machine of each node that has one: its own rows, then those of the tables that it shares."""
        tables = [entry for entry in self.entries if isinstance(entry, States)]
        found: dict[str, tuple[Row, ...]] = {}
        for table in sorted(tables, key=lambda table: len(table.nodes) != 1):
            for name in table.nodes:
                found[name] = rows_beside(found.get(name, ()), table.rows)
        for table in tables:
            for name, node in () if table.nodes else self.declarations.items():
                if isinstance(node, Visit) and file_of(node) == file_of(table):
                    found[name] = rows_beside(found.get(name, ()), table.rows)
        return found

    @cached_property
    def remedies(self) -> frozenset[str]:
        """The nodes that state tables call."""
        rows = (row for table in self.entries if isinstance(table, States) for row in table.rows)
        return frozenset(row.move.node for row in rows if isinstance(row.move, Call))


def file_of(node: Node) -> str:
    """The file in which *node* stands; empty for what was never a text."""
    return "" if node.place is None else node.place.file


def is_apart(node: object) -> bool:
    """Whether *node* is a branch whose results its tree does not see: it goes on at once behind it."""
    return isinstance(node, Async) or (isinstance(node, Goroutine) and node.kind is None)


def inline_nodes(*entries: Node) -> Iterator[Visit | Data | Item]:
    """Yield the nodes that are written in place within *entries*, in the order of the text."""
    for entry in entries:
        yield from (part.inline for part in walk(entry) if isinstance(part, Call) and part.inline is not None)


def walk(node: Node) -> Iterator[Node]:
    """Yield *node* and everything in it, in pre-order (without recursion: files may nest deeply)."""
    stack: list[object] = [node]
    while stack:
        top = stack.pop()
        if isinstance(top, Node):
            yield top
            stack.extend(getattr(top, item.name) for item in reversed(fields(top)) if item.name != "place")
        elif isinstance(top, tuple):
            stack.extend(reversed(top))

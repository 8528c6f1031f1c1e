"""The statements of a tree: its control nodes (language.md, "Meaning").

A new one needs, beside its class: a rule of the grammar (`bt.lark`), a method of the builder (`language.builder`) and
one of the compiler (`compiler`); a step of its own in `operations`, and what that does in `control`. How it is named,
printed, nested, edited and drawn follows from its keyword and its fields, which come in the order of the text.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

from .expressions import Duration, Expression, Node, Text

BlockKind: TypeAlias = Literal["serial", "and", "or"]
BLOCK_KINDS: tuple[BlockKind, ...] = get_args(BlockKind)


@dataclass(frozen=True)
class Assign(Node):
    """`name = expression`."""

    name: str
    value: Expression

    @property
    def label(self) -> str:
        return f"{self.name}="


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

    keyword = "while"

    condition: Condition
    body: Body


@dataclass(frozen=True)
class If(Node):
    """`if condition { … } else { … }`; `else if` has another `If` for *otherwise*."""

    keyword = "if"

    condition: Condition
    body: Body
    otherwise: Body | If | None = None


@dataclass(frozen=True)
class Group(Node):
    """`serial { … }`, `and within 30s { … }` or `or { … }` within a tree; *kind* is the keyword."""

    kind: BlockKind
    body: Body
    within: Duration | None = None

    @property
    def label(self) -> str:
        return self.kind


@dataclass(frozen=True)
class Async(Node):
    """`async { … }`: runs apart, nobody waits for it."""

    keyword = "async"

    body: Body


@dataclass(frozen=True)
class Goroutine(Node):
    """`goroutine { … }`: runs at the same time, its tree waits for it.

    With a *kind*, `goroutine and { … }`, its statements run at the same time, and the task goes on behind them.
    """

    keyword = "goroutine"

    body: Body
    kind: BlockKind | None = None
    within: Duration | None = None


@dataclass(frozen=True)
class ChangeState(Node):
    """`state wait`, `state pause` or `state stop`."""

    state: str

    @property
    def label(self) -> str:
        return self.state


@dataclass(frozen=True)
class End(Node):
    """`end` (success) or `end !` (failure)."""

    keyword = "end"

    success: bool = True


@dataclass(frozen=True)
class Break(Node):
    """`break`: the nearest loop ends here, with success."""

    keyword = "break"


@dataclass(frozen=True)
class Print(Node):
    """`print "text"`: a line of the log."""

    keyword = "print"

    text: Text


@dataclass(frozen=True)
class Warn(Print):
    """`warn "text"`: a warning of the log, which is counted."""

    keyword = "warn"


Statement = Assign | While | If | Group | Async | Goroutine | ChangeState | End | Break | Print | Warn | Expression
BLOCK_KEYWORDS = tuple(
    kind.keyword for kind in get_args(Statement) if kind.keyword and "body" in kind.__dataclass_fields__
)
"""The keywords of statements that have a block."""


def is_apart(node: object) -> bool:
    """Whether *node* is a branch whose results its tree does not see: it goes on at once behind it."""
    return isinstance(node, Async) or (isinstance(node, Goroutine) and node.kind is None)


def block_of(node: object) -> Body | None:
    """The block of a statement that has one; such a statement ends with it, or with another one."""
    body = getattr(node, "body", None)
    return body if isinstance(body, Body) else None

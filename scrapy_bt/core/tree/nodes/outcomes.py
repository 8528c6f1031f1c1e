"""What becomes of a visit beside its page, and the state tables that say what is done then."""

from __future__ import annotations

from dataclasses import dataclass

from .expressions import Call, Duration, Node

OUTCOMES = ("timeout", "dns", "refused", "empty", "login", "error", "any")
"""Those with a name; the others are codes (`404`) and classes of codes (`5xx`)."""


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


@dataclass(frozen=True)
class States(Node):
    """`state a | b { outcome = move … }`: the state machine of its nodes; without *nodes* that of all visits."""

    nodes: tuple[str, ...] = ()
    rows: tuple[Row, ...] = ()

"""What becomes of a visit beside its page, and the state tables that say what is done then."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

from .expressions import Call, Duration, Node

OUTCOMES = ("timeout", "dns", "refused", "empty", "login", "error", "any")
"""Those with a name; the others are codes (`404`) and classes of codes (`5xx`)."""

MoveName: TypeAlias = Literal["pause", "stop", "end", "true", "false"]
MOVE_NAMES: tuple[MoveName, ...] = get_args(MoveName)
"""What a state table does, beside `wait` and calls."""


@dataclass(frozen=True)
class Wait(Node):
    """`wait 3 5s`: again at most *times* times (default `BT_WAIT_TIMES`), *delay* apart (default growing)."""

    times: int | None = None
    delay: Duration | None = None


@dataclass(frozen=True)
class Move(Node):
    """A move of a state table that is a word alone."""

    name: MoveName


@dataclass(frozen=True)
class StateRow(Node):
    """`timeout | 5xx = wait 3`; an outcome is a code (`404`), a class of codes (`5xx`) or a name."""

    outcomes: tuple[str, ...]
    move: Wait | Move | Call


@dataclass(frozen=True)
class States(Node):
    """`state a | b { outcome = move … }`: the state machine of its nodes; without *nodes* that of all visits."""

    nodes: tuple[str, ...] = ()
    rows: tuple[StateRow, ...] = ()

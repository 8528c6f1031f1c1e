"""Steps that run a declared node, with its state table."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from ..expressions import Compute
from ..extractions import Planned
from ..inputs import FieldPlan, ParameterPlan, RequestPlan, SourcePlan
from ..nodes import Data, Item, MoveName, Visit
from ..task import Frame
from .steps import Operation


@dataclass(frozen=True, slots=True)
class Retry:
    """`wait times delay` of a state table; None for the defaults."""

    times: int | None
    delay: float | None


@dataclass(frozen=True, slots=True)
class Remedy:
    """A call of a state table: goes on at *entry*, and from there back to its node, once."""

    entry: Operation


Move = Retry | Remedy | MoveName
"""What a state table does."""


@dataclass(eq=False, slots=True, kw_only=True, repr=False)
class Action(Operation):
    """A step that runs a declared node, with the node's state table."""

    name: str
    """The node's."""
    yes: Operation
    no: Operation
    end: Operation
    """Where the move `end` leads."""
    moves: dict[str, Move] = field(default_factory=dict)

    def exits(self) -> Iterator[Operation]:
        yield self.yes
        yield self.no
        if self.moves:
            yield self
            yield self.end
        for move in self.moves.values():
            if isinstance(move, Remedy):
                yield move.entry


@dataclass(eq=False, slots=True, kw_only=True, repr=False)
class GiveUp(Operation):
    """The call by which a state table would have mended *action* failed."""

    action: Action
    next: Operation


@dataclass(eq=False, slots=True, kw_only=True, repr=False)
class FetchPage(Action):
    """Visit: the task waits in the frontier, then for the answer."""

    visit: Visit
    request: RequestPlan
    requires: str = ""
    """The competing resource held during the visit."""
    inputs: frozenset[str]
    """What it takes from the page before it."""
    sent: frozenset[str] = frozenset()
    """Names of the fields that it sends, as far as they stand in the file."""


@dataclass(eq=False, slots=True, kw_only=True, repr=False)
class Extract(Action):
    """Data: *target* gets the first value (with *many* all, the first one last), none without any."""

    data: Data
    source: SourcePlan
    origin: Compute | None
    """The variable to take from, instead of the page."""
    default: Compute | None
    context: Callable[[Frame, float], dict[str, Any]] | None
    """What a Python function gets; None for every variable."""
    parts: tuple[SourcePlan, ...] = ()
    """Values of the context that are taken out of the frame's page."""
    target: str | None = None
    many: bool = False
    whole: bool = False
    """The target gets the list, which may be empty."""
    broken: Operation
    """Where an error (not a mere lack of values) leads."""
    planned: Planned = Planned.NOT

    def exits(self) -> Iterator[Operation]:
        yield from Action.exits(self)
        if self.broken is not self.no:
            yield self.broken


@dataclass(eq=False, slots=True, kw_only=True, repr=False)
class EmitRecords(Action):
    """Item: emits records."""

    item: Item
    each: SourcePlan | None
    fields: tuple[FieldPlan, ...]
    reads_page: bool
    """Something in it comes from the page; without, there is one record."""
    planned: Planned = Planned.NOT
    taken: tuple[tuple[str, SourcePlan], ...] = ()
    """What all fields take of the page."""


@dataclass(eq=False, slots=True, kw_only=True, repr=False)
class Enter(Action):
    """Call of a tree; *passed*: variables copied from the caller if it has them."""

    routine: str
    entry: Operation
    parameters: tuple[ParameterPlan, ...]
    passed: frozenset[str] = frozenset()
    kept: frozenset[str] = frozenset()
    """What the caller still needs of that which the tree assigns."""
    below: frozenset[str] = frozenset()
    """What the caller needs kept while the tree runs."""
    carried_below: tuple[str, ...] = ()
    """What of `below` has to be taken from the caller's page."""
    is_tail: bool = False
    """Nothing is left to do in the caller afterwards."""
    planned: Planned = Planned.NOT
    """How far it is foreseen that what it calls fails."""
    is_lenient: bool = False
    """The tail of a `serial` tree: the caller succeeds even if the tree fails."""

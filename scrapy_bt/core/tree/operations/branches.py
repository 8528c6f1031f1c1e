"""Steps that begin branches, wait for them and end them; the end of a tree is one of these ends."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ..nodes.control_nodes import BlockKind
from .steps import Operation


@dataclass(eq=False, slots=True, kw_only=True, repr=False)
class Leave(Operation):
    """The end of a tree or of a branch: what its body came to, once its goroutines have ended."""

    success: bool
    gather: Gather | None = None
    """It ends one of the statements that run at the same time, which is told here."""
    assigns: frozenset[str] = frozenset()
    """Of such a statement: what it may assign."""
    gives: frozenset[str] = frozenset()
    """Of these what is needed behind the group."""


@dataclass(eq=False, slots=True, kw_only=True, repr=False)
class StartBranch(Operation):
    """`async` or `goroutine`: starts a task at *entry* with its own copy of what it needs."""

    waits: bool
    """A goroutine: somebody waits for it."""
    in_goroutine: bool
    """It stands in a goroutine's body, so that the goroutine's own join waits for it."""
    entry: Operation
    next: Operation
    gather: Gather | None = None
    """It is one of the statements that run at the same time."""

    def exits(self) -> Iterator[Operation]:
        yield self.next
        yield self.entry  # another task's, but it takes along what this frame has


@dataclass(eq=False, slots=True, kw_only=True, repr=False)
class Fork(Operation):
    """Before the statements of `goroutine and|or|serial`: *join* is the variable that names what waits for them."""

    join: str
    gather: Gather
    next: Operation


@dataclass(eq=False, slots=True, kw_only=True, repr=False)
class Gather(Operation):
    """Behind them: waits for them, and takes over what they have assigned."""

    kind: BlockKind
    join: str
    yes: Operation
    no: Operation
    fork: Fork | None = None
    """Where the task stands while it waits, so that the group begins again if nothing is known of its statements."""

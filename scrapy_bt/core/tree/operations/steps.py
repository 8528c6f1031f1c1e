"""Steps that decide, assign and repeat.

A step's path is its stable name, its id the digest of that name; made by the compiler, it never changes.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ....errors import Place
from ..expressions import Compute


@dataclass(eq=False, slots=True, kw_only=True, repr=False)
class Operation:
    """A step; *live*: the variables and page values that are still needed from here on."""

    path: str = ""
    place: Place | None = None
    id: int = 0
    index: int = 0
    live: frozenset[str] = frozenset()
    uses: frozenset[str] = frozenset()
    """Names that it reads itself; `@node` stands for what *node* takes from the page, `*` for every variable."""
    sets: frozenset[str] = frozenset()
    """Names that it surely writes; `Next` only if a value is left, `Share` only if the value is not to be made."""
    carried: tuple[str, ...] = ()
    """What of `live` has to be taken from the page before the page is let go."""

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.path}>"

    def exits(self) -> Iterator[Operation]:
        """Where it may lead within its frame, once each in order of likelihood."""
        for name in ("next", "yes", "no", "broken"):
            target = getattr(self, name, None)
            if target is not None:
                yield target


@dataclass(eq=False, slots=True, kw_only=True, repr=False)
class SetVariable(Operation):
    """A variable gets a value; *no*: the value cannot be computed."""

    name: str
    compute: Compute
    next: Operation
    no: Operation


@dataclass(eq=False, slots=True, kw_only=True, repr=False)
class Test(Operation):
    """An expression decides."""

    compute: Compute
    yes: Operation
    no: Operation


@dataclass(eq=False, slots=True, kw_only=True, repr=False)
class WriteLine(Operation):
    """A line of the log."""

    compute: Compute
    next: Operation
    is_warning: bool = False


@dataclass(eq=False, slots=True, kw_only=True, repr=False)
class SwitchState(Operation):
    """`state wait`, `state pause` or `state stop`."""

    state: str
    next: Operation


@dataclass(eq=False, slots=True, kw_only=True, repr=False)
class LoopStart(Operation):
    """Before the first round of a `while`; *counter* counts its rounds."""

    counter: str
    head: LoopHead
    next: Operation


@dataclass(eq=False, slots=True, kw_only=True, repr=False)
class LoopHead(Operation):
    """Where each round of a `while` begins; *last* is the highest index of the loop's steps."""

    counter: str
    next: Operation
    exit: Operation
    last: int = 0

    def exits(self) -> Iterator[Operation]:
        yield self.next


@dataclass(eq=False, slots=True, kw_only=True, repr=False)
class Exit(Operation):
    """The end of a `while`: its rounds are counted."""

    counter: str
    loop: str
    next: Operation


@dataclass(eq=False, slots=True, kw_only=True, repr=False)
class Next(Operation):
    """Takes the next of the *items* into *target*, if there is one left."""

    items: str
    target: str
    yes: Operation
    no: Operation


@dataclass(eq=False, slots=True, kw_only=True, repr=False)
class StartLimit(Operation):
    """What follows has *seconds*; *until* notes when they are over, *late* is where the task goes on then."""

    until: str
    seconds: float
    next: Operation
    late: Operation

    def exits(self) -> Iterator[Operation]:
        yield self.next
        yield self.late


@dataclass(eq=False, slots=True, kw_only=True, repr=False)
class EndLimit(Operation):
    """The end of what is limited."""

    until: str
    next: Operation

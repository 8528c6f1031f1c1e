"""The steps that control nodes come down to: a graph in which each step names where success and failure lead.

Made by the compiler, then never changed. A step's path is its stable name, its id the digest of that name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from ...errors import Place
from .expressions import Compute
from .extractions import Planned
from .inputs import FieldPlan, ParameterPlan, RequestPlan, SourcePlan
from .nodes import Data, Declaration, Item, Visit
from .task import Frame


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
class Assign(Operation):
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


@dataclass(frozen=True, slots=True)
class Retry:
    """`wait times delay` of a state table; none: the defaults."""

    times: int | None
    delay: float | None


@dataclass(frozen=True, slots=True)
class Remedy:
    """A call of a state table: goes on at *entry*, and from there back to its node, once."""

    entry: Operation


Move = Retry | Remedy | str
"""What a state table does: `pause`, `stop`, `end`, `true` and `false` are their own names."""


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
class Fetch(Action):
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
    """What a Python function gets; None: every variable."""
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
class Record(Action):
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


@dataclass(eq=False, slots=True, kw_only=True, repr=False)
class Share(Operation):
    """A shared node: its value is there, or *make* makes it."""

    name: str
    parameters: tuple[ParameterPlan, ...]
    reads: frozenset[str] = frozenset()
    """Variables that it reads beside its parameters, what it calls included: its value is for their values alone."""
    target: str | None
    many: bool
    make: Operation
    yes: Operation
    no: Operation
    broken: Operation
    kind: type[Declaration]
    """A shared tree's value is what it assigns, a visit's its page, a data node's its values."""
    values: str | None = None
    """The variable in which a data node's values are while they are made."""
    takes: frozenset[str] = frozenset()
    """What is still needed of that which a shared tree assigns."""
    tracked: bool = False
    """Some state table invalidates it."""
    is_common: bool = False
    """It stands in an included file, so that other trees may take its value over."""

    def exits(self) -> Iterator[Operation]:
        yield self.yes
        yield self.make
        yield self.no
        if self.broken is not self.no:
            yield self.broken


@dataclass(eq=False, slots=True, kw_only=True, repr=False)
class Publish(Operation):
    """The making of a shared value came to *success*."""

    share: Share | None = None
    """What it ends; set by the compiler, which makes the two from the end to the beginning."""
    ttl: float | None
    success: bool
    next: Operation
    gives: frozenset[str] = frozenset()
    """What others still need of that which a shared tree assigns."""


@dataclass(eq=False, slots=True, kw_only=True, repr=False)
class Forget(Operation):
    """Invalidate a shared value before it is made anew."""

    name: str
    next: Share
    no: Operation


@dataclass(eq=False, slots=True, kw_only=True, repr=False)
class Hold(Operation):
    """Wait for a place of a competing resource and keep it."""

    resource: str
    next: Operation


@dataclass(eq=False, slots=True, kw_only=True, repr=False)
class Free(Operation):
    """Give a competing resource back."""

    resource: str
    next: Operation


@dataclass(eq=False, slots=True, kw_only=True, repr=False)
class Loop(Operation):
    """Before the first round of a `while`; *counter* counts its rounds."""

    counter: str
    head: Head
    next: Operation


@dataclass(eq=False, slots=True, kw_only=True, repr=False)
class Head(Operation):
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
class Branch(Operation):
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

    kind: str
    join: str
    yes: Operation
    no: Operation
    fork: Fork | None = None
    """Where the task stands while it waits, so that the group begins again if nothing is known of its statements."""


@dataclass(eq=False, slots=True, kw_only=True, repr=False)
class Limit(Operation):
    """What follows has *seconds*; *until* notes when they are over, *late* is where the task goes on then."""

    until: str
    seconds: float
    next: Operation
    late: Operation

    def exits(self) -> Iterator[Operation]:
        yield self.next
        yield self.late


@dataclass(eq=False, slots=True, kw_only=True, repr=False)
class Unlimit(Operation):
    """The end of what is limited."""

    until: str
    next: Operation


@dataclass(eq=False, slots=True, kw_only=True, repr=False)
class Print(Operation):
    """A line of the log."""

    compute: Compute
    next: Operation


@dataclass(eq=False, slots=True, kw_only=True, repr=False)
class Change(Operation):
    """`state wait`, `state pause` or `state stop`."""

    state: str
    next: Operation

"""The steps that control nodes come down to: a graph in which each step names where success and failure lead.

Made by the compiler, then never changed. A step's path is its stable name, its id the digest of that name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from ...errors import Place
from .expressions import Compute
from .nodes import Data, Item, Visit
from .pages import Query
from .task import Frame


FORGETS = "!forgets"
"""Stands among live names for the versions of shared values that a task has used."""


@dataclass(eq=False, slots=True, kw_only=True)
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
    """Names that it surely writes."""
    carried: tuple[str, ...] = ()
    """What of `live` has to be taken from the page before the page is let go."""

    def exits(self) -> Iterator[Operation]:
        """Where it may lead within its frame, once each in order of likelihood."""
        for name in ("next", "yes", "no", "broken"):
            exit = getattr(self, name, None)
            if exit is not None:
                yield exit


@dataclass(eq=False, slots=True, kw_only=True)
class Leave(Operation):
    """The end of a tree or of a branch: what its body came to, once its goroutines have ended."""

    success: bool


@dataclass(eq=False, slots=True, kw_only=True)
class Assign(Operation):
    name: str
    compute: Compute
    next: Operation
    no: Operation


@dataclass(eq=False, slots=True, kw_only=True)
class Test(Operation):
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


@dataclass(eq=False, slots=True, kw_only=True)
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


@dataclass(eq=False, slots=True, kw_only=True)
class Fetch(Action):
    """Visit: the task waits in the frontier, then for the answer."""

    visit: Visit
    request: RequestPlan
    requires: str = ""
    """The competing resource held during the visit."""


@dataclass(frozen=True, slots=True)
class RequestPlan:
    """How to build a visit's request from a frame."""

    method: str | None
    url: Callable[[Frame, float], str] | None
    needs_base: bool
    """The URL may be relative to the frame's page."""
    attributes: Callable[[Frame, float], dict[str, Any]]
    sources: tuple[SourcePlan, ...]
    """Attribute values taken out of the frame's page; the attributes refer to them by their keys."""
    python: str | None = None


@dataclass(frozen=True, slots=True)
class SourcePlan:
    """How to fill a source's placeholders, and under which name its values are carried."""

    key: str
    how: str
    texts: tuple[Callable[[Frame, float], str], ...]
    query: Query | None
    """The query itself where no text has placeholders."""
    all: bool
    kind: str | None

    def fill(self, frame: Frame, now: float) -> Query:
        if self.query is not None:
            return self.query
        return Query(self.how, tuple(text(frame, now) for text in self.texts), self.kind)


@dataclass(eq=False, slots=True, kw_only=True)
class Extract(Action):
    """Data: *target* gets the first value (with *many* the list of all), none without any."""

    data: Data
    source: SourcePlan
    origin: Compute | None
    """The variable to take from, instead of the page."""
    default: Compute | None
    context: Callable[[Frame, float], dict[str, Any]] | None
    """What a Python function gets; none: every variable."""
    target: str | None = None
    many: bool = False
    broken: Operation
    """Where an error (not a mere lack of values) leads."""

    def exits(self) -> Iterator[Operation]:
        yield from Action.exits(self)
        if self.broken is not self.no:
            yield self.broken


@dataclass(frozen=True, slots=True)
class FieldPlan:
    name: str
    source: SourcePlan | None
    compute: Compute | None


@dataclass(eq=False, slots=True, kw_only=True)
class Record(Action):
    """Item: emits records."""

    item: Item
    each: SourcePlan | None
    fields: tuple[FieldPlan, ...]
    parts: tuple[str, ...] = ()
    """Names of the variables that hold the values of data nodes called in fields."""


@dataclass(eq=False, slots=True, kw_only=True)
class Enter(Action):
    """Call of a tree: *arguments* by parameter name; *passed*: variables copied from the caller if it has them."""

    routine: str
    entry: Operation
    arguments: tuple[tuple[str, Compute], ...]
    defaults: tuple[tuple[str, Compute], ...]
    passed: frozenset[str] = frozenset()
    kept: frozenset[str] = frozenset()
    """What the caller still needs of that which the tree assigns."""
    below: frozenset[str] = frozenset()
    """What the caller needs kept while the tree runs."""
    is_tail: bool = False
    """Nothing is left to do in the caller afterwards."""


@dataclass(eq=False, slots=True, kw_only=True)
class Share(Operation):
    """A shared node: its value is there, or *make* makes it."""

    name: str
    key: Callable[[Frame, float], str]
    target: str | None
    many: bool
    make: Operation
    yes: Operation
    no: Operation
    entry: Operation | None = None
    """The first step of a shared tree, whose needed results make up the value."""
    tracked: bool = False
    """Some state table invalidates it."""

    def exits(self) -> Iterator[Operation]:
        yield self.yes
        yield self.make
        yield self.no


@dataclass(eq=False, slots=True, kw_only=True)
class Publish(Operation):
    """The making of a shared value came to *success*."""

    share: Share | None = None
    ttl: float | None
    success: bool
    next: Operation


@dataclass(eq=False, slots=True, kw_only=True)
class Forget(Operation):
    """Invalidate a shared value before it is made anew."""

    key: Callable[[Frame, float], str]
    next: Operation
    no: Operation


@dataclass(eq=False, slots=True, kw_only=True)
class Hold(Operation):
    """Wait for a place of a competing resource and keep it."""

    resource: str
    next: Operation


@dataclass(eq=False, slots=True, kw_only=True)
class Free(Operation):
    """Give a competing resource back."""

    resource: str
    next: Operation


@dataclass(eq=False, slots=True, kw_only=True)
class Loop(Operation):
    """Before the first round of a `while`; *counter* counts its rounds."""

    counter: str
    head: Head
    next: Operation


@dataclass(eq=False, slots=True, kw_only=True)
class Head(Operation):
    """Where each round of a `while` begins; *last* is the highest index of the loop's steps."""

    counter: str
    next: Operation
    exit: Operation
    last: int = 0

    def exits(self) -> Iterator[Operation]:
        yield self.next


@dataclass(eq=False, slots=True, kw_only=True)
class Exit(Operation):
    """The end of a `while`: its rounds are counted."""

    counter: str
    loop: str
    next: Operation


@dataclass(eq=False, slots=True, kw_only=True)
class Next(Operation):
    """Takes the next of the *items* into *target*, if there is one left."""

    items: str
    target: str
    yes: Operation
    no: Operation


@dataclass(eq=False, slots=True, kw_only=True)
class Branch(Operation):
    """`async` or `goroutine`: starts a task at *entry* with its own copy of what it needs."""

    waits: bool
    """A goroutine: somebody waits for it."""
    in_goroutine: bool
    """It stands in a goroutine's body, so that the goroutine's own join waits for it."""
    entry: Operation
    next: Operation

    @property
    def entry_forgets(self) -> bool:
        """Some state table on its way invalidates a shared value (`FORGETS` is live)."""
        return FORGETS in self.entry.live


@dataclass(eq=False, slots=True, kw_only=True)
class Change(Operation):
    """`state wait`, `state pause` or `state stop`."""

    state: str
    next: Operation

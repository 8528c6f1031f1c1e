"""What a file declares: trees, resources, other files, and the whole of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache, cached_property

from ..staterows import rows_beside
from .control_nodes import BlockKind, Body
from .expressions import Call, Data, Duration, Item, Node, Parameter, Visit, inline_nodes, walk
from .outcomes import StateRow, States


@dataclass(frozen=True)
class Tree(Node):
    """`name :: and (a, b) { … }`; *kind* is `serial`, `and` or `or`."""

    name: str
    kind: BlockKind
    parameters: tuple[Parameter, ...] = ()
    body: Body = field(default_factory=Body)
    within: Duration | None = None


Declaration = Visit | Data | Item | Tree


@dataclass(frozen=True)
class SharedNode(Node):
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
class Include(Node):
    """`include "login.bt"`: the declarations of another file, but its `main`."""

    file: str


@dataclass(frozen=True)
class Heal(Node):
    """`heal product = review`: what is done where the site changes, in place of what the settings say.

    Without nodes it is about all of the file.
    """

    mode: str
    nodes: tuple[str, ...] = ()


Entry = Declaration | SharedNode | Competing | States | Include | Heal


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

    @property
    def heal(self) -> dict[str, str]:
        """What the file says of healing, by node; the empty name is all of the file."""
        told = (entry for entry in self.entries if isinstance(entry, Heal))
        return {name: entry.mode for entry in told for name in entry.nodes or ("",)}

    @cached_property
    def shared(self) -> dict[str, SharedNode]:
        return {entry.node: entry for entry in self.entries if isinstance(entry, SharedNode)}

    @cached_property
    def competing(self) -> dict[str, Competing]:
        return {entry.node: entry for entry in self.entries if isinstance(entry, Competing)}

    @cached_property
    def states(self) -> dict[str, tuple[StateRow, ...]]:
        """The state machine of each node that has one: its own rows, then those of the tables that it shares.

        A row of the table of all visits that calls a node is none of the visits which that node itself makes.
        """
        tables = [entry for entry in self.entries if isinstance(entry, States)]
        found: dict[str, tuple[StateRow, ...]] = {}
        made = cache(self._called_by)
        for table in sorted(tables, key=lambda table: len(table.nodes) != 1):
            for name in table.nodes:
                found[name] = rows_beside(found.get(name, ()), table.rows)
        for table in tables:
            for name, node in () if table.nodes else self.declarations.items():
                if isinstance(node, Visit) and file_of(node) == file_of(table):
                    rows = [
                        row for row in table.rows if not isinstance(row.move, Call) or name not in made(row.move.node)
                    ]
                    found[name] = rows_beside(found.get(name, ()), tuple(rows))
        return found

    def _called_by(self, name: str) -> frozenset[str]:
        """A node and all that it calls, and what that calls."""
        found: set[str] = set()
        left = [name]
        while left:
            found.add(current := left.pop())
            node = self.declarations.get(current)
            calls = (part for part in walk(node) if isinstance(part, Call)) if node is not None else ()
            left += {call.node if call.inline is None else call.inline.name for call in calls} - found
        return frozenset(found)

    @cached_property
    def remedies(self) -> frozenset[str]:
        """The nodes that state tables call."""
        rows = (row for table in self.entries if isinstance(table, States) for row in table.rows)
        return frozenset(row.move.node for row in rows if isinstance(row.move, Call))


def file_of(node: Node) -> str:
    """The file in which *node* stands; empty for what was never a text."""
    return "" if node.place is None else node.place.file

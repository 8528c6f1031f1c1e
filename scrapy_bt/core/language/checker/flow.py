"""What each declared node reads, assigns and calls, itself and by what it calls.

Variables are bits of integers, so that sets of hundreds of names are joined at once. All sets are of what *may* be, on
some path: a fault is reported only where no path gives a variable its value.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import IntFlag

from ....errors import Place
from ...tree.nodes import (
    Assign,
    Attributes,
    Call,
    ChangeState,
    Data,
    Declaration,
    Node,
    Reference,
    Source,
    Take,
    Tree,
    Visit,
    While,
    is_apart,
)
from .checkeddocument import CheckedDocument
from .order import components
from .urls import is_relative

PAGE = 1
"""The bit that stands for a page in the own frame: a visit gives it, no call takes it along or brings it back."""

EVERYTHING = -1
"""All bits: what a node may give that is not declared, so that one fault does not bring others."""


class FlowFact(IntFlag):
    """What running a node may do, itself or by what it calls."""

    NOTHING = 0
    VISITS = 1
    STOPS = 2
    """The task pauses or stops itself."""
    IMPURE = 4
    """A Python function may answer differently each time."""


@dataclass(frozen=True)
class Read:
    """A variable that is read where nothing in the same node gives it a value."""

    bit: int
    name: str
    place: Place | None
    parameter_of: str = ""
    """Not empty: it is not named there, but a parameter, without argument and default, of this tree."""


@dataclass(frozen=True)
class AnalysedCall:
    """A call; *have* may have values there."""

    callee: str
    have: int


@dataclass
class NodeSummary:
    """A declared node; what it does by its state table counts as its own."""

    declaration: Declaration
    moves: list[Call] = field(default_factory=list)
    """The calls of its state table, which run in its caller's frame."""
    parameters: int = 0
    assigned: int = 0
    """What it assigns in its own frame, itself."""
    exports: int = 0
    """What its caller may have from it once it has succeeded."""
    facts: FlowFact = FlowFact.NOTHING
    reads_page: bool = False
    names: set[str] = field(default_factory=set)
    """The variables that it reads itself, in its branches too."""
    calls_python: bool = False
    """It calls a Python function itself."""
    reads: list[Read] = field(default_factory=list)
    sites: list[AnalysedCall] = field(default_factory=list)
    needs: int = 0
    """What its caller has to give by name."""

    @property
    def parts(self) -> Sequence[Node]:
        """What belongs to its own frame: all but the state table."""
        return self.declaration.children


class CallGraph:
    """The routines of a document whose syntax has no faults."""

    def __init__(self, checked: CheckedDocument) -> None:
        self.checked = checked
        self.routines = {name: NodeSummary(declaration) for name, declaration in checked.declared.items()}
        self.variables: dict[str, int] = {}
        """The bit of each variable."""
        self._gains: dict[int, int] = {}
        """By the identity of a `while`: what its rounds may give."""
        self._calls: dict[str, set[str]] = {name: set() for name in self.routines}
        for site in checked.call_sites:
            for owner in filter(self.routines.__contains__, site.owners):
                self._calls[owner].add(site.call.node)
                if site.demand == "move":
                    self.routines[owner].moves.append(site.call)
        self._order = list(components(self._calls))
        self._frame_calls: dict[str, set[str]] = {}
        for name, routine in self.routines.items():
            self._describe(name, routine)
        self.settle(self._sum_facts)
        self.settle(self._sum_exports)
        for loop in reversed(checked.all_of(While)):
            self._gains[id(loop)] = self.given_within(loop.children)

    def bit(self, name: str) -> int:
        """Return the bit of the variable *name*."""
        return self.variables.setdefault(name, 2 << len(self.variables))

    def gives(self, callee: str) -> int:
        """Return what a call of *callee* may give to the frame of the caller."""
        routine = self.routines.get(callee)
        if routine is None:
            return EVERYTHING
        return routine.exports | (PAGE if isinstance(routine.declaration, Visit) else 0)

    def gains(self, loop: While) -> int:
        """Return what the rounds of *loop* may give to its frame."""
        return self._gains[id(loop)]

    def facts(self, callee: str) -> FlowFact:
        routine = self.routines.get(callee)
        return FlowFact.VISITS if routine is None else routine.facts

    def settle(self, step: Callable[[str, NodeSummary], bool]) -> None:
        """Run *step*, which says whether it changed the routine, on each routine after those that it calls."""
        for component in self._order:
            changed = True
            while changed:
                changes = [step(name, self.routines[name]) for name in component]
                changed = any(changes) and len(component) > 1

    def _describe(self, name: str, routine: NodeSummary) -> None:
        declaration = routine.declaration
        self._frame_calls[name] = set()
        if isinstance(declaration, Tree):
            for parameter in declaration.parameters:
                routine.parameters |= self.bit(parameter.name)
            for node in in_frame(routine.parts):
                if isinstance(node, (Assign, Take)):
                    routine.assigned |= self.bit(node.name)
                elif isinstance(node, Call):
                    self._frame_calls[name].add(node.node)
        elif isinstance(declaration, Visit):
            routine.facts |= FlowFact.VISITS
        routine.reads_page = _reads_page(declaration, self.checked.declared)
        for node in in_frame(routine.parts, with_branches=True):
            if isinstance(node, ChangeState) and node.state != "wait":
                routine.facts |= FlowFact.STOPS
            elif isinstance(node, Source) and node.how == "python":
                routine.facts |= FlowFact.IMPURE
                routine.calls_python = True
            elif isinstance(node, Reference):
                routine.names.add(node.name)

    def _sum_facts(self, name: str, routine: NodeSummary) -> bool:
        before = routine.facts
        for callee in self._calls[name]:
            routine.facts |= self.facts(callee)
        return routine.facts != before

    def _sum_exports(self, name: str, routine: NodeSummary) -> bool:
        exports = routine.assigned
        for callee in self._frame_calls[name]:
            exports |= self.gives(callee)
        exports &= ~(routine.parameters | PAGE)
        for move in routine.moves:
            exports |= self.gives(move.node) & ~PAGE
        changed = exports != routine.exports
        routine.exports = exports
        return changed

    def given_within(self, nodes: Sequence[Node]) -> int:
        """Return what *nodes* may give to their frame."""
        gained = 0
        # The loops within are known already: they were looked at first.
        for node in in_frame(nodes, known=self._gains):
            if isinstance(node, (Assign, Take)):
                gained |= self.bit(node.name)
            elif isinstance(node, Call):
                gained |= self.gives(node.node)
            elif isinstance(node, While):
                gained |= self._gains[id(node)]
        return gained


def in_frame(
    nodes: Sequence[Node], *, with_branches: bool = False, known: dict[int, int] | None = None
) -> Iterator[Node]:
    """Yield *nodes* and what is in them, except in branches that are apart and in what is *known* by identity."""
    stack = list(reversed(nodes))
    while stack:
        node = stack.pop()
        yield node
        if (with_branches or not is_apart(node)) and (known is None or id(node) not in known):
            stack += node.children[::-1]


def _reads_page(declaration: Declaration, declared: dict[str, Declaration]) -> bool:
    if isinstance(declaration, Tree):
        return False
    if isinstance(declaration, Visit):
        attributes = declaration.attributes or Attributes()
        # A request that a function makes may have another URL.
        goes_on = is_relative(declaration.url) and attributes.get("request") is None
        return goes_on or _has_page_source([attributes])
    if isinstance(declaration, Data):
        attributes = declaration.attributes or Attributes()
        return attributes.get("from") is None and declaration.source is not None and declaration.source.how != "python"
    parts = declaration.children
    called = [declared.get(node.node) for node in in_frame(parts) if isinstance(node, Call)]
    return _has_page_source(parts) or any(_reads_page(node, declared) for node in called if isinstance(node, Data))


def _has_page_source(nodes: Sequence[Node]) -> bool:
    return any(isinstance(node, Source) and node.how != "python" for node in in_frame(nodes))

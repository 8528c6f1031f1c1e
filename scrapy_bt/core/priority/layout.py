"""What of a program's steps matters to the ranking, worked out once from the graph that they are.

A step's exits have lower indices than it, but for the jumps back to the heads of loops, so what is left from a step is
known once it is known from its exits. Moves of state tables are no exits here: whether a node will have to be tried
again, or its shared value made anew, is not to be known beforehand.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ..tree import operations as op
from ..tree.nodes import Tree
from ..tree.operations import Operation
from ..tree.program import MAIN, Program
from .spans import TreeSpans, list_bodies


@dataclass(frozen=True, slots=True)
class Region:
    """A loop, or a goroutine's body within a loop, without the regions and branches within it."""

    entry: int
    floor: int
    """Its steps have higher indices; a loop's head and a branch's two ends count as outside."""
    steps: tuple[int, ...]
    loop: str = ""
    """A loop's path; it comes to its end at *done* when its condition fails. A branch has none."""
    done: int = -1


@dataclass(frozen=True, slots=True)
class TreeSteps:
    """A tree: the range of its steps, and its regions from the inside out."""

    start: int
    end: int
    entry: int
    slot: int
    """Where the weight of a call stands."""
    heads: frozenset[int]
    regions: tuple[Region, ...]


class StepGraph:
    """A program's steps by index: each costs what stands in its slot (0: nothing), then it leads to one of its exits.

    *courses*: the trees, callees first. Recursion counts once (language.md, "Rules that the forms above leave open"):
    the call that closes a cycle, as seen on the way from `main`, costs nothing.
    """

    def __init__(self, program: Program) -> None:
        bodies = list_bodies(program)
        order, circular = _order_calls(bodies)
        calls = {name: slot for slot, name in enumerate(order, 1)}
        self.nodes: dict[str, int] = {}
        """Slots of nodes."""
        self.count_slots = 1 + len(calls)
        self.slots: list[int] = []
        self.exits = [_exits_of(step) for step in program.operations]
        self.branches: dict[int, int] = {}
        """Goroutines' first steps, which are the last of their exits."""
        for step in program.operations:
            self.slots.append(self._find_slot(step, calls) if step.index not in circular else 0)
            if isinstance(step, op.StartBranch) and step.waits:
                self.branches[step.index] = step.entry.index
        self.courses = tuple(_lay_out(bodies[name], program.routines[name].entry, calls[name]) for name in order)
        self.apart = frozenset(index for body in bodies.values() for index in body.apart)
        """Steps within an `async` branch: nobody waits for its end."""
        self.beside = {index: ways for body in bodies.values() for index, ways in body.beside.items()}
        """By step within goroutines: where that which waits for them goes on beside them."""
        self.shares = tuple(_list_shares(program))
        """Steps that take a shared value, with its name and where alone they lead once it is ready."""

    def _find_slot(self, step: Operation, calls: Mapping[str, int]) -> int:
        if isinstance(step, op.Enter):
            return calls[step.routine]
        if not isinstance(step, op.Action):
            return 0
        if step.name not in self.nodes:
            self.nodes[step.name] = self.count_slots
            self.count_slots += 1
        return self.nodes[step.name]


def _exits_of(step: Operation) -> tuple[int, ...]:
    exits: Iterator[Operation]
    if isinstance(step, op.Extract):
        exits = iter((step.yes, step.no, step.broken))
    elif isinstance(step, op.Action):
        exits = iter((step.yes, step.no))
    elif isinstance(step, op.StartBranch):
        exits = iter((step.next, step.entry) if step.waits else (step.next,))
    elif isinstance(step, op.Leave) and step.gather is not None:
        exits = iter((step.gather,))
    elif isinstance(step, op.SwitchState) and step.state == "stop":
        exits = iter(())
    else:
        exits = step.exits()
    return tuple(dict.fromkeys(leads.index for leads in exits))


def _list_shares(program: Program) -> Iterator[tuple[int, str, int]]:
    """A tree with parameters is shared per arguments, so it is never ready for everyone."""
    for step in program.operations:
        if isinstance(step, op.AskShared):
            node = program.document.declarations[step.name]
            if not isinstance(node, Tree) or not node.parameters:
                yield step.index, step.name, step.yes.index


def _lay_out(body: TreeSpans, entry: Operation, slot: int) -> TreeSteps:
    heads = frozenset(span.start for span in body.spans if isinstance(span.step, op.LoopHead))
    return TreeSteps(body.start, body.end, entry.index, slot, heads, tuple(_list_regions(body)))


def _list_regions(body: TreeSpans) -> Iterator[Region]:
    for span in reversed(body.spans):
        step, floor = span.step, span.floor
        steps = tuple(index for index in span.own if index > floor)
        if isinstance(step, op.LoopHead):
            assert isinstance(step.exit, op.Exit), "the compiler ends each loop with one"
            yield Region(step.next.index, floor, steps, step.exit.loop, step.exit.index)
        elif step.waits and span.is_looped:
            yield Region(step.entry.index, floor, steps)


def _order_calls(bodies: Mapping[str, TreeSpans]) -> tuple[list[str], set[int]]:
    """The trees, callees first, and the calls that close a cycle; without recursion, as calls may nest deeply."""
    order: list[str] = []
    circular: set[int] = set()
    seen: set[str] = set()
    for root in (MAIN, *bodies):
        under_way = {} if root in seen else {root: iter(bodies[root].calls)}
        while under_way:
            name = next(reversed(under_way))
            for call in under_way[name]:
                if call.routine in under_way:
                    circular.add(call.index)
                elif call.routine not in seen:
                    under_way[call.routine] = iter(bodies[call.routine].calls)
                    break
            else:
                del under_way[name]
                seen.add(name)
                order.append(name)
    return order, circular

"""Each body along its paths: which variables may have a value where."""

from __future__ import annotations

from dataclasses import dataclass, field

from ...tree.keywords import BUILT_IN
from ...tree.nodes import Assign, Async, Call, Goroutine, If, Node, Parameter, Reference, Take, Tree, While, is_apart
from .flow import PAGE, AnalysedCall, CallGraph, NodeSummary, Read


@dataclass
class Paths:
    """Notes in each routine of *flow* what it reads and calls without giving it a value first."""

    flow: CallGraph
    without_page: list[Call] = field(default_factory=list)
    """Calls of nodes that read a page where their frame has none."""

    def follow(self) -> None:
        """Fill the reads, sites and needs of all routines."""
        for name, routine in self.flow.routines.items():
            # Of a page only a tree can be short: what else is called stands in its caller's frame.
            have = 0 if isinstance(routine.declaration, Tree) else PAGE
            for part in routine.parts:
                have = self._run(part, have, routine)
            for move in routine.moves:
                self._run(move, PAGE | (routine.parameters if name == "main" else 0), routine)
        self.flow.settle(self._sum_needs)

    def _sum_needs(self, _name: str, routine: NodeSummary) -> bool:
        needs = routine.needs
        for read in routine.reads:
            needs |= read.bit
        for site in routine.sites:
            callee = self.flow.routines.get(site.callee)
            needs |= callee.needs & ~site.have if callee is not None else 0
        changed = needs != routine.needs
        routine.needs = needs
        return changed

    def _run(self, node: Node, have: int, routine: NodeSummary) -> int:
        """Return what may have a value after *node* where *have* may have one before."""
        if isinstance(node, Reference):
            self._read(node, have, routine)
        elif isinstance(node, Call):
            return self._call(node, have, routine)
        elif isinstance(node, (Assign, Take)):
            return self._run(node.value, have, routine) | self.flow.bit(node.name)
        elif isinstance(node, Parameter):
            have = have if node.default is None else self._run(node.default, have, routine)
            return have | self.flow.bit(node.name)
        elif isinstance(node, If):
            have = self._run(node.condition, have, routine)
            after = self._run(node.body, have, routine)
            return after | (have if node.otherwise is None else self._run(node.otherwise, have, routine))
        elif isinstance(node, (Async, Goroutine)):
            return have | self._run_beside(node, have, routine)
        else:
            if isinstance(node, While):
                if isinstance(node.condition, Take):  # taken once, before the first round
                    have = self._run(node.condition, have, routine)
                have |= self.flow.gains(node)
            for child in node.children:
                have = self._run(child, have, routine)
        return have

    def _run_beside(self, node: Async | Goroutine, have: int, routine: NodeSummary) -> int:
        """Return what a branch gives to its tree: what statements that run at once assign, and never a page."""
        if is_apart(node):
            self._run(node.body, have, routine)
            return 0
        assert isinstance(node, Goroutine), "nothing else is apart"
        given = 0
        for statement in node.body.statements:
            given |= self._run(statement, have, routine)
        return given & ~PAGE

    def _read(self, node: Reference, have: int, routine: NodeSummary) -> None:
        if node.name not in BUILT_IN:
            bit = self.flow.bit(node.name)
            if not have & bit:
                routine.reads.append(Read(bit, node.name, node.place))

    def _call(self, node: Call, have: int, routine: NodeSummary) -> int:
        for argument in (*node.arguments, *node.named):
            have = self._run(argument, have, routine)
        callee = self.flow.routines.get(node.node)
        if callee is not None:
            routine.sites.append(AnalysedCall(node.node, have))
            if callee.reads_page and not have & PAGE:
                self.without_page.append(node)
            if isinstance(callee.declaration, Tree):
                bound = node.bind(callee.declaration.parameters)
                for parameter in callee.declaration.parameters:
                    bit = self.flow.bit(parameter.name)
                    if parameter.name not in bound and parameter.default is None and not have & bit:
                        routine.reads.append(Read(bit, parameter.name, node.place, node.node))
        return have | self.flow.gives(node.node)

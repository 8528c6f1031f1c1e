"""Parameters that nothing reads, neither their tree nor what it calls."""

from __future__ import annotations

from collections import defaultdict

from ....sentences import say
from ...tree.nodes import Call, Data, Node, Reference, SharedNode, Source, Tree, Visit
from .flow import EVERYTHING, CallGraph, NodeSummary, in_frame


def check_unread(flow: CallGraph) -> None:
    """Every parameter is read in its tree, or by its name in what is called there; a shared tree's are its key."""
    reads = _Reads(flow)
    flow.settle(reads.add_callees)
    shared = {entry.node for entry in flow.checked.document.entries if isinstance(entry, SharedNode)}
    for tree in flow.checked.declarations:
        if not isinstance(tree, Tree) or tree.name in shared:
            continue
        for parameter in tree.parameters:
            if not reads.within[tree.name] & flow.bit(parameter.name):
                message = say("nothing reads `{}`, a parameter of `{}`", parameter.name, tree.name)
                flow.checked.report.warn("unread-parameter", parameter.place, message, say("remove it, or use it"))


class _Reads:
    """*within*: by declared node, what it reads itself and by what it calls, by names that stand for its own frame."""

    def __init__(self, flow: CallGraph) -> None:
        self._flow = flow
        self._calls: defaultdict[str, list[Call]] = defaultdict(list)
        for site in flow.checked.call_sites:
            for owner in site.owners:
                self._calls[owner].append(site.call)
        self.within = {name: self._own(routine) for name, routine in flow.routines.items()}

    def add_callees(self, name: str, _routine: NodeSummary) -> bool:
        before = self.within[name]
        for call in self._calls[name]:
            self.within[name] |= self._from_caller(call)
        return self.within[name] != before

    def _own(self, routine: NodeSummary) -> int:
        declaration = routine.declaration
        if _takes_everything(declaration):
            return EVERYTHING
        moves = list(in_frame(routine.moves, with_branches=True))
        calls_python = routine.calls_python or any(isinstance(node, Source) and node.how == "python" for node in moves)
        if calls_python and not isinstance(declaration, Data):
            return EVERYTHING
        names = routine.names.union(node.name for node in moves if isinstance(node, Reference))
        return sum(map(self._flow.bit, names))

    def _from_caller(self, call: Call) -> int:
        routine = self._flow.routines.get(call.node)
        if routine is None:
            return EVERYTHING
        if not isinstance(routine.declaration, Tree):
            return self.within[call.node]
        parameters = routine.declaration.parameters
        bound = call.bind(parameters)
        unbound = (self._flow.bit(parameter.name) for parameter in parameters if parameter.name not in bound)
        return (self.within[call.node] & ~routine.parameters) | sum(unbound)


def _takes_everything(node: Node) -> bool:
    """A Python function without attributes gets every variable, one that makes a request always."""
    if isinstance(node, Visit):
        return node.attributes is not None and node.attributes.get("request") is not None
    return (
        isinstance(node, Data) and node.source is not None and node.source.how == "python" and node.attributes is None
    )

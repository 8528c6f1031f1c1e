"""What the compiler makes: the steps of a whole file, and where each of its trees begins and ends."""

from __future__ import annotations

from . import operations as op
from .naming import path_id
from .nodes import Node, Tree
from .operations import Operation


class Routine:
    """A compiled tree."""

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self.name = tree.name
        self.parameters = frozenset(parameter.name for parameter in tree.parameters)
        self.entry: Operation = op.Leave(success=True)
        self.leave: op.Leave
        self.exports: frozenset[str] = frozenset()
        """What it may assign for its caller, through the trees it calls too."""


class StepList:
    """All steps made so far, with unique paths and ids."""

    def __init__(self) -> None:
        self.operations: list[Operation] = []
        self.by_path: dict[str, Operation] = {}
        self.by_id: dict[int, Operation] = {}

    def add(self, operation: Operation, path: str, node: Node | None) -> Operation:
        """Give a step its name, *path* or the next free one after it, and its place in the file."""
        number, name = 2, path
        while name in self.by_path or path_id(name) in self.by_id:
            name, number = f"{path}#{number}", number + 1
        operation.path, operation.id, operation.index = name, path_id(name), len(self.operations)
        operation.place = node.place if node is not None else None
        self.operations.append(operation)
        self.by_path[name] = self.by_id[operation.id] = operation
        return operation

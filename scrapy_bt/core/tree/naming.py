"""Stable names of the places of a tree: paths such as `main/while/page`, and their 32-bit digests.

A statement is named by what it is and, within its block, by its place among its likes (`page#2`). So a statement
added or taken away elsewhere leaves the names of the others alone.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator
from dataclasses import fields

from .nodes import Body, Call, Node, Tree, walk


def path_id(path: str) -> int:
    """The id of a path, 32 bits."""
    return int.from_bytes(hashlib.blake2b(path.encode(), digest_size=4).digest(), "big")


class NodePaths:
    """The paths of the statements and calls of one tree, by identity of the node."""

    def __init__(self, tree: Tree) -> None:
        self._tree = tree  # as long as it lives, no other node has the identity of one of its own
        self._paths: dict[int, str] = {}
        self._taken: dict[str, Counter[str]] = {}
        self._name_body(tree.body, tree.name)

    def of(self, node: Node) -> str:
        """The path of a statement, or of a call within one."""
        return self._paths[id(node)]

    def find(self, node: Node) -> str:
        """The name of a node; empty if it is not in the tree's body."""
        return self._paths.get(id(node), "")

    def of_inner(self, call: Call, path: str) -> str:
        """The path of a call; within what stands in no tree (a state table's call) it is named below *path*."""
        return self._paths.get(id(call)) or f"{path}()/{call.node}"

    def _claim(self, scope: str, label: str) -> str:
        taken = self._taken.setdefault(scope, Counter())
        taken[label] += 1
        suffix = f"#{taken[label]}" if taken[label] > 1 else ""
        return f"{scope}/{label}{suffix}"

    def _name_body(self, body: Body, scope: str) -> None:
        for statement in body.statements:
            path = self._claim(scope, statement.label or "test")
            self._paths[id(statement)] = path
            if isinstance(statement, Call):
                if statement.inline is not None:
                    self._name_calls(statement.inline, path)
                for argument in (*statement.arguments, *statement.named):
                    self._name_calls(argument, f"{path}()")  # below the path itself are the steps of the tree
            elif statement.label:
                self._name_parts(statement, path)
            else:
                self._name_calls(statement, path)

    def _name_parts(self, statement: Node, path: str) -> None:
        for name in (item.name for item in fields(statement) if item.name != "place"):
            part = getattr(statement, name)
            if isinstance(part, Body) and name == "body":
                self._name_body(part, path)
            elif name == "otherwise" and part is not None:
                self._name_body(part if isinstance(part, Body) else Body((part,)), f"{path}/else")
            elif isinstance(part, Node):
                self._name_calls(part, path)

    def _name_calls(self, part: Node, scope: str) -> None:
        for call in calls_in(part):
            self._paths[id(call)] = self._claim(scope, call.label)


def calls_in(part: Node) -> Iterator[Call]:
    """The calls of an expression or a condition in the order of the text."""
    return (node for node in walk(part) if isinstance(node, Call))

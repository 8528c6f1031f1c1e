"""Boosted trees, evaluated without the library that trained them."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import repeat
from math import exp
from operator import add, sub, truediv
from typing import Any

Node = Any
"""A leaf's number; or a feature, a threshold, and the nodes below it and above it."""

_MOST = 255
"""The most leaves of a tree, and thresholds of a feature at once: a byte holds which it is, or that it is none."""
_UP_TO = [bytes(rank <= most for rank in range(256)) for most in range(_MOST)]
"""By a rank: 1 for each rank up to it, else 0."""


@dataclass(frozen=True, slots=True)
class DecisionTree:
    """A binary tree in arrays; a child below 0 is the leaf of its complement."""

    features: tuple[int, ...]
    thresholds: tuple[float, ...]
    left: tuple[int, ...]
    right: tuple[int, ...]
    leaves: tuple[float, ...]

    def nest(self) -> Node:
        """The tree as nested tuples, which Python walks twice as fast as arrays."""
        nodes: list[Node] = [0.0] * len(self.features)
        for at in range(len(self.features) - 1, -1, -1):
            left, right = self.left[at], self.right[at]
            nodes[at] = (
                self.features[at],
                self.thresholds[at],
                nodes[left] if left >= 0 else self.leaves[~left],
                nodes[right] if right >= 0 else self.leaves[~right],
            )
        return nodes[0] if nodes else self.leaves[0]

    def is_sound(self, width: int) -> bool:
        """Whether every path through it, for a vector of *width* numbers, ends at a leaf."""
        size = len(self.features)
        if not size == len(self.thresholds) == len(self.left) == len(self.right) == len(self.leaves) - 1:
            return False
        children = (*zip(range(size), self.left, strict=True), *zip(range(size), self.right, strict=True))
        return all(0 <= feature < width for feature in self.features) and all(
            at < child < size or 0 <= ~child <= size for at, child in children
        )


def _thresholds_of(trees: Iterable[DecisionTree]) -> dict[int, list[float]]:
    found: dict[int, set[float]] = defaultdict(set)
    for tree in trees:
        for feature, threshold in zip(tree.features, tree.thresholds, strict=True):
            found[feature].add(threshold)
    return {feature: sorted(each) for feature, each in found.items()}


@dataclass(frozen=True, slots=True)
class Forest:
    """Trees of one model; *classes* above 1: one tree of each class in turn."""

    names: tuple[str, ...]
    """What the numbers of a vector are."""
    classes: int
    trees: tuple[Node, ...]
    thresholds: Mapping[int, Sequence[float]]
    """Of each feature, in order."""

    @classmethod
    def read(cls, plain: dict[str, Any], expected: Sequence[str] | None = None) -> Forest:
        """Read it from plain data; raises `ValueError` where it is malformed or of other numbers than *expected*."""
        try:
            names = tuple(map(str, plain["names"]))
            classes = int(plain["classes"])
            trees = tuple(
                DecisionTree(
                    tuple(map(int, tree[0])),
                    tuple(map(float, tree[1])),
                    tuple(map(int, tree[2])),
                    tuple(map(int, tree[3])),
                    tuple(map(float, tree[4])),
                )
                for tree in plain["trees"]
            )
        except (KeyError, TypeError, IndexError, OverflowError) as error:
            raise ValueError(f"not a forest: {error!r}") from error
        if expected is not None and names != tuple(expected):
            raise ValueError("a forest of another version: its numbers mean something else; train it anew")
        if not 1 <= classes <= max(1, len(trees)):
            raise ValueError(f"not a forest: {len(trees)} trees of {classes} classes")
        if not all(tree.is_sound(len(names)) for tree in trees):
            raise ValueError("not a forest: a tree has no end")
        if (most := max((len(tree.leaves) for tree in trees), default=0)) > _MOST:
            raise ValueError(f"a tree of a forest has {most} leaves, and may have {_MOST}; train it anew with fewer")
        return cls(names, classes, tuple(tree.nest() for tree in trees), _thresholds_of(trees))

    def scores(self, vectors: Sequence[Sequence[float]]) -> list[float]:
        """The scores of vectors: the sums over the trees of a model with one class."""
        return self._totals(vectors)[0]

    def shares(self, vectors: Sequence[Sequence[float]]) -> list[list[float]]:
        """For each class its probability of each vector."""
        totals = self._totals(vectors)
        tops = list(map(max, *totals)) if len(totals) > 1 else totals[0]
        weights = [list(map(exp, map(sub, total, tops))) for total in totals]
        wholes = list(map(sum, zip(*weights, strict=True)))
        return [list(map(truediv, each, wholes)) for each in weights]

    def _totals(self, vectors: Sequence[Sequence[float]]) -> list[list[float]]:
        """For each class the sums of all vectors, which go down each tree together."""
        totals = [[0.0] * len(vectors) for _ in range(self.classes)]
        if not vectors:
            return totals
        cuts = Cuts(self.thresholds, vectors)
        kind = 0
        for tree in self.trees:
            leaves, places = cuts.leaves(tree)
            totals[kind] = list(map(add, totals[kind], map(leaves.__getitem__, places)))
            kind = kind + 1 if kind + 1 < self.classes else 0
        return totals


class Cuts:
    """Which of some vectors go down to the left at a node: a whole number with a byte of each vector, 1 or 0.

    So one operation leads all of them on, whereas walking a tree takes one for each node and vector.
    """

    def __init__(self, thresholds: Mapping[int, Sequence[float]], vectors: Sequence[Sequence[float]]) -> None:
        self._thresholds, self._count = thresholds, len(vectors)
        self._columns = list(zip(*vectors, strict=True))
        self._everyone = int.from_bytes(b"\x01" * len(vectors), "little")
        self._left: dict[int, dict[float, int]] = {}

    def leaves(self, tree: Node) -> tuple[Sequence[float], bytes]:
        """The numbers of leaves of a tree, and for each vector which of them is its own."""
        leaves: list[float] = []
        places = 0
        stack = [(tree, self._everyone)]
        while stack:
            node, here = stack.pop()
            if node.__class__ is not tuple:
                places += here * len(leaves)
                leaves.append(node)
                continue
            feature, threshold, low, high = node
            left = here & (self._left.get(feature) or self._cut(feature))[threshold]
            if left:
                stack.append((low, left))
            if right := here ^ left:
                stack.append((high, right))
        return leaves, places.to_bytes(self._count, "little")

    def _cut(self, feature: int) -> Mapping[float, int]:
        """By each threshold of a number, which vectors are not above it."""
        thresholds, column = self._thresholds[feature], self._columns[feature]
        if column[0] == column[-1] and column.count(column[0]) == len(column):
            found = {threshold: self._everyone if column[0] <= threshold else 0 for threshold in thresholds}
        else:
            found = {}
            for at in range(0, len(thresholds), _MOST):  # models that learn on have ever more of them
                some = thresholds[at : at + _MOST]
                ranks = bytes(map(bisect_left, repeat(some), column))
                masks = (int.from_bytes(ranks.translate(up_to), "little") for up_to in _UP_TO)
                found |= zip(some, masks, strict=False)
        self._left[feature] = found
        return found

"""Boosted trees, evaluated without the library that trained them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp
from typing import Any

Node = Any
"""A leaf's number; or a feature, a threshold, and the nodes below it and above it."""


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


@dataclass(frozen=True, slots=True)
class Forest:
    """Trees of one model; *classes* above 1: one tree of each class in turn."""

    names: tuple[str, ...]
    """What the numbers of a vector are."""
    classes: int
    trees: tuple[Node, ...]

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
        except (KeyError, TypeError, IndexError) as error:
            raise ValueError(f"not a forest: {error!r}") from error
        if expected is not None and names != tuple(expected):
            raise ValueError("a forest of another version: its numbers mean something else; train it anew")
        if not 1 <= classes <= max(1, len(trees)):
            raise ValueError(f"not a forest: {len(trees)} trees of {classes} classes")
        if not all(tree.is_sound(len(names)) for tree in trees):
            raise ValueError("not a forest: a tree has no end")
        return cls(names, classes, tuple(tree.nest() for tree in trees))

    def score(self, vector: Sequence[float]) -> float:
        """The score of a vector: the sum over the trees of a model with one class."""
        total = 0.0
        for tree in self.trees:
            node = tree
            while node.__class__ is tuple:
                feature, threshold, low, high = node
                node = low if vector[feature] <= threshold else high
            total += node
        return total

    def shares(self, vector: Sequence[float]) -> list[float]:
        """The probability of each class."""
        totals = [0.0] * self.classes
        kind = 0
        for tree in self.trees:
            node = tree
            while node.__class__ is tuple:
                feature, threshold, low, high = node
                node = low if vector[feature] <= threshold else high
            totals[kind] += node
            kind = kind + 1 if kind + 1 < self.classes else 0
        top = max(totals)
        weights = [exp(total - top) for total in totals]
        whole = sum(weights)
        return [weight / whole for weight in weights]

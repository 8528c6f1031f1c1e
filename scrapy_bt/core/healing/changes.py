"""How much a page has changed: PageRank of its structures, and a tree edit distance in bounded time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log, sqrt
from typing import Any

from .pages import SILENT, Page

Element = Any
"""An element of lxml, which has no public type for it."""

_DAMPING = 0.85
_TURNS = 40
_RANKED = 200
_MOST_NODES = 260
"""Of a tree whose edit distance is taken; larger ones are merged until they fit."""
_DEEPEST = 60
_SMALLEST = 1e-6


@dataclass(frozen=True, slots=True)
class Node:
    """An element of the pruned page; repeated structures are one, *count* times."""

    label: str
    children: tuple[Node, ...]
    count: int = 1

    @property
    def size(self) -> int:
        return 1 + sum(child.size for child in self.children)


@dataclass(frozen=True, slots=True)
class Change:
    """How far two pages are from each other."""

    cosine: float
    """Of the ranks of their structures; 1: the same."""
    divergence: float
    """Kullback-Leibler, in nats; 0: the same."""
    edits: float
    """Of the tree, as a share of the nodes of both; 0: the same, 1: nothing in common."""


def measure_change(old: Page, new: Page) -> Change:
    """Compare two pages."""
    one, other = prune(old.root), prune(new.root)
    ranks, others = _top(rank_nodes(one)), _top(rank_nodes(other))
    first, second = shrink(one), shrink(other)
    edits = edit_distance(first, second) / max(1, first.size + second.size)
    return Change(_cosine(ranks, others), _divergence(ranks, others), edits)


def prune(root: Element) -> Node:
    """The page without texts, scripts and odd attributes; siblings of one structure are merged."""
    made: dict[Element, list[Node]] = {}
    stack: list[tuple[Element, bool, int]] = [(root, False, 0)]
    top = Node("html", ())
    while stack:
        element, done, depth = stack.pop()
        if not done:
            made[element] = []
            stack.append((element, True, depth))
            if depth < _DEEPEST:
                stack.extend(
                    (child, False, depth + 1)
                    for child in reversed(element)
                    if isinstance(child.tag, str) and child.tag not in SILENT and child.tag != "head"
                )
            continue
        node = Node(_label(element), _merge(made.pop(element)))
        if element is root:
            top = node
        else:
            made[element.getparent()].append(node)
    return top


def rank_nodes(root: Node) -> dict[str, float]:
    """PageRank of the structures of a tree, its edges taken both ways; by the labels of a node and its parent."""
    names: list[str] = []
    weights: list[float] = []
    links: list[list[int]] = []
    stack: list[tuple[Node, int]] = [(root, -1)]
    while stack:
        node, above = stack.pop()
        number = len(names)
        names.append(node.label if above < 0 else f"{names[above].rpartition('>')[2]}>{node.label}")
        weights.append(float(node.count))
        links.append([])
        if above >= 0:
            links[number].append(above)
            links[above].append(number)
        stack.extend((child, number) for child in reversed(node.children))
    count = len(names)
    ranks = [1 / count] * count
    for _ in range(_TURNS):
        following = [(1 - _DAMPING) / count] * count
        for number, around in enumerate(links):
            whole = sum(weights[each] for each in around)
            for each in around:
                following[each] += _DAMPING * ranks[number] * weights[each] / whole
        moved = sum(abs(one - other) for one, other in zip(ranks, following, strict=True))
        ranks = following
        if moved < _SMALLEST:
            break
    total: dict[str, float] = {}
    for name, rank in zip(names, ranks, strict=True):
        total[name] = total.get(name, 0.0) + rank
    return total


def shrink(root: Node, most: int = _MOST_NODES) -> Node:
    """The tree with at most so many nodes: its lowest levels are left off."""
    depth = _DEEPEST
    tree = root
    while tree.size > most and depth > 1:
        depth -= 1
        tree = _cut(root, depth)
    if tree.size > most:
        tree = Node(tree.label, tree.children[: most - 1], tree.count)
    return tree


def edit_distance(one: Node, other: Node) -> int:
    """The least number of nodes to be left out, put in or renamed (Zhang and Shasha 1989)."""
    a, b = _postorder(one), _postorder(other)
    size_a, size_b = len(a.labels), len(b.labels)
    distance = [[0] * size_b for _ in range(size_a)]
    for i in a.roots:
        for j in b.roots:
            _forest_distance(a, b, i, j, distance)
    return distance[-1][-1]


@dataclass(slots=True)
class _Order:
    """A tree in postorder: labels, the leftmost leaf below each node, and the roots of its left paths."""

    labels: list[str]
    leaves: list[int]
    roots: list[int]


def _postorder(root: Node) -> _Order:
    labels: list[str] = []
    leaves: list[int] = []
    firsts: list[int] = []
    stack: list[tuple[Node, bool]] = [(root, False)]
    while stack:
        node, done = stack.pop()
        if not done:
            stack.append((node, True))
            firsts.append(len(labels))
            stack.extend((child, False) for child in reversed(node.children))
            continue
        leaves.append(firsts.pop())
        labels.append(node.label)
    last = {leaf: number for number, leaf in enumerate(leaves)}
    return _Order(labels, leaves, sorted(last.values()))


def _forest_distance(a: _Order, b: _Order, i: int, j: int, distance: list[list[int]]) -> None:
    low_a, low_b = a.leaves[i], b.leaves[j]
    width = j - low_b + 2
    table = [list(range(width))]
    for x in range(low_a, i + 1):
        above = table[-1]
        row = [above[0] + 1]
        table.append(row)
        for y in range(low_b, j + 1):
            at = y - low_b + 1
            cheapest = min(above[at], row[at - 1]) + 1
            if a.leaves[x] == low_a and b.leaves[y] == low_b:
                both = above[at - 1] + (a.labels[x] != b.labels[y])
                row.append(min(cheapest, both))
                distance[x][y] = row[-1]
            else:
                before = table[a.leaves[x] - low_a][b.leaves[y] - low_b]
                row.append(min(cheapest, before + distance[x][y]))


def _label(element: Element) -> str:
    name = (element.get("class") or "").split()
    return f"{element.tag}.{name[0]}" if name else str(element.tag)


def _merge(children: Sequence[Node]) -> tuple[Node, ...]:
    """Siblings of the same label and the same children are one."""
    counts: Counter[tuple[str, tuple[Node, ...]]] = Counter()
    for child in children:
        counts[child.label, child.children] += child.count
    return tuple(Node(label, below, count) for (label, below), count in counts.items())


def _cut(node: Node, depth: int) -> Node:
    if depth <= 0:
        return Node(node.label, (), node.count)
    return Node(node.label, _merge([_cut(child, depth - 1) for child in node.children]), node.count)


def _top(ranks: Mapping[str, float]) -> dict[str, float]:
    best = sorted(ranks.items(), key=lambda item: (-item[1], item[0]))[:_RANKED]
    whole = sum(rank for _, rank in best)
    return {name: rank / whole for name, rank in best}


def _cosine(one: Mapping[str, float], other: Mapping[str, float]) -> float:
    both = sum(rank * other.get(name, 0.0) for name, rank in one.items())
    return both / (sqrt(sum(rank**2 for rank in one.values())) * sqrt(sum(rank**2 for rank in other.values())))


def _divergence(one: Mapping[str, float], other: Mapping[str, float]) -> float:
    return sum(rank * log(rank / max(other.get(name, 0.0), _SMALLEST)) for name, rank in one.items())

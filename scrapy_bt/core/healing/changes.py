"""How much a page has changed: PageRank of its structures, and a tree edit distance in bounded time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import log, sqrt

from ..documents.elements import Element
from .pages import Page, is_silent

_DAMPING = 0.85
_TURNS = 40
_RANKED = 200
_MOST_NODES = 260
"""The most nodes of a tree whose edit distance is taken; larger trees lose levels until they fit."""
_DEEPEST = 60
_MOST_RANKED = 5_000
"""The most nodes of a tree that is ranked."""
_MOST_STEPS = 6_000_000
"""The most steps of the edit distance; trees for which it would take more lose levels."""
_SMALLEST = 1e-6


@dataclass(frozen=True, slots=True)
class PageNode:
    """An element of the pruned page; repeated structures are one, *count* times."""

    label: str
    children: tuple[PageNode, ...]
    count: int = 1
    size: int = field(init=False, compare=False)
    """How many nodes it has, itself counted."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "size", 1 + sum(child.size for child in self.children))


@dataclass(frozen=True, slots=True)
class PageChange:
    """How far two pages are from each other."""

    cosine: float
    """The cosine of the ranks of their structures; 1: the same."""
    divergence: float
    """The Kullback-Leibler divergence of these ranks, in nats; 0: the same."""
    edits: float
    """The edit distance of the trees, as a share of the nodes of both; 0: the same, 1: nothing in common."""


def measure_change(old: Page, new: Page) -> PageChange:
    """Compare two pages."""
    one, other = (shrink(prune(page.root), _MOST_RANKED) for page in (old, new))
    ranks, others = _top(rank_nodes(one)), _top(rank_nodes(other))
    first, second = shrink_both(one, other)
    edits = edit_distance(first, second) / max(1, first.size + second.size)
    return PageChange(_cosine(ranks, others), _divergence(ranks, others), edits)


def usual_change(pages: Sequence[Page]) -> PageChange | None:
    """The tolerance of a site: the largest change between its pages of one time; None for a single page."""
    changes = [measure_change(one, other) for one, other in pairwise(pages)]
    if not changes:
        return None
    return PageChange(
        min(one.cosine for one in changes), max(one.divergence for one in changes), max(one.edits for one in changes)
    )


def prune(root: Element) -> PageNode:
    """The page without texts, scripts and rare attributes; siblings of one structure are merged."""
    structures = _Structures()
    made: dict[Element, list[PageNode]] = {}
    stack: list[tuple[Element, bool, int]] = [(root, False, 0)]
    top = PageNode("html", ())
    while stack:
        element, done, depth = stack.pop()
        if not done:
            made[element] = []
            stack.append((element, True, depth))
            if depth < _DEEPEST:
                stack.extend(
                    (child, False, depth + 1)
                    for child in reversed(element)
                    if isinstance(child.tag, str) and not is_silent(child) and child.tag != "head"
                )
            continue
        node = PageNode(_label(element), structures.merge(made.pop(element)))
        if element is root:
            top = node
        else:
            made[element.getparent()].append(node)
    return top


def rank_nodes(root: PageNode) -> dict[str, float]:
    """PageRank of the structures of a tree, its edges taken both ways; by the labels of a node and its parent."""
    names: list[str] = []
    weights: list[float] = []
    links: list[list[int]] = []
    stack: list[tuple[PageNode, int]] = [(root, -1)]
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


def shrink(root: PageNode, most: int = _MOST_NODES) -> PageNode:
    """The tree with at most so many nodes: its lowest levels are left off."""
    if root.size <= most:
        return root
    least, beyond = 1, _DEEPEST
    tree = _cut(root, least)
    while beyond - least > 1:  # what has more levels has more nodes
        middle = (least + beyond) // 2
        larger = _cut(root, middle)
        if larger.size <= most:
            least, tree = middle, larger
        else:
            beyond = middle
    return tree if tree.size <= most else PageNode(tree.label, tree.children[: most - 1], tree.count)


def shrink_both(one: PageNode, other: PageNode) -> tuple[PageNode, PageNode]:
    """Two trees whose edit distance takes so many nodes, and steps, at most."""
    most = _MOST_NODES
    first, second = shrink(one, most), shrink(other, most)
    while edit_steps(first, second) > _MOST_STEPS:
        most = 3 * most // 4
        first, second = shrink(first, most), shrink(second, most)
    return first, second


def edit_steps(one: PageNode, other: PageNode) -> int:
    """The number of table cells that the edit distance of two trees takes."""
    first, second = (
        sum(number - order.leaves[number] + 1 for number in order.roots) for order in map(_postorder, (one, other))
    )
    return first * second


def edit_distance(one: PageNode, other: PageNode) -> int:
    """The least number of nodes to delete, insert or rename (Zhang and Shasha 1989)."""
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


def _postorder(root: PageNode) -> _Order:
    labels: list[str] = []
    leaves: list[int] = []
    firsts: list[int] = []
    stack: list[tuple[PageNode, bool]] = [(root, False)]
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


class _Structures:
    """Which subtrees are the same: each structure has a number, so that deep ones are not compared again."""

    def __init__(self) -> None:
        self._numbers: dict[tuple[str, tuple[tuple[int, int], ...]], int] = {}
        self._of: dict[int, tuple[PageNode, int]] = {}

    def merge(self, children: Sequence[PageNode]) -> tuple[PageNode, ...]:
        """Merge siblings with the same label and the same children."""
        merged: dict[int, tuple[PageNode, int]] = {}
        for child in children:
            number = self._number(child)
            first, count = merged.get(number, (child, 0))
            merged[number] = first, count + child.count
        found = []
        for number, (first, count) in merged.items():
            node = PageNode(first.label, first.children, count)
            self._of[id(node)] = node, number
            found.append(node)
        return tuple(found)

    def _number(self, node: PageNode) -> int:
        """The number of a structure, by its label and its children, which have been merged and are known."""
        below = tuple((self._of[id(child)][1], child.count) for child in node.children)
        return self._numbers.setdefault((node.label, below), len(self._numbers))


def _cut(node: PageNode, depth: int) -> PageNode:
    structures = _Structures()

    def cut(at: PageNode, left: int) -> PageNode:
        below = structures.merge([cut(child, left - 1) for child in at.children]) if left > 0 else ()
        return PageNode(at.label, below, at.count)

    return cut(node, depth)


def _top(ranks: Mapping[str, float]) -> dict[str, float]:
    best = sorted(ranks.items(), key=lambda item: (-item[1], item[0]))[:_RANKED]
    whole = sum(rank for _, rank in best)
    return {name: rank / whole for name, rank in best}


def _cosine(one: Mapping[str, float], other: Mapping[str, float]) -> float:
    both = sum(rank * other.get(name, 0.0) for name, rank in one.items())
    return both / (sqrt(sum(rank**2 for rank in one.values())) * sqrt(sum(rank**2 for rank in other.values())))


def _divergence(one: Mapping[str, float], other: Mapping[str, float]) -> float:
    return sum(rank * log(rank / max(other.get(name, 0.0), _SMALLEST)) for name, rank in one.items())

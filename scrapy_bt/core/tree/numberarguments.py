"""Arguments that have to be numbers, since their tree compares them as such."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ...sentences import say
from .nodes import Binary, Literal, Reference, Tree, walk
from .values import UnfitValueError, to_number

_ORDERED = ("<", "<=", ">", ">=")


def find_unfit(tree: Tree, given: Mapping[str, Any]) -> Iterator[str]:
    """What is wrong with arguments that are no numbers, where these are compared, and have one as their default."""
    numbers = {
        parameter.name
        for parameter in tree.parameters
        if isinstance(parameter.default, Literal) and type(parameter.default.value) in (int, float)
    }
    for name in sorted(numbers & given.keys() & _compared(tree)):
        if fault := _fault_of(given[name]):
            yield say("'{}' is compared as a number: {}", name, fault)


def _fault_of(value: Any) -> str:
    try:
        to_number(value)
    except UnfitValueError as fault:
        return str(fault)
    return ""


def _compared(tree: Tree) -> set[str]:
    comparisons = (node for node in walk(tree) if isinstance(node, Binary) and node.operator in _ORDERED)
    sides = (side for node in comparisons for side in (node.left, node.right))
    return {side.name for side in sides if isinstance(side, Reference) and not side.path}

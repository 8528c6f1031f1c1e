"""Layers that lead back to themselves."""

from __future__ import annotations

from .rule import Rule


def layers_in_cycles(rule: Rule) -> frozenset[str]:
    """The layers from which links may lead to the same layer again."""
    parents = {layer.name: layer.parent.layer for layer in rule.layers if layer.parent is not None}
    return frozenset(name for name in parents if name in _above(name, parents))


def layers_above(rule: Rule, name: str) -> frozenset[str]:
    """The layers that lie on the ways to a layer; itself only if it leads back to itself."""
    return frozenset(_above(name, {each.name: each.parent.layer for each in rule.layers if each.parent is not None}))


def _above(name: str, parents: dict[str, str]) -> set[str]:
    seen: set[str] = set()
    while name in parents and parents[name] not in seen:
        name = parents[name]
        seen.add(name)
    return seen

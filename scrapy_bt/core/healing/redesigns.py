"""Redesigns: all that has changed together on one site, as one case for a person."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from .perception.samples import likeness
from .proposals import Filed, State

SAME_LAYOUT = 0.6
"""The least share of kinds of elements that two pages of one layout have in common."""
UNDECIDED = (State.OPEN, State.LIVE)
"""The states of proposals on which nobody has decided."""


@dataclass(frozen=True)
class Redesign:
    """Proposals for one site, each field once for each layout."""

    id: int
    """The number of its first proposal."""
    site: str
    """The host; empty where it is not known."""
    filed: tuple[Filed, ...]
    lost: float = 0.0
    """Records an hour that lack a field until a person decides, as far as crawls have told."""

    @property
    def since(self) -> float:
        """When its first proposal was made, in seconds since 1970."""
        return min(one.time for one in self.filed)

    @property
    def spiders(self) -> tuple[str, ...]:
        """Those whose fields have changed."""
        return tuple(dict.fromkeys(one.spider for one in self.filed))

    @property
    def nodes(self) -> tuple[str, ...]:
        """Nodes, or callbacks, whose fields have changed."""
        return tuple(dict.fromkeys(one.proposal.node for one in self.filed))

    @property
    def kinds(self) -> tuple[str, ...]:
        """Kinds of change."""
        return tuple(dict.fromkeys(one.proposal.kind for one in self.filed if one.proposal.kind))

    @property
    def waits(self) -> bool:
        """Whether a person has to decide on some part of it."""
        return any(one.state in UNDECIDED for one in self.filed)

    def has(self, filed: Filed) -> bool:
        """Whether a proposal belongs to it."""
        return any(one.id == filed.id for one in self.filed)


def group_proposals(filed: Iterable[Filed], lost: Mapping[tuple[str, str, str], float] | None = None) -> list[Redesign]:
    """The redesigns of *filed*, which come in the order of their numbers; those that lose most come first.

    *lost*: records an hour by spider, node and field.
    """
    found: list[Redesign] = []
    latest: dict[str, int] = {}
    for one in sorted(filed, key=lambda each: each.id):
        site = one.proposal.site
        number = latest.get(site)
        if number is not None and _belongs(one, found[number]):
            found[number] = replace(found[number], filed=(*found[number].filed, one))
            continue
        latest[site] = len(found)
        found.append(Redesign(one.id, site, (one,)))
    told = [replace(one, lost=_lost(one, lost or {})) for one in found]
    return sorted(told, key=lambda one: (not one.waits, -one.lost, -one.id))


def _belongs(one: Filed, case: Redesign) -> bool:
    """Whether a proposal belongs to a redesign: a field that has changed into two layouts belongs to two."""
    key = one.spider, one.proposal.node, one.proposal.field
    same = [each for each in case.filed if (each.spider, each.proposal.node, each.proposal.field) == key]
    return all(likeness(each.proposal.layout, one.proposal.layout) >= SAME_LAYOUT for each in same)


def _lost(case: Redesign, lost: Mapping[tuple[str, str, str], float]) -> float:
    """The lost records: fields of a record are lost together, so that each node counts by the one lost most often."""
    by_node: dict[tuple[str, str], float] = {}
    for one in case.filed:
        if one.state is State.OPEN:
            node = one.spider, one.proposal.node
            rate = lost.get((*node, one.proposal.field), 0.0)
            by_node[node] = max(by_node.get(node, 0.0), rate)
    return sum(by_node.values())

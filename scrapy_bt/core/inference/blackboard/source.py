"""What a knowledge source is: it watches kinds of findings, and derives others when they change."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from ...samples.traffic import Exchange, Recording
from ..findings import AnyFinding, Finding
from .facts import Fact


@dataclass(frozen=True)
class Post:
    """A finding on its way to the blackboard, with its evidence."""

    finding: Finding
    why: str
    because: tuple[int, ...] = ()


class Knowledge(Protocol):
    """What a source may read: the recordings, and the facts that are not refuted."""

    @property
    def recordings(self) -> Sequence[Recording]:
        """All of them; of the same workflow."""

    def facts(self, kind: type[AnyFinding]) -> Sequence[Fact]:
        """The facts of a kind that are not refuted, in the order in which they were posted."""

    def findings(self, kind: type[AnyFinding]) -> Sequence[AnyFinding]:
        """The findings of these facts."""

    def is_refuted(self, finding: Finding) -> bool:
        """Whether something has spoken against a finding: then the next best is wanted."""

    def exchange(self, step: int, recording: int) -> Exchange | None:
        """The request of a step in a recording."""


class KnowledgeSource(Protocol):
    """One knowledge source. A source keeps nothing between its turns: all that it knows is on the blackboard."""

    name: str
    watches: tuple[type, ...]
    """Kinds of findings whose change wakes it; empty if it runs once, at the beginning."""

    def applies(self, recordings: Sequence[Recording]) -> bool:
        """Whether these samples have what it needs (no events recorded: no event sources)."""

    def derive(self, knowledge: Knowledge) -> Iterable[Post]:
        """What follows from what is known; what is there already changes nothing."""

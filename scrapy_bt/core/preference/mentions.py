"""Mentions of entities in texts, and the protocol of what finds them (learning.md, "Preferences")."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple, Protocol


class Mention(NamedTuple):
    """The characters from *start* up to *end* name something."""

    start: int
    end: int
    kind: str
    """`person`, `place`, `organisation`, `work`, or a kind of the user's own; empty if not known."""
    score: float
    """How sure the recogniser is, 0 to 1."""
    entity: str = ""
    """The id of the entity where the recogniser knows it; of an ambiguous name the first."""


class Recogniser(Protocol):
    """Finds mentions; may raise, and may take long: whoever calls it bounds both."""

    def recognise(self, text: str, language: str) -> Sequence[Mention]:
        """The mentions in a text, in any order; they may overlap."""


def without_overlaps(mentions: Iterable[Mention]) -> list[Mention]:
    """Of mentions that share characters the earliest, of those the longest, of those the surest; in order."""
    chosen: list[Mention] = []
    end = 0
    for mention in sorted(mentions, key=lambda one: (one.start, -one.end, -one.score)):
        if mention.start >= end:
            chosen.append(mention)
            end = mention.end
    return chosen

"""What a user prefers: names, kinds, relations and words with weights, positive and negative."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

STRONGEST = 3.0
"""Weights are between this and its negative."""


@dataclass(frozen=True)
class Preferences:
    """Weights, −3 to 3: what is negative is fetched later."""

    entities: Mapping[str, float] = field(default_factory=dict)
    """By the id or the name of an entity."""
    kinds: Mapping[str, float] = field(default_factory=dict)
    relations: Mapping[str, float] = field(default_factory=dict)
    """By what an entity is to another: pages with a sentence that says so."""
    words: Mapping[str, float] = field(default_factory=dict)
    """Words and phrases that are no entities."""

    def __bool__(self) -> bool:
        return bool(self.entities or self.kinds or self.relations or self.words)

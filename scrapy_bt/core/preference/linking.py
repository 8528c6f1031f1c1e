"""Which of the entities that bear a name is meant (learning.md, "Preferences")."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from .entities import Entity
from .scripts import fold, words

PROVISIONAL = "?"
"""What the id of an entity begins with that no knowledge base has: nobody was sure who is meant."""
_LEAST_LEAD = 0.5
"""How far the best has to be before the next one, in nats."""
_SMOOTHING = 0.05
_OTHERS = 2.0
"""Nats for another entity of the page that one is linked with."""


@dataclass(frozen=True)
class Profile:
    """What an entity is known by beside its names."""

    words: frozenset[str] = frozenset()
    """Of its description and of its neighbours' names."""
    linked: frozenset[str] = frozenset()
    """Ids."""
    popularity: float = 1.0
    """How often it was meant before, at least 1."""


@dataclass
class Linker:
    """Chooses among bearers of a name by the words of the page, the other entities on it, and their popularity."""

    profiles: Mapping[str, Profile] = field(default_factory=dict)

    def __post_init__(self) -> None:
        counts = Counter(word for profile in self.profiles.values() for word in profile.words)
        whole = len(self.profiles) + 1
        self._rarity = {word: math.log(whole / count) for word, count in counts.items()}

    def choose(self, name: str, bearers: Sequence[str], *, context: Iterable[str], others: Iterable[str]) -> str:
        """The id of the entity that is meant, or a provisional one where two are near to each other.

        *context*: folded words of the page; *others*: ids of what else it names, as far as that is certain.
        """
        if len(bearers) == 1:
            return bearers[0]
        seen, beside = frozenset(context), frozenset(others)
        scores = sorted(((self._score(bearer, seen, beside), bearer) for bearer in bearers), reverse=True)
        if scores[0][0] - scores[1][0] >= _LEAST_LEAD:
            return scores[0][1]
        return PROVISIONAL + fold(name)

    def _score(self, bearer: str, seen: frozenset[str], beside: frozenset[str]) -> float:
        profile = self.profiles.get(bearer, Profile())
        shared = sum(self._rarity.get(word, 0.0) for word in profile.words & seen)
        own = sum(self._rarity.get(word, 0.0) for word in profile.words)
        context = math.log((shared + _SMOOTHING) / (math.sqrt(own) + 1.0))
        return context + _OTHERS * len(profile.linked & beside) + math.log(profile.popularity)


def profile_of(entity: Entity, neighbours: Iterable[Entity] = (), *, popularity: float = 1.0) -> Profile:
    """The profile of an entity whose neighbours in the knowledge base are known."""
    known = [entity.description, entity.kind]
    linked = [id_ for _, id_ in entity.links]
    for neighbour in neighbours:
        known.append(neighbour.name)
        linked.append(neighbour.id)
    own = set(words(fold(" ".join(entity.names))))
    found = frozenset(word for word in words(fold(" ".join(known))) if word not in own)
    return Profile(found, frozenset(linked), max(1.0, popularity))

"""Which of the entities that bear a name is meant (learning.md, "Preferences")."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from .entities import Entity
from .names import is_everywhere
from .scripts import fold, words

PROVISIONAL = "?"
"""The first character of the id of a provisional entity: nobody was sure who is meant."""
LEAST_LEAD = 1.25
"""By how many nats the best bearer has to lead over the next one."""
_NOBODY = ""
_NOTHING_KNOWN: Mapping[str, float] = {}
_USUAL = 0.1
"""The share of what is known of an entity that is expected on any page."""
_FEW = 10
"""Profiles that are added when rarity is counted, so that a word of one of two profiles still counts as rare."""
_PRIOR = 2.0
"""The weight of `_USUAL`, in nats; a rare word has a few."""


@dataclass(frozen=True)
class EntityProfile:
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

    profiles: Mapping[str, EntityProfile] = field(default_factory=dict)

    def __post_init__(self) -> None:
        counts = Counter(word for profile in self.profiles.values() for word in profile.words)
        whole = len(self.profiles) + _FEW
        self._rarity = {word: math.log(whole / count) for word, count in counts.items()}

    def choose(self, name: str, bearers: Sequence[str], *, context: Iterable[str], others: Iterable[str]) -> str:
        """The id of the entity that is meant, or a provisional one where two are near to each other.

        *context*: folded words of the page; *others*: ids of what else it names, as far as that is certain.
        """
        if len(bearers) == 1:
            return bearers[0]
        best, lead = self.lead(bearers, context=context, others=others)
        return best if lead >= LEAST_LEAD else PROVISIONAL + fold(name)

    def choose_or_none(self, near: Mapping[str, float], *, context: Iterable[str], others: Iterable[str]) -> str | None:
        """Who of some is meant by a name that only looks like theirs; None if it may well be somebody else.

        *near*: by id what speaks for the spelling, in nats. Somebody of whom nothing is known is the likelier, the more
        names look like this one: each of them may do so by chance.
        """
        known = {**near, _NOBODY: math.log(max(1, len(near)))}
        best, lead = self.lead(list(known), context=context, others=others, known=known)
        return best if lead >= LEAST_LEAD and best != _NOBODY else None

    def lead(
        self,
        bearers: Sequence[str],
        *,
        context: Iterable[str],
        others: Iterable[str],
        known: Mapping[str, float] = _NOTHING_KNOWN,
    ) -> tuple[str, float]:
        """Who of several bearers is meant most likely, and how far before the next one; 0 where nothing speaks for it.

        Nats: log of the share of what is known of it that the page has, + log(1 + others that it is linked with), +
        log(popularity), + what is *known* of some before the page is read.
        """
        seen, beside = frozenset(context), frozenset(others)
        scores = sorted(
            (
                (score + known.get(bearer, 0.0), speaks, bearer)
                for bearer in bearers
                for score, speaks in (self._score(bearer, seen, beside),)
            ),
            reverse=True,
        )
        (first, speaks, best), (second, *_) = scores[:2]
        return best, first - second if speaks else 0.0

    def _score(self, bearer: str, seen: frozenset[str], beside: frozenset[str]) -> tuple[float, bool]:
        """The score of a bearer, and whether anything at all speaks for it."""
        profile = self.profiles.get(bearer, EntityProfile())
        shared = sum(self._rarity.get(word, 0.0) for word in profile.words & seen)
        own = sum(self._rarity.get(word, 0.0) for word in profile.words)
        together = len(profile.linked & beside)
        context = math.log((shared + _PRIOR * _USUAL) / (own + _PRIOR))
        speaks = shared > 0 or together > 0 or profile.popularity > 1
        return context + math.log1p(together) + math.log(profile.popularity), speaks


def profile_of(entity: Entity, neighbours: Iterable[Entity] = (), *, popularity: float = 1.0) -> EntityProfile:
    """The profile of an entity whose neighbours in the knowledge base are known."""
    known = [entity.description, entity.kind]
    linked = [id_ for _, id_ in entity.links]
    for neighbour in neighbours:
        known.append(neighbour.name)
        linked.append(neighbour.id)
    own = set(words(fold(" ".join(entity.names))))
    found = frozenset(word for word in words(fold(" ".join(known))) if word not in own and not is_everywhere(word))
    return EntityProfile(found, frozenset(linked), max(1.0, popularity))

"""What pages name, and how far they are about what is preferred (learning.md, "Preferences")."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from .entities import Entity
from .linking import PROVISIONAL, Linker
from .mentions import Mention
from .names import EntityName, NameRecogniser
from .naming import new_entities
from .pages import HEADING, PageText, Passage
from .preferences import STRONGEST, Preferences
from .relations import RelationEvidence
from .scripts import fold, words

_RELATION = "relation:"
"""What the id begins with under which a relation is counted."""
_HALF = 3.0
"""Three mentions make a text about it by 1 − 1/e."""


class Relevance:
    """Judges texts by preferences; *names*: of all entities of a knowledge base, whether they are preferred or not."""

    def __init__(
        self, preferences: Preferences, names: Iterable[EntityName] = (), linker: Linker | None = None
    ) -> None:
        self._weights: dict[str, float] = dict(preferences.words)
        self._weights.update({_RELATION + name: weight for name, weight in preferences.relations.items()})
        self._linker = linker or Linker()
        self._kinds = preferences.kinds
        wanted = {fold(name): weight for name, weight in preferences.entities.items()}
        known: set[str] = set()
        listed = _without_doubles(list(names))
        for name in listed:
            for key in (fold(name.entity), fold(name.text)):
                if key in wanted:
                    known.add(key)
                    self._weights[name.entity] = wanted[key]
            if name.kind in preferences.kinds:
                self._weights.setdefault(name.entity, preferences.kinds[name.kind])
        strangers = [EntityName(name, name) for name in preferences.entities if fold(name) not in known]
        self._weights.update({name.entity: preferences.entities[name.entity] for name in strangers})
        own = [*strangers, *(EntityName(word, word) for word in preferences.words)]
        self._all = NameRecogniser((*listed, *own))
        self._preferred = NameRecogniser((*(name for name in listed if name.entity in self._weights), *own))
        self._strongest = max(self._weights.values(), default=0.0)
        self.refused = self._all.refused
        """Names that would be found everywhere, which are left out."""

    def read(self, root: Any, body: bytes, encoding: str) -> tuple[PageText, Counter[str]]:
        """The text of a page, by its root element, bytes and their encoding; and how often it names each entity."""
        text = PageText(root, has_phrases=self._all.has_phrases)
        if not self._all.may_find(body, encoding):
            return text, Counter()
        return text, self.named(text.naming(self._all.few_words))

    def named(self, passages: Iterable[Passage]) -> Counter[str]:
        """How often a page names each entity; one in a heading counts as `HEADING`."""
        counts: Counter[str] = Counter()
        unsure: Counter[tuple[str, tuple[str, ...]]] = Counter()
        texts = list(passages)
        for passage in texts:
            for mention, bearers in self._all.candidates(passage.text, passage.folded):
                one_alone = len(bearers) == 1
                ids = (mention.entity,) if one_alone else tuple(dict.fromkeys(one.entity for one in bearers))
                if len(ids) == 1:
                    counts[mention.entity] = counts.get(mention.entity, 0) + passage.weight
                else:
                    unsure[passage.text[mention.start : mention.end], ids] += passage.weight
        if unsure:
            context = {word for passage in texts for word in words(passage.folded)}
            certain = tuple(counts)
            for (name, ids), count in unsure.items():
                counts[self._linker.choose(name, ids, context=context, others=certain)] += count
        return counts

    def of_named(self, named: Mapping[str, int]) -> float:
        """How far a page is about what is preferred, −1 to 1; 1: nothing but the most preferred.

        Σ weight · (1 − exp(−mentions / 3)) over what is named, by the highest weight.
        """
        weights = self._weights
        whole = sum(
            weights[entity] * -math.expm1(-count / _HALF) for entity, count in named.items() if entity in weights
        )
        return max(-1.0, min(1.0, whole / (self._strongest if self._strongest > 0 else STRONGEST)))

    def mentions(self, passage: Passage) -> list[Mention]:
        """The mentions in a text of which it is certain who is meant."""
        return [
            mention
            for mention, bearers in self._all.candidates(passage.text, passage.folded)
            if all(bearer.entity == mention.entity for bearer in bearers)
        ]

    def of_relations(self, found: Iterable[RelationEvidence]) -> Counter[str]:
        """How often sentences have relations that are preferred, or not wanted, as `of_named` counts them."""
        return Counter(_RELATION + one.relation for one in found if _RELATION + one.relation in self._weights)

    def recognised(self, text: str, mentions: Iterable[Mention]) -> tuple[Counter[str], list[Entity]]:
        """How often a text names entities that only recognisers know, and these; those of preferred kinds count."""
        counts, found = new_entities(text, mentions, self._all)
        for entity in found:
            if entity.kind in self._kinds:
                self._weights.setdefault(entity.id, self._kinds[entity.kind])
                self._strongest = max(self._strongest, self._weights[entity.id])
        return counts, found

    def of_page(self, passages: Iterable[Passage]) -> float:
        """The relevance of a page's text."""
        return self.of_named(self.named(passages))

    def may_prefer(self, lines: str) -> bool:
        """Whether any line names what is preferred."""
        return bool(self._preferred.recognise(lines))

    def of_phrase(self, text: str) -> float:
        """The relevance of a few words, where each mention counts as in a heading."""
        if not text:
            return 0.0
        mentions = self._preferred.recognise(text)
        if not mentions:
            return 0.0
        named = Counter(mention.entity for mention in mentions)
        return self.of_named({entity: count * HEADING for entity, count in named.items()})


def _without_doubles(names: list[EntityName]) -> list[EntityName]:
    """Without names of provisional entities that somebody bears who is known: he is meant from then on."""
    provisional = {place for place, name in enumerate(names) if name.entity.startswith(PROVISIONAL)}
    if not provisional:
        return names
    known = {fold(name.text) for place, name in enumerate(names) if place not in provisional}
    return [name for place, name in enumerate(names) if place not in provisional or fold(name.text) not in known]

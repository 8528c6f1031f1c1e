"""A classifier of relations that learns from a knowledge base's own links (distant supervision).

A sentence that names two entities which the knowledge base links is taken as an example of that link; one that names
two others as an example of none. Naive Bayes over the words between them and the kinds of both: small, the same for the
same sentences, and with a confidence.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple
from zlib import crc32

from .scripts import fold, words

NONE = ""
_SMOOTHING = 0.5
_MOST_WORDS = 20
_FEWEST = 3
"""Examples of a relation that is learned."""
_HELD_BACK = 5
"""One pair in so many is kept for the test."""


class Example(NamedTuple):
    """A sentence, and the relation that the knowledge base has between the two that it names."""

    pair: tuple[str, str]
    between: str
    kinds: tuple[str, str]
    relation: str = NONE


class Judgement(NamedTuple):
    """On pairs that were held back."""

    right: int
    asked: int


class RelationClassifier:
    """Learned from examples; knows no relation where there are too few."""

    def __init__(self, examples: Iterable[Example]) -> None:
        self._counts: dict[str, Counter[str]] = defaultdict(Counter)
        self._examples: Counter[str] = Counter()
        for example in examples:
            self._examples[example.relation] += 1
            self._counts[example.relation].update(_features(example.between, example.kinds))
        for relation in [name for name, count in self._examples.items() if name and count < _FEWEST]:
            del self._examples[relation], self._counts[relation]
        self._vocabulary = len({feature for counts in self._counts.values() for feature in counts}) + 1
        self._totals = {relation: sum(counts.values()) for relation, counts in self._counts.items()}

    @property
    def relations(self) -> list[str]:
        """The relations that it knows."""
        return sorted(relation for relation in self._examples if relation)

    def classify(self, between: str, kinds: tuple[str, str]) -> tuple[str, float]:
        """The likeliest relation, and how sure it is, 0 to 1; `NONE` where none is likelier."""
        if not self.relations:
            return NONE, 0.0
        features = _features(between, kinds)
        scores = {relation: self._score(relation, features) for relation in self._examples}
        best = max(scores, key=lambda relation: (scores[relation], relation))
        whole = sum(math.exp(score - scores[best]) for score in scores.values())
        return best, 1.0 / whole

    def _score(self, relation: str, features: Sequence[str]) -> float:
        counts, total = self._counts[relation], self._totals[relation] + _SMOOTHING * self._vocabulary
        prior = math.log(self._examples[relation] / self._examples.total())
        return prior + sum(math.log((counts[feature] + _SMOOTHING) / total) for feature in features)


def judge(examples: Iterable[Example]) -> Judgement:
    """Learn from most pairs, and see how often the others' relations are told; pairs are whole on one side."""
    taught: list[Example] = []
    asked: list[Example] = []
    for example in examples:
        is_asked = crc32("\t".join(example.pair).encode()) % _HELD_BACK == 0
        (asked if is_asked else taught).append(example)
    classifier = RelationClassifier(taught)
    asked = [example for example in asked if example.relation in (NONE, *classifier.relations)]
    right = sum(classifier.classify(example.between, example.kinds)[0] == example.relation for example in asked)
    return Judgement(right, len(asked))


def _features(between: str, kinds: tuple[str, str]) -> list[str]:
    found = words(fold(between))[:_MOST_WORDS]
    return [f"k {kinds[0]} {kinds[1]}", f"n {min(4, len(found) // 3)}", *(f"w {word}" for word in found)]

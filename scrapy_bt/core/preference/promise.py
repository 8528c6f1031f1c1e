"""What a link promises: a logistic model over hashed features that learns while it crawls (learning.md, "Preferences").

It begins as best-first search: what is preferred and stands on a link, around it or in its URL counts, and how relevant
the pages are that link there. Each page that is fetched teaches it which words, folders and sources lead there, too:
the weights of what stood on the link that led to it move towards how far it is about what is preferred, and its text
tells which words are near to that.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Mapping, Sequence

from ...sentences import say
from .features import SIZE, Features
from .guard import LinkRanking
from .vocabulary import WordCounts, sum_at

_RATE = 3.0
"""Of learning, shared by the features of a link; it falls for each weight with what that one has learned (AdaGrad)."""
_BIAS = -2.0
_STEP = 0.5
"""Log odds of a level."""
LEVELS = 16
"""Levels of promise on either side of that of a link of which nothing is known."""


class Promise:
    """How likely a link leads to what is preferred; learns in the crawl, and is kept for the next one."""

    def __init__(self) -> None:
        self._weights = array("f", bytes(4 * SIZE))
        self._sums = array("f", bytes(4 * SIZE))
        self._vocabulary = WordCounts()
        self.learned = 0
        """Links that were followed."""

    def log_odds(self, features: Features) -> float:
        """The model's answer; 0 is as likely as not."""
        whole = _BIAS + features.prior + sum_at(self._weights, features.hashed)
        return whole + self._vocabulary.log_odds(features.words)

    def level(self, features: Features, ranking: LinkRanking = LinkRanking.MODEL) -> int:
        """How much earlier the link is fetched than one of which nothing is known, −`LEVELS` to `LEVELS`."""
        if ranking is LinkRanking.ORDER:
            return 0
        by_names = ranking is LinkRanking.NAMES
        promised = features.prior if by_names else self.log_odds(features) - _BIAS
        return max(-LEVELS, min(LEVELS, round(promised / _STEP)))

    def learn(self, features: Features, relevance: float) -> float:
        """Correct the model by a page, and give what it had answered.

        *relevance*: −1 to 1, of which what is below 0 counts as none.
        """
        answered = self.log_odds(features)
        likely = 1.0 / (1.0 + math.exp(-max(-30.0, min(30.0, answered))))
        error = max(0.0, relevance) - likely
        step, square, sums, weights = (
            _RATE * error / max(1, len(features.hashed)),
            error * error,
            self._sums,
            self._weights,
        )
        for place in features.hashed:
            total = sums[place] = sums[place] + square
            weights[place] += step / math.sqrt(1.0 + total)
        self.learned += 1
        return answered

    def note_text(self, words: Sequence[int], relevance: float, *, pages: int = 1) -> None:
        """The places of the words of a page, each once, and its relevance; *pages*: for how many it stands."""
        self._vocabulary.note(words, max(0.0, relevance), pages)

    def dump(self) -> dict[str, array[float]]:
        """What was learned: a row of numbers by name."""
        return {
            "weights": self._weights,
            "sums": self._sums,
            "relevant": self._vocabulary.relevant,
            "others": self._vocabulary.others,
            "counts": array("f", [self.learned, *self._vocabulary.pages]),
        }

    @classmethod
    def load(cls, stored: Mapping[str, Sequence[float]]) -> Promise:
        """What `dump` gave; raises `ValueError` for anything else."""
        promise = cls()
        expected = {name: len(numbers) for name, numbers in promise.dump().items()}
        if {name: len(numbers) for name, numbers in stored.items()} != expected:
            raise ValueError(say("it has other weights than a model of links"))
        if not all(math.isfinite(sum(numbers)) for numbers in stored.values()):
            raise ValueError(say("it has weights that are no numbers"))
        promise._weights, promise._sums = array("f", stored["weights"]), array("f", stored["sums"])
        promise._vocabulary = WordCounts(stored["relevant"], stored["others"])
        learned, *promise._vocabulary.pages = stored["counts"]
        promise.learned = int(learned)
        return promise

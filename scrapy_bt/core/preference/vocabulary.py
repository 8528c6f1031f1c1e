"""Words that pages about what is preferred have more often than others: relevance feedback in the sense of Rocchio.

Of a link only a few words are known, and most of them stood on no link that was followed. But they stood in texts: a
word that is more frequent in relevant pages than in others promises one.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Callable, Iterable, Sequence
from operator import itemgetter

from .features import SIZE

_STRONGEST = 2.0
"""Nats of one word."""
_FEWEST_PAGES = 2.0
"""Pages on which a word has to stand to say something."""
_ENOUGH = 3.0
"""Relevant pages from which on the words count in full."""
_SHARE = 0.5


class WordCounts:
    """How many relevant and other pages have each word; *hashed* places, so that its size is fixed."""

    def __init__(self, relevant: Iterable[float] = (), others: Iterable[float] = ()) -> None:
        self.relevant = array("f", relevant) or array("f", bytes(4 * SIZE))
        self.others = array("f", others) or array("f", bytes(4 * SIZE))
        self.pages = [0.0, 0.0]
        """Relevant ones and others; a page that is half about it counts half in both."""
        self._promised = _Promised(self._of_word)
        """By word, since the last page was noted: many links have their words in common."""

    def note(self, words: Sequence[int], relevance: float, pages: int = 1) -> None:
        """So many pages are like one that has these words; *relevance*: 0 to 1."""
        self._promised.clear()
        for share, counts in ((relevance * pages, self.relevant), ((1.0 - relevance) * pages, self.others)):
            if share:
                for place in words:
                    counts[place] += share
        self.pages[0] += relevance * pages
        self.pages[1] += (1.0 - relevance) * pages

    def log_odds(self, words: Sequence[int]) -> float:
        """What the words of a link promise: the sum of log(share of relevant pages / share of others), damped."""
        sure = min(1.0, self.pages[0] / _ENOUGH)
        if not words or not sure:
            return 0.0
        return _SHARE * sure * sum_at(self._promised, words) / math.sqrt(len(words))

    def _of_word(self, place: int) -> float:
        relevant, others = self.relevant[place], self.others[place]
        if relevant + others < _FEWEST_PAGES:
            return 0.0
        ratio = (relevant + 0.5) * (self.pages[1] + 1.0) / ((others + 0.5) * (self.pages[0] + 1.0))
        return max(-_STRONGEST, min(_STRONGEST, math.log(ratio)))


class _Promised(dict[int, float]):
    """What each word promises, found out when it is asked for."""

    def __init__(self, find: Callable[[int], float]) -> None:
        super().__init__()
        self._find = find

    def __missing__(self, word: int) -> float:
        self[word] = found = self._find(word)
        return found


def sum_at(numbers: array[float] | dict[int, float], places: Sequence[int]) -> float:
    """The sum of the numbers at some places."""
    if len(places) < 2:
        return sum([numbers[place] for place in places], 0.0)
    found: tuple[float, ...] = itemgetter(*places)(numbers)
    return sum(found)

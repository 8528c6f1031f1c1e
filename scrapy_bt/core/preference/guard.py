"""Whether what was learned of links ranks better than simple rules do, judged by the pages that came."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import deque
from collections.abc import Sequence
from enum import Enum

_WINDOW = 300
"""How many of the latest pages it is judged by."""
_EACH = 25
"""It is judged again after so many pages."""
_FEWEST = 5
"""The fewest relevant pages, and the fewest others, that a judgement takes."""
_CHANCE = 0.5


class LinkRanking(Enum):
    """What decides in which order links are followed, the most learned first."""

    MODEL = "model"
    """What was learned in this crawl and earlier ones."""
    NAMES = "names"
    """Names and words on a link, in its URL and around it; nothing that was learned."""
    ORDER = "order"
    """The order in which links were found."""


class RankingComparison:
    """Compares rankings by their concordance: how often a relevant page was ranked before another one.

    A ranking is judged by what it said of a page before that came, so that a model cannot know it by heart.
    """

    def __init__(self) -> None:
        self.ranking = LinkRanking.MODEL
        self.concordance: dict[LinkRanking, float] = {}
        """Of each ranking, 0 to 1; 0.5 is chance. Empty: too few pages."""
        self._pages: deque[tuple[float, float, bool]] = deque(maxlen=_WINDOW)
        self._until = _EACH

    def note(self, by_model: float, by_names: float, *, is_relevant: bool) -> None:
        """A page has come that the rankings had given these numbers, higher first."""
        self._pages.append((by_model, by_names, is_relevant))
        self._until -= 1
        if not self._until:
            self._until = _EACH
            self._judge()

    def _judge(self) -> None:
        relevant = [page for page in self._pages if page[2]]
        others = [page for page in self._pages if not page[2]]
        if min(len(relevant), len(others)) < _FEWEST:
            self.ranking, self.concordance = LinkRanking.MODEL, {}
            return
        for place, ranking in enumerate((LinkRanking.MODEL, LinkRanking.NAMES)):
            found = concordance([page[place] for page in relevant], [page[place] for page in others])
            self.concordance[ranking] = found
        by_model, by_names = self.concordance[LinkRanking.MODEL], self.concordance[LinkRanking.NAMES]
        if by_model > max(by_names, _CHANCE):
            self.ranking = LinkRanking.MODEL
        else:
            self.ranking = LinkRanking.NAMES if by_names >= _CHANCE else LinkRanking.ORDER


def concordance(first: Sequence[float], second: Sequence[float]) -> float:
    """The share of pairs in which one of *first* is higher than one of *second*; equal ones count half."""
    ordered = sorted(second)
    above = sum(bisect_left(ordered, value) + bisect_right(ordered, value) for value in first)
    return above / (2 * len(first) * len(second))

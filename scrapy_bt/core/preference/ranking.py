"""Ranks the links of a crawl by what they promise, and learns from the pages that come (learning.md, "Preferences")."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from .features import Features, features_of, words_of
from .guard import RankingComparison
from .links import Link
from .promise import LEVELS, Promise
from .relevance import Relevance

RELEVANT = 0.5
"""Pages from here on are counted as relevant."""
_MOST_LINKS = 100_000
"""Links that are remembered until their pages come, and pages of which it is known how relevant they are."""
_ENOUGH = (2, 2, 20)
"""Up to so many pages all words are noted: of those without what is preferred, with some of it, and with much."""
_MOST_TEXT = 3_000
"""Characters of a page whose words are noted; what a page is about stands at its beginning."""
_TELLING = 0.25
"""A page that is less relevant adds nothing to a link that is known; one mention makes .28."""
_HOLDS = 4
"""A link that waits is ranked anew after so many pages."""
_MOST_SAID = 8
"""Different texts of links to one URL that count."""


@dataclass(slots=True)
class _KnownLink:
    """What is known of the links to a URL."""

    features: Features
    said: set[str]
    page: str = ""
    """The page whose link to it was read last."""
    level: int = -LEVELS
    """The level of the best place that it has had in the queue."""
    until: int = 0
    """The number of links learned from at which it is ranked anew."""


class LinkRanker:
    """Of one crawl; *promise*: what earlier crawls have learned, and what this one goes on with."""

    def __init__(self, relevance: Relevance, promise: Promise | None = None) -> None:
        self.relevance, self.promise, self.guard = relevance, promise or Promise(), RankingComparison()
        self._links: OrderedDict[str, _KnownLink] = OrderedDict()
        self._judged: OrderedDict[str, float] = OrderedDict()
        self._unread, self._noted = [0, 0, 0], [0, 0, 0]
        """Pages whose words were not noted, and were, by kind."""

    def level(
        self, url: str, said: Callable[[], str], read: Callable[[], Link], *, source: float, page: str = ""
    ) -> int:
        """How much earlier a URL is fetched than an unknown one, −`LEVELS` to `LEVELS`.

        What several links say of it counts together; of a page that has come it is known. *said*: gives what is written
        on the link; *read*: gives all that is known of it, and is asked where that was not written on a link before;
        *source*: how far the page is relevant on which it stands, and *page* its URL. A page that hardly names what
        is preferred says nothing new of a link that is known, and no page twice.
        """
        judged = self._judged.get(url)
        if judged is not None:
            return round(LEVELS * judged)
        known = self._links.get(url)
        if known is None:
            link = read()
            features = features_of(url, link, self.relevance, source=source, page=page)
            known = self._links[url] = _KnownLink(features, {link.anchor})
            _bound(self._links)
        elif abs(source) < _TELLING or known.page == page != "":
            return known.level
        elif len(known.said) < _MOST_SAID and (text := said()) not in known.said:
            known.said.add(text)
            more = features_of(url, read(), self.relevance, source=source, page=page)
            known.features = known.features.beside(more)
        else:
            known.features = known.features.again(source)
        level = self.promise.level(known.features, self.guard.ranking)
        known.level, known.page = max(known.level, level), page
        return known.level

    def fallen(self, url: str) -> int:
        """By how many levels a link promises less than its place in the queue says; it counts as moved then."""
        known = self._links.get(url)
        if known is None or self.promise.learned < known.until:
            return 0
        known.until = self.promise.learned + _HOLDS
        before = known.level
        known.level = min(before, self.promise.level(known.features, self.guard.ranking))
        return before - known.level

    def has_come(self, url: str) -> bool:
        """Whether the page of a URL has come."""
        return url in self._judged

    def arrived(self, asked: str, beginning: Callable[[int], str], relevance: float) -> bool:
        """Learn from the page of the URL *asked*; whether another ranking decides from now on.

        *beginning*: gives so many characters of the page's text in lower case; some pages are asked for them.
        """
        before = self.guard.ranking
        known = self._links.pop(asked, None)
        if known is not None:
            by_model = self.promise.learn(known.features, relevance)
            self.guard.note(by_model, known.features.prior, is_relevant=relevance >= RELEVANT)
        self._read(beginning, relevance)
        self._judged[asked] = relevance
        _bound(self._judged)
        return self.guard.ranking is not before

    def _read(self, beginning: Callable[[int], str], relevance: float) -> None:
        """Note the words of a page; of a kind of which enough pages are noted only some, which count for the others."""
        kind = (relevance > 0.0) + (relevance >= RELEVANT)
        self._unread[kind] += 1
        if self._unread[kind] > self._noted[kind] // _ENOUGH[kind]:
            self.promise.note_text(words_of(beginning(_MOST_TEXT)), relevance, pages=self._unread[kind])
            self._unread[kind] = 0
            self._noted[kind] += 1


def _bound(remembered: OrderedDict[str, Any]) -> None:
    if len(remembered) > _MOST_LINKS:
        remembered.popitem(last=False)

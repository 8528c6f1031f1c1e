"""What a crawl's links promise: each page that arrives is judged, and each link that leads on is ranked by it."""

from __future__ import annotations

import logging
import time
from collections import OrderedDict
from typing import TYPE_CHECKING

from scrapy import signals
from scrapy.crawler import Crawler
from scrapy.exceptions import NotConfigured
from scrapy.http import Response, TextResponse
from scrapy.utils.response import get_base_url

from ...core.preference.links import Link, LinkIndex, passages
from ...core.preference.promise import LEVELS, Features, Promise, features_of
from ...core.preference.relevance import Relevance
from ...errors import BTError
from ...settings import BTSettings
from .keeping import PreferencesFile, PromiseFile, entities_url
from .knowledge_base import KnowledgeBase

if TYPE_CHECKING:
    from typing_extensions import Self

logger = logging.getLogger(__name__)

RELEVANT = 0.5
"""Pages from here on are counted as relevant."""
_MOST_PAGES = 64
"""Pages whose links are remembered, for links that are followed later than they were read."""
_MOST_LINKS = 100_000
"""Links that are remembered until their pages come."""
_LOOK_SECONDS = 2.0
"""After so many it is looked whether the preferences have changed."""


class Preferring:
    """An extension; without `BT_PREFERENCES` there is none."""

    def __init__(self, crawler: Crawler) -> None:
        self._crawler, self._stats = crawler, crawler.stats
        self._file = PreferencesFile(crawler.settings)
        self._knowledge = KnowledgeBase(entities_url(crawler.settings), self._warn)
        self._relevance = self._judge()
        self._model = PromiseFile(crawler.spidercls.name)
        self._promise = Promise()
        self._seconds = BTSettings.read(crawler.settings).preference_seconds
        self._pages: OrderedDict[str, tuple[LinkIndex, float]] = OrderedDict()
        self._links: OrderedDict[str, Features] = OrderedDict()
        self._next_look = time.monotonic() + _LOOK_SECONDS

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        if not BTSettings.read(crawler.settings).preferences:
            raise NotConfigured
        preferring = cls(crawler)
        crawler.signals.connect(preferring.spider_opened, signals.spider_opened)
        crawler.signals.connect(preferring.spider_closed, signals.spider_closed)
        return preferring

    def spider_opened(self) -> None:
        """Go on with what earlier crawls have learned."""
        self._promise = self._model.load()

    async def spider_closed(self) -> None:
        """Keep what was learned."""
        self._model.save(self._promise)
        await self._knowledge.close()

    def read(self, response: Response) -> None:
        """Judge a page that has arrived, learn from the link that led to it, and remember its links."""
        self._look_again()
        if not isinstance(response, TextResponse) or response.url in self._pages:
            return
        root = response.selector.root if response.selector.type in ("html", "xml") else None
        if root is None or not hasattr(root, "iter"):
            return
        named = self._relevance.named(passages(root))
        self._knowledge.note(response.url, named)
        relevance = self._relevance.of_named(named)
        self._stats.inc_value("bt/preferences/pages")
        if relevance >= RELEVANT:
            self._stats.inc_value("bt/preferences/relevant")
        request = response.request
        asked = response.url if request is None else request.meta.get("redirect_urls", [request.url])[0]
        features = self._links.pop(asked, None)
        if features is not None:
            self._promise.learn(features, relevance)
        self._pages[response.url] = LinkIndex(root, get_base_url(response)), relevance
        if len(self._pages) > _MOST_PAGES:
            self._pages.popitem(last=False)

    def level(self, url: str, page: str = "") -> int:
        """How much earlier a URL is fetched than one of which nothing is known, −`LEVELS` to `LEVELS`.

        *page*: the URL of the page that it stands on; empty: one of those that were read last.
        """
        features = self._links.get(url)
        if features is None:
            link, source = self._find(url, page)
            features = self._links[url] = features_of(url, link, self._relevance, source=source)
            if len(self._links) > _MOST_LINKS:
                self._links.popitem(last=False)
        return self._promise.level(features)

    def seconds(self, url: str, page: str = "") -> float:
        """The same in seconds of priority."""
        return self._seconds * self.level(url, page) / LEVELS

    def _find(self, url: str, page: str) -> tuple[Link, float]:
        pages = [self._pages[page]] if page in self._pages else list(reversed(self._pages.values()))
        for index, relevance in pages:
            link = index.find(url)
            if link is not None:
                return link, relevance
        return Link(), self._pages[page][1] if page in self._pages else 0.0

    def _judge(self) -> Relevance:
        relevance = Relevance(self._file.read(), self._knowledge.names(), self._knowledge.linker())
        if relevance.refused:
            named = ", ".join(sorted({name.text for name in relevance.refused})[:5])
            self._warn("Names that would be found on nearly every page are left out: %s", named)
        return relevance

    def _warn(self, message: str, *values: object) -> None:
        logger.warning(message, *values, extra={"spider": self._crawler.spider})

    def _look_again(self) -> None:
        """Take up preferences that somebody has changed; those with faults are told, and the others stay."""
        now = time.monotonic()
        if now < self._next_look:
            return
        self._next_look = now + _LOOK_SECONDS
        if not self._file.has_changed():
            return
        try:
            self._relevance = self._judge()
        except BTError as error:
            self._warn("The preferences stay as they were: %s", error)
            return
        self._links.clear()
        logger.info("The preferences of %s hold from now on", self._file.path, extra={"spider": self._crawler.spider})

"""What a crawl's links promise: each page that arrives is judged, and each link that leads on is ranked by it."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter, OrderedDict
from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, NamedTuple, Protocol

from lxml import html
from scrapy import Request, signals
from scrapy.crawler import Crawler
from scrapy.exceptions import NotConfigured
from scrapy.http import Response, TextResponse
from scrapy.utils.response import get_base_url

from ...core.preference.entities import Entity
from ...core.preference.guard import LinkRanking
from ...core.preference.harvest import Harvest
from ...core.preference.links import Link, LinkIndex, page_of
from ...core.preference.pages import PageText
from ...core.preference.promise import LEVELS
from ...core.preference.ranking import RELEVANT, LinkRanker
from ...core.preference.relations import RelationEvidence
from ...core.preference.relevance import Relevance
from ...core.preference.scripts import fold, words
from ...errors import BTError
from ...settings import BTSettings
from ...versions import spider_name
from .harvesting import HarvestFile
from .knowledge_base import KnowledgeBase
from .modelfiles import PromiseFile, digest
from .preference_files import PreferencesFile, entities_url
from .recognisers.opening import open_recognisers
from .recognising import Recognising

if TYPE_CHECKING:
    from typing_extensions import Self

    from ...core.preference.preferences import Preferences

logger = logging.getLogger(__name__)

_MOST_PAGES = 64
"""Pages whose links are remembered, for links that are followed later than they were read."""
_NO_LINKS = LinkIndex(html.Element("html"), "")
_RANKINGS = {
    LinkRanking.MODEL: "What was learned of links ranks them better than what is written on them: it decides again",
    LinkRanking.NAMES: "What was learned of links ranks them no better than what is written on them, which decides now",
    LinkRanking.ORDER: "Nothing tells which links are relevant: they are followed in the order in which they are found",
}
"""What is told when another one decides."""
_LOOK_SECONDS = 2.0
"""After so many it is looked whether the preferences have changed."""


class _ArrivedPage(NamedTuple):
    """One that has come."""

    url: str
    asked: str
    """The URL that was asked for, before redirects."""
    text: PageText
    named: Counter[str]
    said: Sequence[RelationEvidence]
    """Of what it names, in its sentences."""

    def counted(self, judge: Relevance) -> Mapping[str, int]:
        """What of it counts: entities, and relations between them."""
        return {**self.named, **judge.of_relations(self.said)}


class PromotableRequests(Protocol):
    """Requests that wait, and may go forward."""

    def forward(self, ranked: Request) -> bool:
        """Whether one for the same URL waits behind the place of *ranked*, and now waits there."""


class Preferring:
    """An extension, which is off without `BT_PREFERENCES`."""

    waiting: PromotableRequests | None = None
    """None where nothing that waits can go forward."""

    def __init__(self, crawler: Crawler) -> None:
        self._crawler, self._stats = crawler, crawler.stats
        self._file = PreferencesFile(crawler.settings)
        bt = BTSettings.read(crawler.settings)
        url = entities_url(crawler.settings, make=bool(bt.recognisers))
        self._knowledge = KnowledgeBase(url, self._warn)
        self._preferences, relevance = self._judge()
        spider = spider_name(crawler)
        self._model = PromiseFile(spider)
        self._harvest, self._harvest_file = Harvest(), HarvestFile(spider)
        self._ranker = LinkRanker(relevance)
        self._seconds = bt.preference_seconds
        found = open_recognisers(tuple(bt.recognisers))
        self._recognising = Recognising(found, bt.recogniser_seconds, self._warn) if found else None
        self._reading: set[asyncio.Task[None]] = set()
        self._pages: OrderedDict[str, tuple[LinkIndex, float]] = OrderedDict()
        self._next_look = time.monotonic() + _LOOK_SECONDS
        self._judging: asyncio.Task[None] | None = None
        """Changed preferences are taken up."""

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
        self._ranker.promise = self._model.load(self._preferences)

    async def spider_closed(self) -> None:
        """Keep what was learned."""
        if self._recognising is not None:
            await asyncio.gather(*self._reading)
            self._recognising.close()
            self._stats.set_value("bt/preferences/passed_by", self._recognising.passed_by)
        if self._judging is not None:
            await self._judging
        self._model.save(self._ranker.promise, self._preferences)
        self._harvest_file.save(self._harvest)
        self._stats.set_value("bt/preferences/ranking", self._ranker.guard.ranking.value)
        await self._knowledge.close()

    def read(self, response: Response) -> None:
        """Judge a page that has arrived, learn from the link that led to it, and remember its links."""
        self._look_again()
        if not isinstance(response, TextResponse):
            return
        root = response.selector.root if response.selector.type in ("html", "xml") else None
        if root is None or not hasattr(root, "iter"):
            return
        index = LinkIndex(root, get_base_url(response))
        if response.url in self._pages:
            self._pages[response.url] = index, self._pages[response.url][1]
            return
        request = response.request
        asked = page_of(response.url if request is None else request.meta.get("redirect_urls", [request.url])[0])
        judge = self._ranker.relevance
        text, named = judge.read(root, response.body, response.encoding)
        said = self._knowledge.find_evidence(text.body, judge.mentions) if len(named) > 1 else []
        page = _ArrivedPage(response.url, asked, text, named, said)
        relevance = judge.of_named(page.counted(judge))
        self._pages[page.url] = index, relevance
        if len(self._pages) > _MOST_PAGES:
            self._pages.popitem(last=False)
        if self._recognising is None:
            self._conclude(page, relevance)
        else:
            task = asyncio.get_running_loop().create_task(self._recognise(page))
            self._reading.add(task)
            task.add_done_callback(self._reading.discard)

    async def _recognise(self, page: _ArrivedPage) -> None:
        assert self._recognising is not None, "only then"
        text, judge = page.text.body.text, self._ranker.relevance
        counts, new = judge.recognised(text, await self._recognising.recognise(text))
        known = await self._knowledge.known(new, frozenset(words(fold(text))), tuple(page.named))
        for id_, count in counts.items():
            page.named[known.get(id_, id_)] += count
        new = [entity for entity in new if entity.id not in known]
        relevance = judge.of_named(page.counted(judge))
        if page.url in self._pages:
            self._pages[page.url] = self._pages[page.url][0], relevance
        self._conclude(page, relevance, new)

    def _conclude(self, page: _ArrivedPage, relevance: float, new: Sequence[Entity] = ()) -> None:
        self._knowledge.note(page.url, page.named, new, page.said)
        self._stats.inc_value("bt/preferences/pages")
        self._harvest.note(is_relevant=relevance >= RELEVANT)
        if relevance >= RELEVANT:
            self._stats.inc_value("bt/preferences/relevant")
        if self._ranker.arrived(page.asked, page.text.beginning, relevance):
            logger.info(_RANKINGS[self._ranker.guard.ranking], extra={"spider": self._crawler.spider})

    def forget_links(self, page: str) -> None:
        """Nobody will ask for the links of a page any more, which would keep all of it in memory."""
        if page in self._pages:
            self._pages[page] = _NO_LINKS, self._pages[page][1]

    def level(self, url: str, page: str = "") -> int:
        """How much earlier a URL is fetched than an unknown one, −`LEVELS` to `LEVELS`.

        *page*: the URL of the page that links to it; empty for one of those read last. What several pages say of it
        counts together.
        """
        return self._level(page_of(url), page)

    def seconds(self, url: str, page: str = "") -> float:
        """The same in seconds of priority."""
        return self._seconds * self.level(url, page) / LEVELS

    def rank(self, request: Request, page: str) -> None:
        """Give a request that *page* leads to its priority; one that waits for its URL goes forward to there."""
        url = page_of(request.url)
        if self._ranker.has_come(url) and not request.dont_filter:
            return
        request.priority += self._level(url, page)
        if self.waiting is not None and self.waiting.forward(request):
            self._stats.inc_value("bt/preferences/forwarded")

    def fallen(self, page: str) -> int:
        """By how much the priority of what waits for a page has fallen by what was learned since; told once."""
        return self._ranker.fallen(page)

    def _level(self, url: str, page: str) -> int:
        page = page or self._page_with(url)
        found = self._pages.get(page)
        if found is None:
            return self._ranker.level(url, str, Link, source=0.0)
        index, relevance = found
        return self._ranker.level(url, partial(index.said, url), partial(index.find, url), source=relevance, page=page)

    def _page_with(self, url: str) -> str:
        """The page that was read last of those with a link to a URL; empty if none is remembered."""
        return next((page for page, (index, _) in reversed(self._pages.items()) if index.leads_to(url)), "")

    def _judge(self) -> tuple[Preferences, Relevance]:
        preferences = self._file.read()
        relevance = Relevance(preferences, self._knowledge.names(), self._knowledge.linker())
        if relevance.refused:
            named = ", ".join(sorted({name.text for name in relevance.refused})[:5])
            self._warn("Names that would be found on nearly every page are left out: %s", named)
        return preferences, relevance

    def _warn(self, message: str, *values: object) -> None:
        logger.warning(message, *values, extra={"spider": self._crawler.spider})

    def _look_again(self) -> None:
        """Take up preferences that somebody has changed; those with faults are told, and the others stay."""
        now = time.monotonic()
        if now < self._next_look or self._judging is not None:
            return
        self._next_look = now + _LOOK_SECONDS
        if not self._file.has_changed():
            return
        if self._knowledge.is_there:  # whose names may be so many that they are read for seconds
            self._judging = asyncio.get_running_loop().create_task(self._judge_beside())
        else:
            self._take_up(self._judge_again())

    async def _judge_beside(self) -> None:
        try:
            self._take_up(await self._knowledge.run(self._judge_again))
        finally:
            self._judging = None

    def _judge_again(self) -> tuple[Preferences, Relevance] | None:
        """None: there are faults, which are told."""
        try:
            return self._judge()
        except BTError as error:
            self._warn("The preferences stay as they were: %s", error)
            return None

    def _take_up(self, judged: tuple[Preferences, Relevance] | None) -> None:
        if judged is None:
            return
        before = digest(self._preferences)
        self._preferences, relevance = judged
        is_same = digest(self._preferences) == before
        self._ranker = LinkRanker(relevance, self._ranker.promise if is_same else None)
        logger.info("The preferences of %s hold from now on", self._file.path, extra={"spider": self._crawler.spider})

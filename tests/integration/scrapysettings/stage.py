"""The stage of the trials: crawls of trees in this process, and what each setting was shown to do."""

from __future__ import annotations

import logging
import warnings
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

from scrapy import signals
from scrapy.crawler import AsyncCrawlerProcess, Crawler
from scrapy.exceptions import ScrapyDeprecationWarning
from scrapy.settings import Settings

from scrapy_bt.core.tree.program import Program
from scrapy_bt.crawl.project.trees import build_program
from scrapy_bt.crawl.spiders import TreeSpider

from .site import LOG, Asked

HOLDS, NOTHING, REFUSED = "holds", "changes nothing", "is refused"

TREE = """
page  :: visit "{address}"
thing :: item { got = css "p::text" }
main  :: and (address) { :page  :thing }
"""
"""One visit, one record."""

SEVERAL = """
page  :: visit "{address}"
thing :: item { got = css "p::text" }
main  :: and (address, times) {
    number = 0
    while number < times { goroutine { :page  :thing }  number = number + 1 }
}
"""
"""Visits that may be under way together."""


@dataclass(frozen=True)
class Trial:
    """Shows by crawls what settings and attributes mean."""

    names: tuple[str, ...]
    verdict: str
    show: Callable[[Stage], Awaitable[None]]


TRIALS: list[Trial] = []


def _judge(verdict: str) -> Callable[..., Any]:
    def of(*names: str) -> Callable[[Any], Any]:
        def add(show: Any) -> Any:
            TRIALS.append(Trial(names, verdict, show))
            return show

        return add

    return of


holds, changes_nothing, refuses = _judge(HOLDS), _judge(NOTHING), _judge(REFUSED)


@dataclass
class Crawl:
    """What a crawl came to."""

    items: list[Any] = field(default_factory=list)
    log: list[str] = field(default_factory=list)
    asked: list[Asked] = field(default_factory=list)
    most: int = 0
    crawler: Any = None
    delays: list[tuple[float, float]] = field(default_factory=list)
    """Of the site's slot at each response: seconds, and the share by which they vary."""

    @property
    def got(self) -> list[str]:
        return [item["got"] for item in self.items]

    @property
    def paths(self) -> list[str]:
        return [asked.path for asked in self.asked]

    def stat(self, name: str) -> Any:
        return self.crawler.stats.get_value(name)

    def says(self, text: str) -> bool:
        return any(text in line for line in self.log)


class _Lines(logging.Handler):
    def __init__(self, lines: list[str]) -> None:
        super().__init__(logging.DEBUG)
        self._lines = lines

    def emit(self, record: logging.LogRecord) -> None:
        self._lines.append(f"{record.levelname} {record.getMessage()}")


class Stage:
    """Crawls against the site; keeps the names that they were given."""

    def __init__(self, settings: dict[str, Any], *, site: str, safe_site: str) -> None:
        self.process = AsyncCrawlerProcess(settings, install_root_handler=False)
        self.settings, self.site, self.safe_site = settings, site, safe_site
        self.used: set[str] = set()

    async def crawl(
        self,
        path: str = "/page",
        settings: dict[str, Any] | None = None,
        *,
        attributes: dict[str, Any] | None = None,
        text: str = TREE,
        robots: str = "",
        **arguments: Any,
    ) -> Crawl:
        """A crawl of a tree; *settings* are the project's, *attributes* those of a subclass of `TreeSpider`."""
        self.used |= {*(settings or {}), *(attributes or {}), *(attributes or {}).get("custom_settings", {})}
        LOG.reset()
        LOG.robots = robots or LOG.robots
        crawl = Crawl()
        lines = _Lines(crawl.log)
        logging.getLogger().addHandler(lines)
        try:
            with warnings.catch_warnings():
                # Attributes that have become settings; old settings.
                warnings.simplefilter("ignore", ScrapyDeprecationWarning)
                await self._run(crawl, settings or {}, _spider(text, attributes or {}), arguments, path)
        finally:
            logging.getLogger().removeHandler(lines)
            LOG.end()
        crawl.asked, crawl.most = list(LOG.asked), LOG.most
        return crawl

    async def _run(self, crawl: Crawl, settings: dict[str, Any], spider: Any, arguments: dict, path: str) -> None:
        crawl.crawler = crawler = Crawler(spider, Settings({**self.settings, **settings}))

        def note() -> None:
            slots = crawler.engine.downloader.slots.values()
            crawl.delays += [(slot.delay, slot.jitter) for slot in slots]

        def keep(item: Any) -> None:
            crawl.items.append(item)

        crawler.signals.connect(keep, signals.item_scraped, weak=False)
        crawler.signals.connect(note, signals.response_received, weak=False)
        await crawler.crawl_async(address=path if "://" in path else self.site + path, **arguments)


def _spider(text: str, attributes: dict[str, Any]) -> type[TreeSpider]:
    @classmethod
    def load(cls: type[TreeSpider]) -> Program:
        return build_program(text, file="tree.bt", name="tree")

    return type("Tried", (TreeSpider,), {"name": "tree", "load_program": load, **attributes})

"""The add-on: `ADDONS = {"scrapy_bt.Addon": 300}` makes a project see its `.bt` files as spiders."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scrapy.settings import BaseSettings
from scrapy.spiderloader import SpiderLoader
from scrapy.utils.misc import load_object

from .core.documents.scripts import offer_json_value
from .crawl.components import (
    DISPATCHING,
    DISPATCHING_PLACE,
    FORWARDING,
    KEPT_PAGES,
    KEPT_PAGES_PLACE,
    MISSING,
    MISSING_PLACE,
    OUTCOMES,
    OUTCOMES_PLACE,
    POLITENESS,
    POLITENESS_PLACE,
    PREFERRED,
    PREFERRED_PLACE,
    PROXIES,
    PROXIES_PLACE,
    RECORD_PIPELINES,
    add_defaults,
    extensions_of,
    is_healed,
    is_polite_together,
)
from .crawl.spiderloader import LOADER_BELOW, TreeSpiderLoader
from .crawl.visits.suffixes import shorten_fetch_failures
from .engine.choosing import make_cheaper, offer_engine
from .settings import BTSettings

if TYPE_CHECKING:
    from scrapy.crawler import Crawler
    from typing_extensions import Self

_FILTER = "scrapy.dupefilters.RFPDupeFilter"
"""Scrapy's own."""


class Addon:
    """Adds trees to the spiders of a project; ordinary ones do what they did, and may share a queue in Redis."""

    @classmethod
    def update_pre_crawler_settings(cls, settings: BaseSettings) -> None:
        current = load_object(settings["SPIDER_LOADER_CLASS"])
        if issubclass(current, TreeSpiderLoader):
            return
        if current is not SpiderLoader:
            settings.set(LOADER_BELOW, settings["SPIDER_LOADER_CLASS"], priority="addon")
        priority = max(settings.getpriority("SPIDER_LOADER_CLASS") or 0, 15)
        settings.set("SPIDER_LOADER_CLASS", TreeSpiderLoader, priority=priority)

    def __init__(self, crawler: Crawler | None = None) -> None:
        self._crawler = crawler

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        return cls(crawler)

    def update_settings(self, settings: BaseSettings) -> None:
        bt = BTSettings.read(settings)
        shorten_fetch_failures()
        offer_json_value()
        add_defaults(settings)
        if bt.frontier == "redis":
            settings.set("SCHEDULER", "scrapy_bt.crawl.redis.scheduler.RedisScheduler", priority="addon")
        spider = getattr(self._crawler, "spidercls", None)
        name = getattr(spider, "name", None) or ""
        for extension, place in extensions_of(settings, name):
            settings.setdefault_in_component_priority_dict("EXTENSIONS", load_object(extension), place)
        if is_healed(settings, name):
            kept = load_object(KEPT_PAGES)
            settings.setdefault_in_component_priority_dict("DOWNLOADER_MIDDLEWARES", kept, KEPT_PAGES_PLACE)
        if bt.dispatch != "pull":
            dispatching, outcomes = load_object(DISPATCHING), load_object(OUTCOMES)
            settings.setdefault_in_component_priority_dict("EXTENSIONS", dispatching, DISPATCHING_PLACE)
            settings.setdefault_in_component_priority_dict("DOWNLOADER_MIDDLEWARES", outcomes, OUTCOMES_PLACE)
        if bt.preferences:
            preferred = load_object(PREFERRED)
            settings.setdefault_in_component_priority_dict("SPIDER_MIDDLEWARES", preferred, PREFERRED_PLACE)
            queue = load_object(FORWARDING)(load_object(settings["SCHEDULER_PRIORITY_QUEUE"]))
            settings.set("SCHEDULER_PRIORITY_QUEUE", queue, priority="addon")
        make_cheaper(settings)
        if self._crawler is not None:
            offer_engine(self._crawler)
        if any(settings.get(setting) for setting, _, _ in RECORD_PIPELINES):
            settings.setdefault_in_component_priority_dict("EXTENSIONS", load_object(MISSING), MISSING_PLACE)
        if is_polite_together(settings):
            politeness = load_object(POLITENESS)
            settings.setdefault_in_component_priority_dict("DOWNLOADER_MIDDLEWARES", politeness, POLITENESS_PLACE)
        if bt.url_filter == "bounded" and settings["DUPEFILTER_CLASS"] == _FILTER:
            settings.set("DUPEFILTER_CLASS", "scrapy_bt.crawl.duplicates.urls.UrlFilter", priority="addon")
        if bt.proxies:
            proxies = load_object(PROXIES)
            settings.setdefault_in_component_priority_dict("DOWNLOADER_MIDDLEWARES", proxies, PROXIES_PLACE)

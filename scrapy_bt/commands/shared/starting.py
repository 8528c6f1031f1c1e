"""What is looked at before a crawl starts, and told in a plain message: its settings, its spider, its arguments."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scrapy import Spider
from scrapy.crawler import CrawlerProcessBase
from scrapy.settings import BaseSettings
from scrapy.spiderloader import SpiderLoaderProtocol

from ...core.healing.modes import Modes
from ...crawl.dispatch.finding import check_dispatch
from ...crawl.preference.preference_files import check_preferences
from ...crawl.spiderloader import TreeSpiderLoader
from ...crawl.spiders import TreeSpider, check_start
from ...errors import ArgumentsError, BTError, did_you_mean
from ...settings import BTSettings

DEFAULTS: dict[str, Any] = {
    "CONCURRENT_ITEMS": 8,
    "FEED_EXPORT_ENCODING": "utf-8",
    "LOG_ENABLED": True,
    "LOG_LEVEL": "INFO",
    "REMOTE_CONTROL_ENABLED": False,
    "TELNETCONSOLE_ENABLED": False,
}
"""Settings where no project says otherwise; the project template explains each."""


def check_settings(settings: BaseSettings) -> None:
    """Raise the error of a setting that is wrong; the add-on would say it too late for a plain message."""
    Modes.read(BTSettings.read(settings).healing)
    check_preferences(settings)
    check_dispatch(settings)


def find_fault(process: CrawlerProcessBase, name: str, arguments: Mapping[str, str]) -> str | None:
    """Why the spider or tree of that name cannot start; None if it can."""
    try:
        spider = _load(process.spider_loader, name)
        if spider is not None and issubclass(spider, TreeSpider):
            check_start(spider, arguments, process.settings)
    except BTError as error:
        return str(error)
    return None


def _load(loader: SpiderLoaderProtocol, name: str) -> type[Spider] | None:
    """The spider; None where Scrapy itself says that it is missing."""
    try:
        return loader.load(name)
    except KeyError:
        if not isinstance(loader, TreeSpiderLoader):
            return None
    known = loader.list()
    advice = did_you_mean(name, known, f"the project has: {', '.join(sorted(known)) or 'none'}")
    raise ArgumentsError(f"there is no spider or tree named '{name}'; {advice}")

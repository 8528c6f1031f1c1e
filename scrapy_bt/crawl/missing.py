"""Tells an ordinary spider which pipelines it lacks for what the settings ask; trees get theirs by themselves."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from scrapy import signals
from scrapy.crawler import Crawler
from scrapy.exceptions import NotConfigured
from scrapy.settings import BaseSettings
from scrapy.utils.misc import load_object

from .components import RECORD_PIPELINES
from .redis import QUEUE_APART
from .spiders import TreeSpider

if TYPE_CHECKING:
    from typing_extensions import Self

logger = logging.getLogger(__name__)


class MissingPipelines:
    """Warns once, when the spider is opened; `ITEM_PIPELINES` may say `None` of a pipeline that nobody misses."""

    def __init__(self, crawler: Crawler) -> None:
        self._crawler = crawler

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        if issubclass(crawler.spidercls, TreeSpider) or crawler.settings.getbool(QUEUE_APART):
            raise NotConfigured
        extension = cls(crawler)
        crawler.signals.connect(extension.spider_opened, signals.spider_opened)
        return extension

    def spider_opened(self) -> None:
        missing = find_missing(self._crawler.settings)
        if missing:
            lines = ", ".join(f'"{path}": {place}' for path, place in missing.values())
            logger.warning(
                "No effect on this spider: %s. Only trees and rules get their pipelines by themselves, others need "
                "ITEM_PIPELINES = {%s}",
                ", ".join(missing),
                lines,
                extra={"spider": self._crawler.spider},
            )


def find_missing(settings: BaseSettings) -> dict[str, tuple[str, int]]:
    """Path and place of each pipeline that a setting asks for and nobody names, not a subclass either; by setting."""
    named = [load_object(each) for each in settings.getdict("ITEM_PIPELINES")]
    return {
        setting: (path, place)
        for setting, path, place in RECORD_PIPELINES
        if settings.get(setting)
        and not any(isinstance(each, type) and issubclass(each, load_object(path)) for each in named)
    }

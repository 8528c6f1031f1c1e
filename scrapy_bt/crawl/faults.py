"""How a crawl that cannot begin, or go on, says why: in the log, and to whoever runs it."""

from __future__ import annotations

import logging
from typing import Any, TypeAlias

from scrapy import signals
from scrapy.crawler import Crawler
from scrapy.exceptions import CloseSpider

from ..errors import BTError

Log: TypeAlias = "logging.Logger | logging.LoggerAdapter[Any]"


def tell_fault(crawler: Crawler, error: BTError, log: Log) -> None:
    """Log the error, and leave it where whoever runs the crawl looks for it."""
    crawler.spider.fault = error  # type: ignore[union-attr]  # a tree's spider has it, others may
    log.error("%s", error, extra={"spider": crawler.spider})


def refuse_start(crawler: Crawler, error: BTError, log: Log, *, reason: str = "not_started") -> None:
    """Tell the error; the crawl ends for *reason* when it is open, so that everything that was opened is closed."""
    tell_fault(crawler, error, log)

    def refuse() -> None:
        raise CloseSpider(reason)

    crawler.signals.connect(refuse, signals.spider_opened, weak=False)


def refusal(crawler: Crawler, error: BTError, log: Log, *, reason: str = "not_started") -> CloseSpider:
    """What a handler of `spider_opened` raises; the error is told, unless another part has told why before."""
    if getattr(crawler.spider, "fault", None) is None:
        tell_fault(crawler, error, log)
    return CloseSpider(reason)

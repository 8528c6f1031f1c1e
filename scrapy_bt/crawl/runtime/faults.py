"""How a crawl that cannot begin, or go on, says why: in the log, and to whoever runs it."""

from __future__ import annotations

import logging
from typing import Any, TypeAlias

from scrapy import signals
from scrapy.crawler import Crawler

from ...errors import BTError
from ...versions import close_when_open

Log: TypeAlias = "logging.Logger | logging.LoggerAdapter[Any]"


def tell_fault(crawler: Crawler, error: BTError, log: Log) -> None:
    """Log the error, and leave it where whoever runs the crawl looks for it."""
    crawler.spider.fault = error  # type: ignore[union-attr]  # a tree's spider has it, others may
    log.error("%s", error, extra={"spider": crawler.spider})


def refuse_start(crawler: Crawler, error: BTError, log: Log, *, reason: str = "not_started") -> None:
    """Tell the error; the crawl ends for *reason* when it is open, so that everything that was opened is closed."""
    tell_fault(crawler, error, log)

    def refuse() -> None:
        close_when_open(crawler, reason=reason)

    crawler.signals.connect(refuse, signals.spider_opened, weak=False)


def refuse_opening(crawler: Crawler, error: BTError, log: Log, *, reason: str = "not_started") -> None:
    """End the crawl from a handler of `spider_opened`; the error is told, unless another part has told why before."""
    if getattr(crawler.spider, "fault", None) is None:
        tell_fault(crawler, error, log)
    close_when_open(crawler, reason=reason)

"""Lines of the log that nobody would see are not made."""

from __future__ import annotations

import logging

from scrapy.logformatter import LogFormatter


def is_told(logger: logging.Logger, logformatter: LogFormatter) -> bool:
    """Whether the log line of a page or an item is needed; Scrapy's own formatter makes them for DEBUG."""
    if type(logformatter) is not LogFormatter or logger.filters:
        return True
    if not logger.isEnabledFor(logging.DEBUG):
        return False
    # Scrapy leaves loggers open and gives its handlers the level.
    at: logging.Logger | None = logger
    while at is not None:
        for handler in at.handlers:
            if handler.level <= logging.DEBUG:
                return True
        at = at.parent if at.propagate else None
    return False

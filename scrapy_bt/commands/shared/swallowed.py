"""Errors of a crawl that Scrapy logs and does not raise: those of handlers of signals, callbacks and pipelines."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from traceback import extract_tb

from scrapy.crawler import Crawler


@contextmanager
def swallowed_errors(crawler: Crawler) -> Iterator[list[str]]:
    """What goes wrong in the block, in a sentence each, once; whatever `LOG_LEVEL` is, and but for other crawls."""
    collecting = _Collecting(crawler)
    logging.root.addHandler(collecting)
    try:
        yield collecting.told
    finally:
        logging.root.removeHandler(collecting)


def tell_error(error: BaseException) -> str:
    """An error and where it was raised: nothing of what was worked on, which may hold secrets."""
    last = extract_tb(error.__traceback__)[-1:]
    place = "".join(f" ({Path(frame.filename).name}, line {frame.lineno}, in {frame.name})" for frame in last)
    return f"{type(error).__name__}: {' '.join(str(error).split())[:200]}{place}"


class _Collecting(logging.Handler):
    def __init__(self, crawler: Crawler) -> None:
        super().__init__(logging.ERROR)
        self._crawler = crawler
        self.told: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        error = record.exc_info[1] if record.exc_info else None
        spider = getattr(record, "spider", None)
        if error is None or spider not in (None, self._crawler.spider):
            return
        if (text := tell_error(error)) not in self.told:
            self.told.append(text)

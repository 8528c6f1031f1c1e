"""What a step tells: lines of the tree in the log, failures, pages without values to look at, counts."""

from __future__ import annotations

import logging
from collections.abc import Collection
from typing import Any

from scrapy.crawler import Crawler
from scrapy.utils.project import inside_project

from ...core.samples.hiding import hide, hide_in_url
from ...core.tree import effects as ef
from ..reading.missed_pages import PageKeeper
from ..reading.pages import ResponsePage
from .completions import StepResult

logger = logging.getLogger(__name__)


class StepReports:
    """Of one crawl of a tree, whose *name* its kept pages have."""

    def __init__(self, crawler: Crawler, name: str) -> None:
        self._crawler, self._stats, self._name = crawler, crawler.stats, name
        self._keeper = PageKeeper(crawler.settings) if inside_project() else None
        self._told: set[str] = set()
        """Places at which it has been told once that nothing was found."""
        self.uncounted: Collection[str] = ()
        """Item nodes whose records are no items."""

    def tell(self, step: StepResult, url: str, page: Any) -> None:
        """*url*, *page*: what the step has read; empty and None where it has read no page."""
        for line in step.printed:
            self._print(line)
        for trouble in step.troubles:
            self._report(trouble, url)
            if trouble.outcome == "empty" and self._keeper is not None and isinstance(page, ResponsePage):
                self._keeper.keep(self._name, trouble.node, page.response)
        for node, _ in step.items:
            if node not in self.uncounted:
                self._stats.inc_value(f"bt/items/{node}")

    def _print(self, line: ef.LogMessage) -> None:
        if line.is_warning:
            self._stats.inc_value(f"bt/warnings/{line.path}")
        level = logging.WARNING if line.is_warning else logging.INFO
        logger.log(level, "%s (%s)", line.text, line.place or line.path, extra={"spider": self._crawler.spider})

    def _report(self, trouble: ef.Trouble, url: str) -> None:
        self._stats.inc_value(f"bt/failed/{trouble.node}/{trouble.outcome}")
        if trouble.outcome == "empty":
            # Each further one is only counted, as an extraction and as a failure.
            if trouble.path in self._told:
                return
            self._told.add(trouble.path)
        level = logging.INFO if trouble.outcome == "empty" else logging.WARNING
        where = f", on {hide_in_url(url)}" if url else ""
        logger.log(level, "Node %s%s", hide(str(trouble)), where, extra={"spider": self._crawler.spider})

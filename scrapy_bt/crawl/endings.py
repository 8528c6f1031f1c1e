"""What a crawl tells at its end: what found nothing, or less than usual; no records at all; a refused login."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, TypeAlias

from scrapy import signals
from scrapy.crawler import Crawler

from ..core.samples.hiding import hide_in_url
from ..core.tree.extractions import Count, CountedField
from ..frontier.dead_letters import dead_letters_left
from ..sentences import counted
from ..settings import BTSettings
from .summaries import merge_extractions

if TYPE_CHECKING:
    from typing_extensions import Self

    from .runtime.runner import TreeRunner
    from .spiders import TreeSpider

logger = logging.getLogger(__name__)

_MOST_ROWS = 20
_BROKEN_OFF = "shutdown"
"""Scrapy's reason where somebody has ended a crawl, which then may have no record yet."""

_Row: TypeAlias = tuple[CountedField, Count]


class Endings:
    """Writes the counts of extractions into the statistics, and the last words of a tree's crawl into the log."""

    def __init__(self, crawler: Crawler) -> None:
        self._crawler = crawler

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        ending = cls(crawler)
        crawler.signals.connect(ending.spider_closed, signals.spider_closed)
        return ending

    def spider_closed(self, spider: TreeSpider, reason: str) -> None:
        runner = getattr(spider, "runner", None)  # none where the crawl could not begin
        if runner is None:
            return
        counts = list(runner.extractions)
        for key, count in counts:
            for kind, number in (("found", count.found), ("empty", count.empty)):
                if number:
                    self._crawler.stats.set_value(f"bt/{kind}/{key}", number)
        of_all = merge_extractions(runner.frontier.summaries)
        self._tell_extractions(of_all or counts, workers="all workers" if of_all else "this worker")
        if reason != _BROKEN_OFF:
            self._tell_no_records(runner, of_all)
        for node, (times, url) in runner.refused_logins.items():
            self._warn(
                "The login of '%s' was refused, %s, as at %s: look at the user and the password",
                node, counted(times, "time"), hide_in_url(url),
            )  # fmt: skip
        letters = dead_letters_left(self._crawler)
        if letters:
            told = counted(letters, "dead letter")
            self._warn("The crawl has %s: what failed for good is missing in its records", told)

    def _tell_extractions(self, counts: Sequence[_Row], *, workers: str) -> None:
        rows = [row for row in counts if row[1].is_suspicious]
        # Where a node gave nothing at all, its fields say the same again.
        silent = {key.node for key, count in rows if not key.field and count.is_silent}
        rows = [row for row in rows if not row[0].field or row[0].node not in silent]
        if rows:
            left = len(rows) - _MOST_ROWS
            more = f"\n  and {left} more: see bt/empty/… in the statistics" if left > 0 else ""
            whose = f", on the pages of {workers}" if self._is_shared else ""
            self._warn("Found nothing, or less than usual%s:\n%s%s", whose, show(rows[:_MOST_ROWS]), more)
        foreseen = [str(key) for key, count in counts if count.is_silent and not count.is_suspicious]
        if foreseen:
            logger.info("Never found, in `or`, `if` and `!`: %s", ", ".join(foreseen), extra=self._extra)

    def _tell_no_records(self, runner: TreeRunner, of_all: Sequence[_Row]) -> None:
        stats = self._crawler.stats
        visits = stats.get_value("bt/visits", 0)
        nodes = runner.item_nodes
        has_some = any(stats.get_value(f"bt/items/{node}") for node in nodes)
        has_some = has_some or any(count.found for key, count in of_all if not key.field and key.node in nodes)
        if visits and nodes and not has_some:
            whose = "by this worker" if self._is_shared else "in this run"
            told = "by any worker" if of_all else f"{whose}, on {counted(visits, 'page')}"
            self._warn("No record was found %s", told)

    @property
    def _is_shared(self) -> bool:
        """Whether others may work on the crawl, too, whose pages are not counted here."""
        return BTSettings.read(self._crawler.settings).frontier == "redis"

    def _warn(self, message: str, *values: object) -> None:
        logger.warning(message, *values, extra=self._extra)

    @property
    def _extra(self) -> dict[str, object]:
        return {"spider": self._crawler.spider}


def show(rows: Iterable[_Row]) -> str:
    """A short table: node, field, how often something was found and missing, and a page without."""
    cells = [("node", "field", "found", "empty", "for example")]
    for key, count in rows:
        example = hide_in_url("".join(count.examples[:1]))
        cells.append((key.node, key.field, str(count.found), str(count.empty), example))
    widths = [max(len(row[column]) for row in cells) for column in range(4)]
    lines = []
    for node, field, found, empty, example in cells:
        name = f"  {node:<{widths[0]}}  {field:<{widths[1]}}"
        lines.append(f"{name}  {found:>{widths[2]}}  {empty:>{widths[3]}}  {example}".rstrip())
    return "\n".join(lines)

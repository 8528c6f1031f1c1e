"""What a crawl answers whoever watches it: it looks at its frontier between two steps, and never for long."""

from __future__ import annotations

import os
import socket
import time
from collections import deque
from typing import TYPE_CHECKING, Any

from scrapy.crawler import Crawler

from ...core.samples.hiding import hide
from ...errors import BTError
from ...frontier.memory import MemoryFrontier
from .messages import ORDERS, CrawlQuery, DeadLetterPage, Snapshot, TreeText, pack

if TYPE_CHECKING:
    from ..runtime.runner import TreeRunner

_MOST_LETTERS = 200
_RATE_SECONDS = 10.0
"""Rates are those of the last seconds."""
_SHARE = 0.01
"""Of a crawl's time that snapshots may take."""


class Answers:
    """Answers questions about the crawl of *crawler*, whose frontier is in this process."""

    def __init__(self, crawler: Crawler) -> None:
        self._crawler = crawler
        self._started = time.time()
        self._samples: deque[tuple[float, int, int]] = deque([(self._started, 0, 0)])
        self._snapshot: object = None
        self._next_snapshot = 0.0

    def answer(self, question: CrawlQuery) -> object:
        """The answer, a snapshot as `pack` gives it; raises `BTError` and `ValueError` for what makes no sense."""
        runner: Any = getattr(self._crawler.spider, "runner", None)
        frontier = getattr(runner, "frontier", None)
        if not isinstance(frontier, MemoryFrontier):
            raise BTError("this crawl has not begun yet, or it is over")
        if question.ask == "snapshot":
            return self._take_snapshot(runner, frontier)
        if question.ask == "tree":
            name = runner.program.name
            return TreeText(name, runner.program.text, frontier.recall(f"includes:{name}"))
        if question.ask == "peek":
            return frontier.peek(question.target, question.state, question.after, question.count)
        if question.ask == "find":
            return frontier.find(question.target.task or 0)
        if question.ask == "dead_letters":
            letters = frontier.dead_letters()
            part = letters[question.first : question.first + min(question.count, _MOST_LETTERS)]
            return DeadLetterPage(len(letters), tuple(part))
        return self._order(runner, frontier, question)

    def _order(self, runner: TreeRunner, frontier: MemoryFrontier, question: CrawlQuery) -> int:
        if question.ask in ORDERS:
            give: Any = getattr(frontier, question.ask)
            touched = give(question.target, question.seconds) if question.ask == "boost" else give(question.target)
        elif question.ask in ("requeue", "drop"):
            touched = getattr(frontier, question.ask)(question.ids)
        else:
            raise BTError(f"a crawl does not know what '{question.ask}' means")
        self._next_snapshot = 0.0
        runner.leases.alarm.ring()
        return int(touched)

    def _take_snapshot(self, runner: TreeRunner, frontier: MemoryFrontier) -> object:
        """A new one, unless the last took so long, with its packing, that another would slow the crawl."""
        begun = time.perf_counter()
        if self._snapshot is not None and begun < self._next_snapshot:
            return self._snapshot
        name = self._crawler.spider.name  # type: ignore[union-attr]  # it has a runner
        snapshot = Snapshot(
            name=name,
            description=frontier.describe(),
            orders=frontier.orders(socket.gethostname()),
            weights=frontier.weights(),
            limits=runner.program.limits,
            worker=self._report(frontier),
            arguments=hide(getattr(self._crawler.spider, "arguments", {})),
        )
        self._snapshot = pack(snapshot)
        ended = time.perf_counter()
        self._next_snapshot = ended + (ended - begun) / _SHARE
        return self._snapshot

    def _report(self, frontier: MemoryFrontier) -> dict[str, Any]:
        now, stats = time.time(), self._crawler.stats
        pages, items = (stats.get_value(name, 0) for name in ("response_received_count", "item_scraped_count"))
        samples = self._samples
        while len(samples) > 1 and samples[1][0] <= now - _RATE_SECONDS:
            samples.popleft()
        since, pages_then, items_then = samples[0]
        seconds = now - since
        if now - samples[-1][0] >= _RATE_SECONDS / 20:
            samples.append((now, pages, items))
        running = frontier.counts().running
        return {
            "host": socket.gethostname(),
            "pid": os.getpid(),
            "role": "",
            "waits": False,
            "started": self._started,
            "pages": pages,
            "items": items,
            "pages_per_second": (pages - pages_then) / seconds if seconds > 0 else None,
            "items_per_second": (items - items_then) / seconds if seconds > 0 else None,
            "in_progress": running,
        }

"""Looks at one crawl for all who watch it, as long as somebody does."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Awaitable, Callable, Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any

from ...errors import BTError
from ...sentences import spoken
from ...versions import end_tasks
from .outline import Blanks, Row, add_rates, find_changes, keep_times, make_rows

INTERVAL = 0.5
_LONGEST_REST = 5.0
_REST = 20.0
"""A look that takes long is followed by a rest of so many times as long, for it is the crawl that answers."""
_KEPT_SECONDS = 600.0
_SAMPLE_SECONDS = 2.0
_TREND_POINTS = 30
_TREND_SECONDS = _KEPT_SECONDS / _TREND_POINTS
_MOST_TRENDS = 500
_RATE_SECONDS = 5.0

Look = Callable[[], Awaitable[dict[str, Any]]]


@dataclass(frozen=True)
class CrawlView:
    """A crawl as it was seen last; *snapshot* as of `Crawl.status`, without its nodes."""

    version: int
    at: float
    snapshot: Mapping[str, Any]
    rows: Mapping[str, Row]
    error: str = ""
    """Why there is nothing newer."""
    rest: float = INTERVAL
    """Seconds after which somebody looks again."""


@dataclass(frozen=True)
class Sample:
    """Totals at one time, and what has changed since the sample before."""

    at: float
    tasks: Mapping[str, int]
    pages_per_second: float
    changed: Collection[Row] = ()
    gone: Collection[str] = ()


@dataclass
class _History:
    first: dict[str, Row] = field(default_factory=dict)
    samples: deque[Sample] = field(default_factory=deque)
    last: Mapping[str, Row] = field(default_factory=dict)
    """As they are after the last sample."""


class Poller:
    """Calls *look* every half second while anybody watches; *paths*: places of the tree, with or without tasks."""

    def __init__(
        self,
        look: Look,
        *,
        paths: Collection[tuple[str, str]] = (),
        interval: float = INTERVAL,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._look, self._paths, self._interval, self._clock = look, paths, interval, clock
        self._watchers = 0
        self._task: asyncio.Task[None] | None = None
        self._changed = asyncio.Condition()
        self._history = _History()
        self._blanks = Blanks()
        self._rates: deque[tuple[float, Mapping[str, Row]]] = deque()
        self._soon = asyncio.Event()
        self.view: CrawlView | None = None

    @property
    def is_watched(self) -> bool:
        return self._watchers > 0

    async def watch(self) -> None:
        """Add a watcher."""
        self._watchers += 1
        if self._task is None or self._task.done():
            self._task = asyncio.get_running_loop().create_task(self._repeat())

    async def leave(self) -> None:
        """Remove a watcher; the last one ends the polling."""
        self._watchers -= 1
        if self._watchers == 0 and self._task is not None:
            # The next watcher may come while this one waits for the end.
            task, self._task = self._task, None
            await end_tasks({task})
            if not task.cancelled():
                task.exception()  # the next watcher finds it out, if it lasts

    async def wait(self, version: int) -> CrawlView:
        """What is newer than *version*, as soon as there is such a thing."""
        async with self._changed:
            await self._changed.wait_for(lambda: self.view is not None and self.view.version > version)
            assert self.view is not None, "just seen"
            return self.view

    def hurry(self) -> None:
        """Look again at once: an order has been given."""
        self._soon.set()

    async def refresh(self) -> CrawlView:
        """Look now."""
        version = self.view.version + 1 if self.view is not None else 1
        began = time.monotonic()
        try:
            snapshot = await self._look()
        except BTError as error:
            view = replace(self.view or CrawlView(0, self._clock(), {}, {}), version=version, error=spoken(error))
        else:
            now = self._clock()
            if self.view is not None and now < self.view.at:  # somebody has set the clock back
                self._history, self._rates = _History(), deque()
            rows = make_rows(snapshot, self._paths, at=now, blanks=self._blanks)
            keep_times(rows, self.view.rows if self.view is not None else {})
            self._add_rates(rows, now)
            rest = max(self._interval, min(_LONGEST_REST, _REST * (time.monotonic() - began)))
            shown = {key: value for key, value in snapshot.items() if key != "nodes"}
            view = CrawlView(version, now, shown, rows, rest=rest)
            self._remember(view)
        async with self._changed:
            self.view = view
            self._changed.notify_all()
        return view

    def samples(self) -> list[Sample]:
        """The samples of the last ten minutes, the oldest first."""
        return list(self._history.samples)

    def rows_at(self, at: float) -> list[Row]:
        """The rows as they were at a time."""
        rows = dict(self._history.first)
        for sample in self._history.samples:
            if sample.at > at:
                break
            _apply(rows, sample)
        return list(rows.values())

    def trends(self) -> dict[str, list[float]]:
        """Executions a second of the busiest nodes in the last ten minutes, by the keys of their rows."""
        samples = self._history.samples
        if not samples:
            return {}
        known = {row["key"]: row["executions"] for row in (self._history.first.values() or samples[0].changed)}
        found: dict[str, list[float]] = {}
        for sample in samples:
            at = min(_TREND_POINTS - 1, int((sample.at - samples[0].at) / _TREND_SECONDS))
            for row in sample.changed if sample is not samples[0] else ():
                key, executions = row["key"], row["executions"]
                more = executions - known.get(key, executions)
                known[key] = executions
                if more > 0:
                    found.setdefault(key, [0.0] * _TREND_POINTS)[at] += more / _TREND_SECONDS
        busiest = sorted(found, key=lambda key: -sum(found[key]))[:_MOST_TRENDS]
        return {key: [round(rate, 2) for rate in found[key]] for key in busiest}

    async def _repeat(self) -> None:
        while True:
            self._soon.clear()
            view = await self.refresh()
            await asyncio.sleep(self._interval)  # orders, too, bring no more than two looks a second
            rest = 0.0 if view.error else view.rest - self._interval
            if rest > 0:
                with suppress(asyncio.TimeoutError):
                    await asyncio.wait_for(self._soon.wait(), rest)

    def _add_rates(self, rows: Mapping[str, Row], now: float) -> None:
        if self._rates:
            while len(self._rates) > 1 and self._rates[1][0] <= now - _RATE_SECONDS:
                self._rates.popleft()
            since, before = self._rates[0]
            add_rates(rows, before, now - since)
        self._rates.append((now, rows))

    def _remember(self, view: CrawlView) -> None:
        samples = self._history.samples
        if samples and view.at - samples[-1].at < _SAMPLE_SECONDS:
            return
        changed, gone = find_changes(view.rows, self._history.last)
        self._history.last = view.rows
        rate = sum(worker["pages_per_second"] or 0.0 for worker in view.snapshot["workers"] if worker["alive"])
        samples.append(Sample(view.at, view.snapshot["tasks"], rate, changed, gone))
        while samples[0].at < view.at - _KEPT_SECONDS:
            _apply(self._history.first, samples.popleft())


def _apply(rows: dict[str, Row], sample: Sample) -> None:
    for key in sample.gone:
        rows.pop(key, None)
    for row in sample.changed:
        rows[row["key"]] = row

"""What a worker says of itself with every heartbeat, for whoever looks at the crawl."""

from __future__ import annotations

import os
import socket
import time
from collections.abc import Callable
from typing import Any, Protocol

import msgspec
from scrapy.crawler import Crawler

from ...versions import spider_name


class Workload(Protocol):
    """What is asked of one."""

    @property
    def in_progress(self) -> int: ...

    @property
    def outbox(self) -> int: ...


class ConnectionState(Protocol):
    """What is asked of one."""

    @property
    def outages(self) -> int: ...

    @property
    def round_trip(self) -> float | None: ...


class Reporter:
    """Counts pages and items between one report and the next.

    *capacity* tells how much the worker may take, *dispatch* what decides who takes a task.
    """

    def __init__(
        self,
        crawler: Crawler,
        *,
        prefetcher: Workload,
        retrying_client: ConnectionState,
        capacity: Callable[[], dict[str, Any]],
        dispatch: Callable[[], dict[str, object] | None] = lambda: None,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._crawler, self._prefetcher, self._retrying_client = crawler, prefetcher, retrying_client
        self._capacity, self._dispatch, self._clock = capacity, dispatch, clock
        self._started = self._last = clock()
        self._pages = self._items = 0
        self._rates: tuple[float, float] | None = None
        self.role = ""
        """`producer`: its records are tasks of another queue; `consumer`: another queue feeds its own; or empty."""
        self.waits: Callable[[], bool] = _never
        """Whether it has nothing to do but to wait for other queues."""

    def report(self) -> bytes:
        """The report, as JSON; rates are those since the last one; the first has no rates."""
        stats = self._crawler.stats
        pages, items = (stats.get_value(name, 0) for name in ("response_received_count", "item_scraped_count"))
        now = self._clock()
        if now > self._last:
            self._rates = (pages - self._pages) / (now - self._last), (items - self._items) / (now - self._last)
        self._pages, self._items, self._last = pages, items, now
        pages_per_second, items_per_second = self._rates or (None, None)
        return msgspec.json.encode(
            {
                "spider": spider_name(self._crawler),
                "host": socket.gethostname(),
                "pid": os.getpid(),
                "role": self.role,
                "waits": self.waits(),
                "started": self._started,
                "pages": pages,
                "items": items,
                "pages_per_second": pages_per_second,
                "items_per_second": items_per_second,
                "in_progress": self._prefetcher.in_progress,
                "outbox": self._prefetcher.outbox,
                "outages": self._retrying_client.outages,
                "round_trip": self._retrying_client.round_trip,
                "capacity": self._capacity(),
                "dispatch": self._dispatch(),
            }
        )


def _never() -> bool:
    return False

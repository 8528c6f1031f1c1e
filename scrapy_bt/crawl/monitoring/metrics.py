"""Prometheus metrics of a running crawl, served by a thread of its own; see docs/metrics.md."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from scrapy import signals
from scrapy.crawler import Crawler
from scrapy.exceptions import NotConfigured

from ...errors import BTError
from ...settings import BTSettings
from .measurements import Measurements, measure

try:
    import prometheus_client
    from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
except ImportError:
    prometheus_client = None  # type: ignore[assignment]  # the extra is not installed

if TYPE_CHECKING:
    from typing_extensions import Self

logger = logging.getLogger(__name__)

TIMEOUT = 5.0
"""Seconds that a scrape waits for what only the crawl's own thread may look at."""

FRESH = 1.0
"""A look is good for so many seconds: however many ask, the crawl looks once."""


class Metrics:
    """Serves `/metrics` at `BT_METRICS_HOST` and `BT_METRICS_PORT` from the opening of the spider to its closing."""

    def __init__(self, crawler: Crawler, host: str, port: int) -> None:
        self._crawler, self._host, self._port = crawler, host, port
        self._server: Any = None
        self._thread: Any = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._last: tuple[float, Measurements] | None = None

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        bt = BTSettings.read(crawler.settings)
        if not bt.metrics_port:
            raise NotConfigured
        if prometheus_client is None:
            raise NotConfigured("BT_METRICS_PORT needs prometheus-client: pip install 'scrapy_bt[metrics]'")
        extension = cls(crawler, bt.metrics_host, bt.metrics_port)
        crawler.signals.connect(extension.spider_opened, signals.spider_opened)
        crawler.signals.connect(extension.spider_closed, signals.spider_closed)
        return extension

    def spider_opened(self) -> None:
        self._loop = asyncio.get_running_loop()
        registry = prometheus_client.CollectorRegistry()
        registry.register(_Collector(self))
        extra = {"spider": self._crawler.spider}
        try:
            self._server, self._thread = prometheus_client.start_http_server(
                self._port, addr=self._host, registry=registry
            )
        except OSError as error:
            # A crawl without its metrics is worth more than none.
            logger.error(  # noqa: TRY400 - who started it has to mend something, not us
                "No metrics at %s:%d (BT_METRICS_HOST, BT_METRICS_PORT): %s; several workers on one machine need a "
                "port each",
                self._host,
                self._port,
                error.strerror or error,
                extra=extra,
            )
        else:
            logger.info("Metrics at http://%s:%d/metrics", self._host, self._port, extra=extra)

    async def spider_closed(self) -> None:
        if self._server is not None:
            # A scrape under way may wait for this loop.
            await asyncio.to_thread(self._server.shutdown)
            self._server.server_close()
            self._thread.join()

    def look(self) -> Measurements | None:
        """The measurements, from any other thread; none when the crawl does not come to look in time."""
        if self._last is not None and time.monotonic() - self._last[0] < FRESH:
            return self._last[1]
        assert self._loop is not None, "set before anybody asks"
        future = asyncio.run_coroutine_threadsafe(measure(self._crawler), self._loop)
        try:
            found = future.result(TIMEOUT)
        except (TimeoutError, asyncio.TimeoutError, BTError):
            future.cancel()
            return None
        self._last = time.monotonic(), found
        return found


class _Collector:
    """Asked by the library for each scrape, in a thread of the server."""

    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics

    def describe(self) -> list[Metric]:
        """Nothing is asked of the crawl when it is registered."""
        return []

    def collect(self) -> Iterator[Metric]:
        found = self._metrics.look()
        yield _gauge("bt_up", "Whether the crawl answered in time.", float(found is not None))
        if found is None:
            return
        for name, text, value in found.gauges:
            yield _gauge(name, text, value)
        for name, text, value in found.counters:
            yield CounterMetricFamily(name, text, value=value)
        for name, text, labels, rows in found.labelled_gauges:
            gauge = GaugeMetricFamily(name, text, labels=labels)
            for row, value in rows:
                gauge.add_metric(row, value)
            yield gauge
        for name, text, labels, rows in found.labelled_counters:
            counter = CounterMetricFamily(name, text, labels=labels)
            for row, value in rows:
                counter.add_metric(row, value)
            yield counter


def _gauge(name: str, text: str, value: float) -> Metric:
    return GaugeMetricFamily(name, text, value=value)

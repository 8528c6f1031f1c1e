"""Makes an engine lean, part by part."""

from __future__ import annotations

from typing import Any

from scrapy.core.downloader.handlers import DownloadHandlers
from scrapy.core.downloader.middleware import DownloaderMiddlewareManager
from scrapy.core.engine import ExecutionEngine
from scrapy.core.scraper import Scraper
from scrapy.core.spidermw import SpiderMiddlewareManager
from scrapy.signalmanager import SignalManager
from scrapy.statscollectors import MemoryStatsCollector
from scrapy.utils.request import RequestFingerprinter

from .downloader import find_lean_class
from .downloadermiddlewares import LeanDownloaderMiddlewares
from .downloadhandlers import LeanDownloadHandlers
from .engine import LeanEngine
from .fingerprints import LeanFingerprinter
from .scraper import LeanScraper
from .signals import LeanSignals
from .spidermiddlewares import LeanSpiderMiddlewares
from .stats import LeanStats


def make_lean(engine: ExecutionEngine) -> None:
    """Make an engine, and all of its parts that are Scrapy's own, lean. It has not started.

    Objects stay what they are, and whoever knows them; their classes change.
    """
    crawler, downloader, scraper = engine.crawler, engine.downloader, engine.scraper
    lean_downloader = find_lean_class(type(downloader))
    if lean_downloader is not None:
        downloader.__class__ = lean_downloader
        _change(downloader.handlers, DownloadHandlers, LeanDownloadHandlers)
        _change(downloader.middleware, DownloaderMiddlewareManager, LeanDownloaderMiddlewares)
    _change(scraper.spidermw, SpiderMiddlewareManager, LeanSpiderMiddlewares)
    _change(scraper, Scraper, LeanScraper)
    _change(crawler.signals, SignalManager, LeanSignals)
    _change(crawler.stats, MemoryStatsCollector, LeanStats)
    _change(crawler.request_fingerprinter, RequestFingerprinter, LeanFingerprinter)
    _change(engine, ExecutionEngine, LeanEngine)


def _change(part: Any, known: type, lean: type) -> None:
    if type(part) is known:
        part.__class__ = lean

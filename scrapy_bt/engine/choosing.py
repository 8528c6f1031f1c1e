"""Which engine, download handler and statistics a crawl gets."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import scrapy
from scrapy.core.engine import ExecutionEngine
from scrapy.core.scraper import Scraper
from scrapy.settings import SETTINGS_PRIORITIES, BaseSettings
from scrapy.utils.python import global_object_name

from ..settings import BTSettings

if TYPE_CHECKING:
    from scrapy.crawler import Crawler

logger = logging.getLogger(__name__)

TESTED = ("2.19.0",)
"""Versions of Scrapy whose own tests pass with the lean engine."""

LEAN_HANDLER = "scrapy_bt.engine.http.handler.LeanDownloadHandler"
_HANDLERS = {"aiohttp": "scrapy_bt.crawl.downloadhandlers.HTTPDownloadHandler", "lean": LEAN_HANDLER}
"""By what `BT_HTTP` says."""
_REMOTE_CONTROL = "scrapy.extensions.remote_control.RemoteControl"
_REACTOR = "twisted.internet.asyncioreactor.AsyncioSelectorReactor"
_ITEMS = 8
"""Of one response in pipelines together. Scrapy's own engine starts as many tasks for every response."""


def make_cheaper(settings: BaseSettings) -> None:
    """Set what makes a crawl cheaper and the project has not decided; raises `BTError` for an unknown value."""
    if (settings.getpriority("CONCURRENT_ITEMS") or 0) <= SETTINGS_PRIORITIES["default"]:
        settings.set("CONCURRENT_ITEMS", _ITEMS, priority="addon")
    standard = settings.getdict("EXTENSIONS_BASE")
    if _REMOTE_CONTROL in standard and not settings.getbool("REMOTE_CONTROL_ENABLED"):
        # It would load aiohttp before it finds that it is off.
        settings.set("EXTENSIONS_BASE", {**standard, _REMOTE_CONTROL: None}, priority="addon")
    handler = _choose_handler(settings)
    if handler is not None:
        chosen = settings.getdict("DOWNLOAD_HANDLERS")
        missing = {scheme: handler for scheme in ("http", "https") if scheme not in chosen}
        # Where there is no reactor, Scrapy chooses its own handler with the priority of a project.
        priority = max(settings.getpriority("DOWNLOAD_HANDLERS") or 0, SETTINGS_PRIORITIES["project"])
        settings.set("DOWNLOAD_HANDLERS", {**chosen, **missing}, priority=priority)


def _choose_handler(settings: BaseSettings) -> str | None:
    """None: Scrapy's own."""
    client = BTSettings.read(settings).http
    if not _runs_on_asyncio(settings):
        return None
    if client == "lean" and scrapy.__version__ not in TESTED:
        logger.info("BT_HTTP: Scrapy's own handler fetches, since %s", _untested())
        return None
    return _HANDLERS.get(client)


def offer_engine(crawler: Crawler) -> None:
    """Let the crawler make a lean engine where its settings ask for one."""
    create = crawler._create_engine

    def create_engine() -> ExecutionEngine:
        engine = create()
        if BTSettings.read(crawler.settings).engine == "lean":
            reason = find_obstacle(engine)
            if reason is None:
                # What is lean knows the inside of the versions that were tested, and cannot be loaded with others.
                from .changing import make_lean  # noqa: PLC0415

                make_lean(engine)
            else:
                logger.info("BT_ENGINE: Scrapy's own engine runs this crawl, since %s", reason)
        return engine

    crawler._create_engine = create_engine  # type: ignore[method-assign]  # there is no setting for it


def find_obstacle(engine: ExecutionEngine) -> str | None:
    """Why an engine cannot be made lean, as the rest of a sentence; None if it can be."""
    if scrapy.__version__ not in TESTED:
        return _untested()
    if not _has_asyncio():
        return "the reactor is not asyncio's"
    for part, known in ((engine, ExecutionEngine), (engine.scraper, Scraper)):
        if type(part) is not known:
            return f"{global_object_name(type(part))} is not {global_object_name(known)}"
    return None


def _untested() -> str:
    return f"Scrapy {scrapy.__version__} was not tested with the lean one ({', '.join(TESTED)})"


def _has_asyncio() -> bool:
    from scrapy.utils.asyncio import is_asyncio_available  # noqa: PLC0415  # older versions have none

    return is_asyncio_available()


def _runs_on_asyncio(settings: BaseSettings) -> bool:
    return settings["TWISTED_REACTOR"] == _REACTOR or not settings.getbool("TWISTED_REACTOR_ENABLED")

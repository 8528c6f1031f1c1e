"""What differs between the versions of Scrapy, and of Python, that this package works with; see `setup.cfg`.

Everything of Scrapy has the name and the shape that the newest version gives it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scrapy import version_info
from scrapy.core.downloader import Downloader
from scrapy.exceptions import CloseSpider, NotConfigured
from scrapy.utils.misc import load_object
from scrapy.utils.project import data_path as scrapys_data_path  # noqa: TID251 - `data_path` is built on it
from scrapy.utils.reactor import is_reactor_installed

from .errors import BTError
from .sentences import say

if TYPE_CHECKING:
    from scrapy.crawler import Crawler
    from scrapy.exceptions import CannotResolveHostError, DownloadConnectionRefusedError, DownloadTimeoutError
    from scrapy.pipelines.media import FileException

__all__ = [
    "VERSION",
    "CannotResolveHostError",
    "DownloadConnectionRefusedError",
    "DownloadTimeoutError",
    "FileException",
    "check_engine",
    "close_when_open",
    "data_path",
    "engine_slot",
    "first_of",
    "times_requests",
]

VERSION = ".".join(map(str, version_info))


def first_of(*paths: str) -> Any:
    """The first of some names that this version has."""
    for path in paths:
        with suppress(ImportError, NameError):
            return load_object(path)
    raise ImportError(f"Scrapy {VERSION} has none of {', '.join(paths)}: take a newer scrapy_bt, or an older Scrapy")


if not TYPE_CHECKING:
    CannotResolveHostError = first_of(
        "scrapy.exceptions.CannotResolveHostError", "twisted.internet.error.DNSLookupError"
    )
    DownloadConnectionRefusedError = first_of(
        "scrapy.exceptions.DownloadConnectionRefusedError", "twisted.internet.error.ConnectionRefusedError"
    )
    DownloadTimeoutError = first_of("scrapy.exceptions.DownloadTimeoutError", "twisted.internet.error.TimeoutError")
    FileException = first_of("scrapy.pipelines.media.FileException", "scrapy.pipelines.files.FileException")


_CANCELLED_AGAIN = 0.2
"""Seconds after which a task that should have ended is cancelled again."""


def spider_name(crawler: Crawler) -> str:
    """The name of a crawl's spider, which may have been named when it was made; empty if it has none."""
    return (crawler.spider or crawler.spidercls).name or ""


async def end_tasks(tasks: Iterable[asyncio.Task[Any]]) -> None:
    """Give up tasks, and wait for their end."""
    while running := {task for task in tasks if not task.done()}:
        # Again and again: Redis' client, and asyncio before Python 3.12, lose a cancellation that meets an answer.
        for task in running:
            task.cancel()
        await asyncio.wait(running, timeout=_CANCELLED_AGAIN)


def data_path(path: str) -> Path:
    """Where a project keeps a file of its own: below its `.scrapy`, unless it is absolute.

    A project without `scrapy.cfg`, such as one of scrapyd, has its `.scrapy` in the folder that it runs in; Scrapy's
    own function finds none there, and fails where another process makes the folder while it looks.
    """
    try:
        with suppress(FileExistsError):
            return Path(scrapys_data_path(path))
        return Path(scrapys_data_path(path))  # it is there now
    except NotConfigured:
        return Path(".scrapy", path)


def close_when_open(crawler: Crawler, *, reason: str) -> None:
    """End the crawl as soon as it is open; for handlers of `spider_opened`, which must not go on after it."""
    if version_info >= (2, 18):
        raise CloseSpider(reason)
    engine: Any = crawler.engine
    engine.pause()  # nothing is sent until it ends

    def close() -> None:
        if engine.running:
            engine.unpause()
            engine.close_spider(crawler.spider, reason=reason)
        else:
            _call_later(0.01, close)

    close()


def _call_later(seconds: float, call: Callable[[], None]) -> None:
    if not is_reactor_installed():
        asyncio.get_running_loop().call_later(seconds, call)
        return
    from twisted.internet import reactor  # noqa: PLC0415  # Scrapy installs it when the crawl begins

    reactor.callLater(seconds, call)  # type: ignore[arg-type]  # Twisted names the parameters otherwise


# Private names


def engine_slot(crawler: Crawler) -> Any:
    """The engine's own account of what is under way; none before it is open and after it was closed."""
    return getattr(crawler.engine, "_slot", None)


def check_engine(crawler: Crawler) -> None:
    """Raise `BTError` unless the engine of a crawl keeps its account where all versions that are known do."""
    slot = engine_slot(crawler)
    if not (hasattr(slot, "inprogress") and hasattr(getattr(slot, "nextcall", None), "schedule")):
        raise BTError(
            say(
                "the engine of Scrapy {} is not one that this scrapy_bt knows: take a newer scrapy_bt, or an older"
                " Scrapy (pip install 'Scrapy<{}')",
                VERSION,
                VERSION,
            )
        )


times_requests: bool = hasattr(Downloader, "_download")
"""Whether the moment is known at which a request leaves the downloader's queue."""

"""Commands that crawl, in this process: without a reactor, and with logging left as it was."""

import asyncio
import logging
import signal
import sys
from collections.abc import Iterator

import pytest
from scrapy import crawler
from scrapy.settings import Settings
from scrapy.utils.reactor import set_asyncio_event_loop


@pytest.fixture
def crawl_settings(monkeypatch: pytest.MonkeyPatch) -> Iterator[Settings]:
    """The settings of a command that crawls in this process."""
    loops: list[asyncio.AbstractEventLoop] = []

    def begin_loop(path: str | None) -> asyncio.AbstractEventLoop:
        loops.append(set_asyncio_event_loop(path))
        return loops[-1]

    monkeypatch.setattr(crawler, "set_asyncio_event_loop", begin_loop)
    monkeypatch.setattr(crawler, "configure_logging", lambda *args, **kwargs: None)
    monkeypatch.setattr(sys, "meta_path", sys.meta_path[:])
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    ours = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    settings = Settings()
    settings.setdict(
        {
            "TWISTED_REACTOR_ENABLED": False,
            "DOWNLOAD_HANDLERS": {"http": None, "https": None, "ftp": None},
            "LOG_INSTALL_ROOT_HANDLER": False,
            "BT_PROGRESS": "off",
        },
        priority="cmdline",
    )
    yield settings
    root.handlers[:] = handlers
    root.setLevel(level)
    for number, handler in ours.items():
        signal.signal(number, handler)
    for loop in loops:
        loop.close()
    asyncio.set_event_loop(None)

"""Settings of crawls that load pages in a browser, by scrapy-playwright."""

from __future__ import annotations

import importlib.util
import os
from typing import TYPE_CHECKING, Any

from scrapy.settings import Settings

from ..errors import SampleError
from .browser import find_browser
from .replaymiddlewares import ReplayLimits

if TYPE_CHECKING:
    from playwright.async_api import Request

HANDLER = "scrapy_playwright.handler.ScrapyPlaywrightDownloadHandler"


def browser_settings(settings: Settings, limits: ReplayLimits) -> dict[str, Any]:
    """What a crawl needs beside its own settings, so that its pages send nothing beyond the limits.

    Raises `SampleError` where scrapy-playwright or the browser is not there.
    """
    if importlib.util.find_spec("scrapy_playwright") is None:
        raise SampleError("--in-browser needs scrapy-playwright: pip install scrapy-playwright")

    def is_refused(request: Request) -> bool:
        return bool(limits.why_not(request.method, request.url))

    changes: dict[str, Any] = {"PLAYWRIGHT_ABORT_REQUEST": is_refused}
    handlers = settings.getdict("DOWNLOAD_HANDLERS")
    if HANDLER in handlers.values():
        return changes
    # Chromium refuses to run as root with its sandbox.
    is_root = hasattr(os, "geteuid") and os.geteuid() == 0
    launch = {"executable_path": find_browser(), "chromium_sandbox": not is_root}
    return {
        **changes,
        "DOWNLOAD_HANDLERS": {**handlers, "http": HANDLER, "https": HANDLER},
        "PLAYWRIGHT_LAUNCH_OPTIONS": {**launch, **settings.getdict("PLAYWRIGHT_LAUNCH_OPTIONS")},
    }

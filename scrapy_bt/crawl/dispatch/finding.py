"""Finds the dispatch of a crawl, and checks its settings; nothing of it is loaded where it is off."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scrapy.crawler import Crawler
from scrapy.settings import BaseSettings

from ...settings import BTSettings

if TYPE_CHECKING:
    from .dispatching import Dispatching


def find_dispatching(crawler: Crawler) -> Dispatching | None:
    """The extension of a crawl; None with `BT_DISPATCH = "pull"`, or without a queue that others work on."""
    if BTSettings.read(crawler.settings).dispatch == "pull":
        return None
    from .dispatching import Dispatching  # noqa: PLC0415  # for crawls that dispatch

    return crawler.get_extension(Dispatching)


def check_dispatch(settings: BaseSettings) -> None:
    """Check the setting before a crawl; raises `BTError` for an unknown policy."""
    name = BTSettings.read(settings).dispatch
    if name != "pull":
        from .choosing import LEARNED, make_policy  # noqa: PLC0415  # for crawls that dispatch

        if name not in LEARNED:
            make_policy(name)

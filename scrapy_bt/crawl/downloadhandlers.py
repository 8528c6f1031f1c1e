"""HTTP through aiohttp, at less processor time for a page than Scrapy's default handler."""

from __future__ import annotations

import logging
from typing import Any

from ..versions import VERSION, first_of

_OURS = "scrapy_bt.crawl.network.aiohttphandler.AiohttpHandler"
_SCRAPYS = "scrapy.core.downloader.handlers.http11.HTTP11DownloadHandler"

HTTPDownloadHandler: Any = first_of(_OURS, _SCRAPYS)
"""Scrapy's default handler where Scrapy has none for aiohttp: before 2.19, or where a later one keeps it elsewhere."""

if HTTPDownloadHandler.__module__ == _SCRAPYS.rpartition(".")[0]:
    logging.getLogger(__name__).info("Scrapy %s has no known handler for aiohttp: its default is taken", VERSION)

"""Scrapy's downloader, noting when a request really leaves: waits for politeness are no run time of a node."""

from __future__ import annotations

from time import perf_counter

from scrapy import Request
from scrapy.core.downloader import Downloader, Slot
from scrapy.http import Response

SENT = "bt_sent"
"""Key of `Request.meta`: when it was handed to the download handler, by `perf_counter`."""


class TimedDownloader(Downloader):
    """Overrides the step between a slot's queue and the download handler."""

    async def _download(self, slot: Slot, request: Request) -> Response:
        request.meta[SENT] = perf_counter()
        return await super()._download(slot, request)

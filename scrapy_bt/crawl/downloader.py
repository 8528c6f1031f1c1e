"""Scrapy's downloader, noting when a request really leaves: waits for politeness are no run time of a node."""

from __future__ import annotations

from time import perf_counter

from scrapy import Request
from scrapy.core.downloader import Downloader, Slot
from scrapy.http import Response

SENT = "bt_sent"
"""Key of `Request.meta`: when it was handed to the download handler, by `perf_counter`."""

_SPENT = "bt_spent"
"""Key of `Request.meta`: seconds of the tries and redirects before."""


class TimedDownloader(Downloader):
    """Overrides the step between a slot's queue and the download handler."""

    async def _download(self, slot: Slot, request: Request) -> Response:
        request.meta[SENT] = perf_counter()
        return await super()._download(slot, request)


def note_return(request: Request) -> None:
    """Scrapy sends the request again, elsewhere or a little later: what it took so far belongs to the same visit."""
    sent = request.meta.pop(SENT, None)
    if sent is not None:
        request.meta[_SPENT] = request.meta.get(_SPENT, 0.0) + perf_counter() - sent


def seconds_of(request: Request) -> float | None:
    """How long the visit has taken since its request left; None if it never did."""
    sent = request.meta.get(SENT)
    here = perf_counter() - sent if sent is not None else request.meta.get("download_latency")
    return None if here is None else here + request.meta.get(_SPENT, 0.0)

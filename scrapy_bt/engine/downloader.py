"""The downloader: a request that has its turn leaves in the task that it came in."""

from __future__ import annotations

import asyncio
from time import monotonic
from typing import TYPE_CHECKING

from scrapy import signals
from scrapy.core.downloader import Downloader, Slot
from scrapy.utils.asyncio import call_later

from ..core.documents.plainurls import match_plain

if TYPE_CHECKING:
    from scrapy.http import Request, Response

_ALWAYS_THERE = frozenset(vars(type("Empty", (), {"__doc__": "", "__annotations__": {}})))
"""What every class has of its own."""


class LeanDownloader(Downloader):
    """Keeps Scrapy's slots, delays and signals. Their queues hold futures here, which say that it is a request's turn.

    A request counts as transferring from its turn on, so that those of one turn of the loop keep to the slot's number.
    """

    def get_slot_key(self, request: Request) -> str:
        """The host of its URL, or what its meta says."""
        plain = match_plain(request.url)
        if plain is None or self.ip_concurrency or self.DOWNLOAD_SLOT in request.meta:
            return super().get_slot_key(request)
        return plain["host"]

    async def fetch_active(self, request: Request) -> Response | Request:
        """Fetch a request that stands in `active` already."""
        try:
            return await self.middleware.download_async(self._enqueue_request, request)
        finally:
            self.active.remove(request)

    async def _enqueue_request(self, request: Request) -> Response:
        key, slot = self._get_slot(request)
        request.meta[self.DOWNLOAD_SLOT] = key
        slot.active.add(request)
        self.signals.send_catch_log(
            signal=signals.request_reached_downloader, request=request, spider=self.crawler.spider
        )
        try:
            if _is_free(slot):
                slot.lastseen = monotonic()
                slot.transferring.add(request)
            else:
                await self._wait(slot, request)
            return await self._download(slot, request)
        finally:
            slot.active.remove(request)

    async def _wait(self, slot: Slot, request: Request) -> None:
        turn = asyncio.get_running_loop().create_future()
        slot.queue.append((request, turn))  # type: ignore[arg-type]  # see the class
        self._process_queue(slot)
        if turn.done():
            return
        try:
            await turn
        except asyncio.CancelledError:
            if not turn.cancelled():
                slot.transferring.discard(request)
                self._process_queue(slot)
            raise

    def _process_queue(self, slot: Slot) -> None:
        while slot.latercall is None and slot.queue and slot.free_transfer_slots() > 0:
            request, turn = slot.queue[0]
            if turn.cancelled():  # type: ignore[attr-defined]  # see the class
                slot.queue.popleft()
                continue
            now, delay = monotonic(), slot.download_delay()
            rest = slot.lastseen + delay - now
            if delay and rest > 0:
                slot.latercall = call_later(rest, self._latercall, slot)
                return
            slot.lastseen = now
            slot.queue.popleft()
            slot.transferring.add(request)
            turn.set_result(None)  # type: ignore[attr-defined]  # see the class


def _is_free(slot: Slot) -> bool:
    """Whether a request may leave as soon as it comes."""
    return not slot.delay and not slot.queue and slot.latercall is None and slot.free_transfer_slots() > 0


def find_lean_class(downloader: type[Downloader]) -> type[LeanDownloader] | None:
    """The lean class for a downloader; None where more than the download itself is overridden."""
    if downloader is Downloader:
        return LeanDownloader
    known = set(Downloader.__mro__)
    own = [parent for parent in downloader.__mro__ if parent not in known]
    overridden = {name for parent in own for name in vars(parent)} - _ALWAYS_THERE
    if Downloader not in downloader.__mro__ or overridden - {"_download"}:
        return None
    return type(f"Lean{downloader.__name__}", (downloader, LeanDownloader), {})

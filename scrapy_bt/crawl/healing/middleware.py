"""Pages that are given to a callback once more."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.exceptions import NotConfigured
from scrapy.http import Response

from .looks import KEPT
from .watching import Healing

if TYPE_CHECKING:
    from typing_extensions import Self

    from .holding import HeldPages


class KeptPages:
    """A downloader middleware that answers with pages that were kept."""

    def __init__(self, held: HeldPages) -> None:
        self._held = held

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        healing = crawler.get_extension(Healing)
        if healing is None or healing.repairs is None:
            raise NotConfigured
        return cls(healing.repairs.waiting.held)

    def process_request(self, request: Request) -> Response | None:
        """The page that was kept for a request; `None` if it has to be fetched."""
        name = request.meta.get(KEPT)
        page = self._held.take(name) if name else None
        return None if page is None else page.replace(request=request)  # so that it is known that it waits no more

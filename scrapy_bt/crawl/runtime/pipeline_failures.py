"""Notes items that pipelines could not store for now: a step whose record was not stored is not done."""

from __future__ import annotations

from typing import Any

from scrapy import Request, signals
from scrapy.crawler import Crawler

from ...errors import NotStored


class PipelineFailures:
    """Hears of each item that did not pass because it could not be stored for now (`NotStored`)."""

    def __init__(self, crawler: Crawler) -> None:
        self._requests: set[Request] = set()
        """Those whose items have not passed, until somebody asks."""
        self._apart: list[Any] = []
        """Such items that came of no request."""
        crawler.signals.connect(self._note_dropped, signals.item_dropped)
        crawler.signals.connect(self._note_error, signals.item_error)

    def has_failed(self, request: Request | None) -> bool:
        """Whether an item of this request could not be stored; asked once, when all of them are through."""
        if request is None or request not in self._requests:
            return False
        self._requests.remove(request)
        return True

    def has_lost(self, item: Any) -> bool:
        """Whether an item of no request was lost."""
        for place, lost in enumerate(self._apart):
            if lost is item:
                del self._apart[place]
                return True
        return False

    def _note_dropped(self, item: Any, response: Any, exception: BaseException) -> None:
        self._note(item, response, exception)

    def _note_error(self, item: Any, response: Any, failure: Any) -> None:
        self._note(item, response, failure.value)

    def _note(self, item: Any, response: Any, error: BaseException) -> None:
        if not isinstance(error, NotStored):
            return
        request = getattr(response, "request", None)
        if request is None:
            self._apart.append(item)
        else:
            self._requests.add(request)

"""Measures how a worker's requests end, next to the downloader."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.exceptions import IgnoreRequest, NotConfigured
from scrapy.http import Response

from ...settings import BTSettings
from ..visits.requests import FLIGHT
from .finding import find_dispatching

if TYPE_CHECKING:
    from typing_extensions import Self

    from .dispatching import Dispatching


class DispatchOutcomes:
    """A downloader middleware: the time of each request, and whether the site refused it or was not reached."""

    def __init__(self, crawler: Crawler, dispatching: Dispatching) -> None:
        self._dispatching = dispatching
        self._refusals = BTSettings.read(crawler.settings).proxy_ban_codes
        self._begun: WeakKeyDictionary[Request, tuple[float, Any]] = WeakKeyDictionary()
        """When requests came here, by the monotonic clock, and what was seen of all workers then."""

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        dispatching = find_dispatching(crawler)
        if dispatching is None:
            raise NotConfigured
        return cls(crawler, dispatching)

    def process_request(self, request: Request) -> None:
        """Note when it begins."""
        flight = request.meta.get(FLIGHT)
        node = "" if flight is None else flight.step.name
        self._begun[request] = time.monotonic(), self._dispatching.look(request.url, node, request.body)

    def process_response(self, request: Request, response: Response) -> Response:
        """A status by which sites refuse proxies is a refusal here, too."""
        self._note(request, failed=response.status in self._refusals)
        return response

    def process_exception(self, request: Request, exception: Exception) -> None:
        """What was not reached has failed, but for what was not sent."""
        if isinstance(exception, IgnoreRequest):
            self._begun.pop(request, None)
        else:
            self._note(request, failed=True)

    def _note(self, request: Request, *, failed: bool) -> None:
        begun = self._begun.pop(request, None)
        if begun is None:
            return
        flight = request.meta.get(FLIGHT)
        waited = 0.0 if flight is None else flight.lease.waited
        seconds = time.monotonic() - begun[0]
        self._dispatching.note(request.url, seconds, failed=failed, waited=waited, seen=begun[1])

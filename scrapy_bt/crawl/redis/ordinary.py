"""Ordinary requests of a spider as tasks of the frontier: done when Scrapy is really done with them."""

from __future__ import annotations

import hashlib
import logging
from collections import Counter, deque
from collections.abc import Callable
from typing import Any
from weakref import WeakKeyDictionary

from scrapy import Request, Spider, signals
from scrapy.crawler import Crawler
from scrapy.dupefilters import BaseDupeFilter, RFPDupeFilter
from scrapy.utils.defer import ensure_awaitable
from scrapy.utils.misc import build_from_crawler, load_object
from scrapy.utils.request import RequestFingerprinter

from ...core.tree.destinations import SLOT, slot_host_of
from ...errors import BTError
from ...frontier.completion import Completion, Finish, Requeue
from ...frontier.entries import Bucket, Entry, Lease
from ..dispatch.finding import find_dispatching
from ..runtime.leases import Leases
from ..runtime.slots import SlotNames
from ..visits.requests import REQUESTS
from .codec import KEY_LENGTH, RequestCodec, fingerprint_key
from .options import QueueOptions

logger = logging.getLogger(__name__)

_DONE = Completion(Finish())

_KEPT_IN_REDIS = ("scrapy_redis.dupefilter.RFPDupeFilter", "scrapy_bt.crawl.duplicates.urls.UrlFilter")
"""Filters whose work is done where requests are queued, once for all workers."""

_MOST_KNOWN = 200_000
"""Keys that are kept here, so that a link that was just seen costs no way to Redis."""


_START, _STARTED = "is_start_request", "bt_started"
"""Keys of `Request.meta`: it is a start request, as Scrapy says; it comes from the queue, and so do its retries."""


class OrdinaryRequests:
    """Puts requests into the frontier, each fingerprint once, and makes requests of leased tasks.

    *run*: the number of the crawl's run; start requests are wanted once in each.
    """

    def __init__(
        self, crawler: Crawler, spider: Spider, *, add: Callable[[Requeue], None], leases: Leases, run: int
    ) -> None:
        self._crawler, self._spider, self._stats = crawler, spider, crawler.stats
        self._add, self._leases, self._run = add, leases, run
        self._codec = RequestCodec(spider)
        self._has_priorities = QueueOptions.read(crawler.settings).has_priorities
        self._filter = _filter_of(crawler)
        self._log = RFPDupeFilter(None, crawler.settings.getbool("DUPEFILTER_DEBUG"))
        self._known: set[bytes] = set()
        self._links: set[str] = set()
        """URLs of known requests that have nothing else to be known by."""
        # Scrapy's own takes method, URL and body; another one may look at anything.
        self._goes_by_urls = type(crawler.request_fingerprinter) is RequestFingerprinter
        self._starts: Counter[bytes] = Counter()
        self._slots, self._dispatching = SlotNames(), find_dispatching(crawler)
        self._under_way: WeakKeyDictionary[Request, Lease] = WeakKeyDictionary()
        crawler.signals.connect(self._note_answer, signals.request_left_downloader)
        self._local: deque[Request] = deque()
        """Requests that cannot be stored."""

    def __len__(self) -> int:
        return len(self._local)

    def forget_known(self) -> None:
        """What was queued may be lost, and is queued anew when it is found again."""
        self._known.clear()
        self._links.clear()

    async def open(self) -> None:
        """Open the project's own filter of duplicates, where it has one."""
        if hasattr(self._filter, "open"):
            await ensure_awaitable(self._filter.open())

    async def close(self, reason: str) -> None:
        """Close that filter."""
        if hasattr(self._filter, "close"):
            await ensure_awaitable(self._filter.close(reason))

    def put(self, request: Request) -> bool:
        """Queue a request; false if its fingerprint is known."""
        key = self._key(request)
        if key is None:
            (self._filter or self._log).log(request, self._spider)
            return False
        try:
            payload = self._codec.encode(request)
        except BTError as error:
            self._keep_here(request, error)
            return True
        boost = float(request.priority) if self._has_priorities else 0.0
        slot = request.meta.get(SLOT) or slot_host_of(request.url)
        lane = self._dispatching.lane(request.url) if self._dispatching is not None else ""
        bucket = Bucket(self._spider.name, REQUESTS, boost, slot=self._slots.name(str(slot)), lane=lane)
        self._add(Requeue(Entry(bucket, payload), key=key))
        self._stats.inc_value("scheduler/enqueued/redis")
        return True

    def begin(self, lease: Lease) -> Request:
        """The request of a leased task; raises `TaskError` for data that holds no request."""
        request = _begin(self._codec.decode(lease.entry.payload))
        self._leases.complete_after(request, lease, _DONE)
        self._under_way[request] = lease
        self._stats.inc_value("scheduler/dequeued/redis")
        return request

    def _note_answer(self, request: Request) -> None:
        """Its slot is free, though its callback and its items may take longer."""
        lease = self._under_way.pop(request, None)
        if lease is not None:
            self._leases.slots.end(lease)

    def next_local(self) -> Request | None:
        """A request that could not be stored."""
        return _begin(self._local.popleft()) if self._local else None

    def _key(self, request: Request) -> bytes | None:
        """What the request is known by, empty for one that always counts; None if it is known already."""
        if request.dont_filter:
            is_start = request.meta.get(_START) and _STARTED not in request.meta
            return self._start_key(request) if is_start else b""
        if self._filter is not None:
            return None if self._filter.request_seen(request) else b""
        # Most links of a page were seen before, in the same words: those need no fingerprint.
        is_link = self._goes_by_urls and request.method == "GET" and not request.body
        if is_link and request.url in self._links:
            return None
        key = fingerprint_key(self._crawler.request_fingerprinter.fingerprint(request))
        is_known = key in self._known
        if len(self._known) >= _MOST_KNOWN or len(self._links) >= _MOST_KNOWN:
            self.forget_known()
        self._known.add(key)
        if is_link:
            self._links.add(request.url)
        return None if is_known else key

    def _start_key(self, request: Request) -> bytes:
        """Every worker begins with the same requests, which are wanted once: the n-th of each fingerprint."""
        fingerprint = self._crawler.request_fingerprinter.fingerprint(request)
        self._starts[fingerprint] += 1
        text = b"start %d %d " % (self._run, self._starts[fingerprint]) + fingerprint
        return hashlib.blake2b(text, digest_size=KEY_LENGTH).digest()

    def _keep_here(self, request: Request, error: BTError) -> None:
        if not self._stats.get_value("scheduler/unserializable"):
            logger.warning("%s; it is kept in this process, and lost with it", error, extra={"spider": self._spider})
        self._stats.inc_value("scheduler/unserializable")
        self._local.append(request)


def _begin(request: Request) -> Request:
    if request.meta.get(_START):
        request.meta[_STARTED] = True
    return request


def _filter_of(crawler: Crawler) -> Any:
    """The project's own filter of duplicates; None where fingerprints are kept in Redis as usual."""
    filter_class = load_object(crawler.settings["DUPEFILTER_CLASS"])
    name = f"{filter_class.__module__}.{filter_class.__qualname__}"
    if filter_class is RFPDupeFilter or name in _KEPT_IN_REDIS:
        return None
    if filter_class is BaseDupeFilter:
        return BaseDupeFilter()
    return build_from_crawler(filter_class, crawler)

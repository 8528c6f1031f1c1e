"""Requests that wait in memory go forward when another page says more of where they lead.

A queue of Scrapy gives nothing back before its turn. So a twin with a higher priority is put into it, and the request
that was overtaken is passed over when its turn comes. What waits on the disk, or in Redis, stays where it is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from weakref import WeakSet, WeakValueDictionary

from scrapy import Request
from scrapy.crawler import Crawler

from ...core.preference.links import page_of
from .preferring import Preferring

if TYPE_CHECKING:
    from typing_extensions import Self


class WaitingRequests:
    """Those of one queue, by their pages; it knows none that has left the queue."""

    def __init__(self, queue: Any) -> None:
        self._queue = queue
        self._waiting: WeakValueDictionary[str, Request] = WeakValueDictionary()
        self._overtaken: WeakSet[Request] = WeakSet()

    def note(self, request: Request) -> None:
        """It waits from now on."""
        if request.method == "GET" and not request.body:
            self._waiting[page_of(request.url)] = request

    def leaves(self, request: Request) -> bool:
        """Whether its turn has come, and not that of its twin before."""
        page = page_of(request.url)
        if self._waiting.get(page) is request:
            del self._waiting[page]
        return request not in self._overtaken

    def forward(self, ranked: Request) -> bool:
        """Whether one for the same URL waits behind the place of *ranked*, and now waits there."""
        waiting = self._waiting.get(page_of(ranked.url))
        if waiting is None or ranked.method != "GET" or ranked.dont_filter or waiting.priority >= ranked.priority:
            return False
        self._overtaken.add(waiting)
        self._queue.push(waiting.replace(priority=ranked.priority))
        return True


def forwarding(queue: type[Any]) -> type[Any]:
    """The class of priority queues *queue*, in which requests go forward."""

    class ForwardingQueue(queue):
        waiting: WaitingRequests | None = None

        @classmethod
        def from_crawler(cls, crawler: Crawler, downstream_queue_cls: Any, key: str, *args: Any, **others: Any) -> Self:
            made = super().from_crawler(crawler, downstream_queue_cls, key, *args, **others)
            preferring = crawler.get_extension(Preferring)
            if preferring is not None and not key:  # a queue on the disk has a key
                preferring.waiting = made.waiting = WaitingRequests(made)
            return made

        def push(self, request: Request) -> None:
            super().push(request)
            if self.waiting is not None:
                self.waiting.note(request)

        def pop(self) -> Request | None:
            while (request := super().pop()) is not None:
                if self.waiting is None or self.waiting.leaves(request):
                    break
            return request

    return ForwardingQueue

"""Requests that wait in memory go forward when another page says more of where they lead, and back by what was learned.

A queue of Scrapy gives nothing back before its turn. So a twin with a higher priority is put into it, and the request
that was overtaken is passed over when its turn comes; one that promises less by then goes back to where it would stand
now. What waits on the disk, or in Redis, stays where it is.
"""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from typing import TYPE_CHECKING, Any
from weakref import WeakSet

from scrapy import Request
from scrapy.crawler import Crawler

from ...core.preference.links import page_of
from .preferring import Preferring

if TYPE_CHECKING:
    from typing_extensions import Self


_MOST_BACK = 32
"""Requests that go back before one is sent, however much was learned."""


class WaitingRequests:
    """Those of one queue, by their pages; it knows none that has left the queue.

    *fallen* tells by how much the priority of a page has fallen since it got its place.
    """

    def __init__(self, queue: Any, fallen: Callable[[str], int]) -> None:
        self._queue, self._fallen = queue, fallen
        self._waiting: dict[str, Request] = {}
        self._overtaken: WeakSet[Request] = WeakSet()

    def note(self, request: Request) -> None:
        """It waits from now on."""
        if request.method == "GET" and not request.body:
            self._waiting[page_of(request.url)] = request

    def next(self, pop: Callable[[], Request | None]) -> Request | None:
        """The next request of the queue that *pop* takes from; those that promise less by now go back before."""
        back = 0
        while (request := pop()) is not None:
            page = page_of(request.url)
            is_first = self._waiting.get(page) is request
            if is_first and back < _MOST_BACK and (fallen := self._fallen(page)):
                request.priority -= fallen
                self._queue.push(request)
                back += 1
                continue
            if is_first:
                del self._waiting[page]
            if request not in self._overtaken:
                break
        return request

    def forward(self, ranked: Request) -> bool:
        """Whether one for the same URL waits behind the place of *ranked*, and now waits there."""
        waiting = self._waiting.get(page_of(ranked.url))
        if waiting is None or ranked.method != "GET" or ranked.dont_filter or waiting.priority >= ranked.priority:
            return False
        self._overtaken.add(waiting)
        twin = copy(waiting)
        twin.priority = ranked.priority
        self._queue.push(twin)
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
                preferring.waiting = made.waiting = WaitingRequests(made, preferring.fallen)
            return made

        def push(self, request: Request) -> None:
            super().push(request)
            if self.waiting is not None:
                self.waiting.note(request)

        def pop(self) -> Request | None:
            return super().pop() if self.waiting is None else self.waiting.next(super().pop)

    return ForwardingQueue

"""Which page the callback of an ordinary spider reads, and pages that are given to it once more."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Iterator
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.exceptions import NotConfigured
from scrapy.http import Response, TextResponse

from ..treespiders import RunsTree
from .holding import HeldPages
from .looks import KEPT, Look
from .selectors import CURRENT
from .watching import Healing

if TYPE_CHECKING:
    from typing_extensions import Self

_MOST_COLLECTED = 1_000
"""Items and requests of one page."""


class ObservedCallbacks:
    """A spider middleware; each page is looked at from its callback's first line to its last."""

    def __init__(self, healing: Healing) -> None:
        self._healing = healing
        self._looks: WeakKeyDictionary[Response, Look] = WeakKeyDictionary()

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        healing = crawler.get_extension(Healing)
        if healing is None or issubclass(crawler.spidercls, RunsTree):
            raise NotConfigured
        return cls(healing)

    def process_spider_input(self, response: Response) -> None:
        """The callback is called next."""
        look = self._healing.look_at(response) if isinstance(response, TextResponse) else None
        if look is not None:
            self._looks[response] = look
        CURRENT.set(look)

    def process_spider_exception(self, response: Response, exception: Exception) -> list[Any] | None:  # noqa: ARG002 - Scrapy's
        """A callback that gives up has looked at the page, too."""
        CURRENT.set(None)
        look = self._looks.get(response)
        return [] if self._waits(look) else None

    def process_spider_output(self, response: Response, result: Iterable[Any]) -> Iterator[Any]:
        """Each step of a generator is its page's."""
        look = self._looks.get(response)
        held = _Output(self._healing, look)
        steps = iter(result)
        try:
            while True:
                CURRENT.set(look)
                try:
                    one = next(steps)
                except StopIteration:
                    break
                except Exception:
                    if self._waits(look, held):
                        return
                    CURRENT.set(None)
                    yield from held.left()
                    raise
                CURRENT.set(None)
                yield from held.take(one)
            if not self._waits(look, held):
                yield from held.left()
        finally:
            CURRENT.set(None)
            self._healing.take_in(look)

    async def process_spider_output_async(self, response: Response, result: AsyncIterator[Any]) -> AsyncIterator[Any]:
        """The same for what comes asynchronously."""
        look = self._looks.get(response)
        held = _Output(self._healing, look)
        steps = aiter(result)
        try:
            while True:
                CURRENT.set(look)
                try:
                    one = await anext(steps)
                except StopAsyncIteration:
                    break
                except Exception:
                    if self._waits(look, held):
                        return
                    CURRENT.set(None)
                    for each in held.left():
                        yield each
                    raise
                CURRENT.set(None)
                for each in held.take(one):
                    yield each
            if not self._waits(look, held):
                for each in held.left():
                    yield each
        finally:
            CURRENT.set(None)
            self._healing.take_in(look)

    def _waits(self, look: Look | None, held: _Output | None = None) -> bool:
        """Whether a page is read again later, and what it has given so far does not count."""
        CURRENT.set(None)
        repairs = self._healing.repairs
        node = None
        if look is not None and repairs is not None and (held is None or not held.has_given):
            node = repairs.missing(look)
            if node is not None:  # what is healed counts when it is read again
                look.healed.clear()
        self._healing.take_in(look)
        if node is None or look is None or repairs is None:
            return False
        repairs.hold_response(node, look)
        return True


class _Output:
    """What a callback gives: at once, or, where a page may have to wait, when it is through."""

    def __init__(self, healing: Healing, look: Look | None) -> None:
        self._collects = look is not None and healing.repairs is not None and healing.repairs.may_hold
        self._collected: list[Any] = []
        self.has_given = False

    def take(self, one: Any) -> list[Any]:
        """What goes on now; more than can be kept goes on at once."""
        if not self._collects:
            self.has_given = True
            return [one]
        self._collected.append(one)
        if len(self._collected) < _MOST_COLLECTED:
            return []
        self._collects, self.has_given = False, True
        return self.left()

    def left(self) -> list[Any]:
        """What has been collected."""
        collected, self._collected = self._collected, []
        return collected


class KeptPages:
    """A downloader middleware that answers with pages that were kept."""

    def __init__(self, held: HeldPages) -> None:
        self._held = held

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        healing = crawler.get_extension(Healing)
        if healing is None or healing.repairs is None:
            raise NotConfigured
        return cls(healing.repairs.held)

    def process_request(self, request: Request) -> Response | None:
        """The page that was kept of a request; `None` where it has to be fetched."""
        name = request.meta.get(KEPT)
        page = self._held.take(name) if name else None
        return None if page is None else page.replace(request=request)  # so that it is known that it waits no more

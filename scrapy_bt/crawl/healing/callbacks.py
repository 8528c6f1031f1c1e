"""Knows which page an ordinary spider's callback is reading.

The callback itself is wrapped, and only on pages that are looked at: a spider middleware would add two asynchronous
generators to every page.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, Protocol

from scrapy.core.scraper import Scraper
from scrapy.http import Request, Response, TextResponse
from scrapy.spiders import CrawlSpider

from ...core.healing.perception.attention import Attention
from .injections import Looks, observe_injections
from .looks import PageLooks
from .selectors import CURRENT, callback_name

if TYPE_CHECKING:
    from .repairs import Repairs

_MOST_COLLECTED = 1_000
"""Items and requests of one page."""


class Watch(Protocol):
    """Who looks at pages."""

    repairs: Repairs | None
    attention: Attention
    """It glances at pages that are not looked at."""

    def look_at(self, response: Response) -> PageLooks | None:
        """A look at a page; None if this one is not looked at."""
        ...

    def take_in(self, look: PageLooks | None) -> None:
        """A page was read; what was seen of it counts once."""
        ...


class ObservedCallbacks:
    """A scraper's `call_spider_async`; a page is looked at from its callback's first line to its last."""

    def __init__(self, healing: Watch, scraper: Scraper) -> None:
        self._healing = healing
        self._call, self._scraper = scraper.call_spider_async, scraper
        self._begun: Looks | None = None
        """What scrapy-poet has begun to read; None if it is not installed."""

    def observe_injections(self, middlewares: Iterable[Any]) -> None:
        """Look also at what scrapy-poet makes for a callback before it begins."""
        self._begun = observe_injections(middlewares, self._begin, self._waits)

    def __call__(self, result: Any, request: Request) -> Awaitable[Iterable[Any] | AsyncIterator[Any]]:
        """Call the callback or errback; nothing else is done for a page that is not looked at."""
        begun = self._begun
        look = begun.pop(request) if begun is not None and request in begun else self._begin(result, request)
        if look is None or not isinstance(result, TextResponse):
            CURRENT.set(self._healing.attention)
            called: Awaitable[Any] = self._call(result, request)
            return called
        look.response = result
        return self._call_with(look, request)

    async def _call_with(self, look: PageLooks, request: Request) -> Iterable[Any] | AsyncIterator[Any]:
        CURRENT.set(look)
        try:
            output = await self._call(look.response, request)
        except Exception:
            if self._waits(look):
                return ()
            raise
        finally:
            CURRENT.set(None)
        return self._pass_later(look, output) if isinstance(output, AsyncIterator) else self._pass(look, output)

    def _begin(self, result: Any, request: Request) -> PageLooks | None:
        """A look at a page; None if the page is not looked at."""
        look = self._healing.look_at(result) if isinstance(result, TextResponse) else None
        if look is None:
            CURRENT.set(self._healing.attention)
            return None
        look.callback = self._reader_of(result.request or request)
        look.spider = type(self._scraper.crawler.spider)
        CURRENT.set(look)
        return look

    def _reader_of(self, request: Request | None) -> str:
        """The function that reads the page of a request, with all that it calls."""
        callback: Any = request.callback if request is not None else None
        spider: Any = getattr(callback, "__self__", None)
        if callback is None:
            callback = getattr(self._scraper.crawler.spider, "parse", None)
        elif request is not None and isinstance(spider, CrawlSpider) and callback == spider._callback:  # noqa: SLF001
            callback = spider._rules[request.meta["rule"]].callback  # noqa: SLF001  # Scrapy tells it nowhere else
        return callback_name(callback) if callback is not None else ""

    def _pass(self, look: PageLooks, result: Iterable[Any]) -> Iterator[Any]:
        """Let each step of a generator count for its page."""
        held = _Output(self._healing)
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
                        yield from held.links()
                        return
                    CURRENT.set(None)
                    yield from held.left()
                    raise
                CURRENT.set(None)
                yield from held.take(one)
            yield from held.links() if self._waits(look, held) else held.left()
        finally:
            CURRENT.set(None)
            self._healing.take_in(look)

    async def _pass_later(self, look: PageLooks, result: AsyncIterator[Any]) -> AsyncIterator[Any]:
        """The same for what comes asynchronously."""
        held = _Output(self._healing)
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
                        for each in held.links():
                            yield each
                        return
                    CURRENT.set(None)
                    for each in held.left():
                        yield each
                    raise
                CURRENT.set(None)
                for each in held.take(one):
                    yield each
            for each in held.links() if self._waits(look, held) else held.left():
                yield each
        finally:
            CURRENT.set(None)
            self._healing.take_in(look)

    def _waits(self, look: PageLooks, held: _Output | None = None) -> bool:
        """Whether a page is read again later; what it has given so far does not count then."""
        CURRENT.set(None)
        repairs = self._healing.repairs
        node = None
        if repairs is not None and (held is None or not held.has_given):
            node = repairs.waiting.missing(look)
            if node is not None:  # what is healed counts when it is read again
                look.healed.clear()
        self._healing.take_in(look)
        if node is None or repairs is None:
            return False
        repairs.waiting.hold_response(node, look)
        return True


class _Output:
    """What a callback gives: at once, or at its end where a page may have to wait."""

    def __init__(self, healing: Watch) -> None:
        self._collects = healing.repairs is not None and healing.repairs.waiting.may_be
        self._collected: list[Any] = []
        self.has_given = False

    def take(self, one: Any) -> list[Any]:
        """What goes on now: what is more than can be kept goes on at once."""
        if not self._collects:
            self.has_given = True
            return [one]
        self._collected.append(one)
        if len(self._collected) < _MOST_COLLECTED:
            return []
        self._collects, self.has_given = False, True
        return self.left()

    def links(self) -> list[Request]:
        """Plain links of a page that waits, which lead to others meanwhile; read again it gives them a second time.

        A request that carries anything from the page does not count, since that may be incomplete.
        """
        requests = [one for one in self.left() if isinstance(one, Request)]
        return [one for one in requests if not (one.dont_filter or one.cb_kwargs or one.meta or one.body)]

    def left(self) -> list[Any]:
        """What has been collected."""
        collected, self._collected = self._collected, []
        return collected

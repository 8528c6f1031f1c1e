"""Pages that were read without a field are fetched again when it is mended: at once, or by the next crawl."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator
from concurrent.futures import Executor
from typing import Any

from scrapy import Request

from ...core.healing.missed import MissedPage

_MOST = 500
"""Pages of a crawl that are kept."""

Read = Callable[[MissedPage], tuple[str, Any]]
Page = Callable[[Request], tuple[str, bool]]
Key = Callable[[tuple[str, str]], Hashable]


class _PagesAsked:
    """Missed pages by how they were asked for: one page may be read more than once, with other arguments each time."""

    def __init__(self, key: Key) -> None:
        self._key = key
        self._by_page: OrderedDict[str, OrderedDict[Hashable, list[MissedPage]]] = OrderedDict()
        self.count = 0

    def __contains__(self, page: str) -> bool:
        return page in self._by_page

    def __iter__(self) -> Iterator[list[MissedPage]]:
        return (missed for asked in self._by_page.values() for missed in asked.values())

    def add(self, page: str, missed: MissedPage) -> None:
        asked = self._by_page.setdefault(page, OrderedDict())
        how = self._key((missed.callback, missed.asked))
        self.count += how not in asked
        asked.setdefault(how, []).append(missed)

    def pop(self, page: str, written: tuple[str, str] | None, *, exactly: bool = False) -> list[MissedPage]:
        """Those of a page that were asked for as *written*; one that stands alone is it, whatever its arguments."""
        asked = self._by_page.get(page)
        if asked is None:
            return []
        how = None if written is None else self._key(written)
        if how not in asked and len(asked) == 1 and not exactly:
            how = next(iter(asked))
        if how is None or how not in asked:
            return []
        return self._pop(page, asked, how)

    def pop_oldest(self) -> None:
        page, asked = next(iter(self._by_page.items()))
        self._pop(page, asked, next(iter(asked)))

    def _pop(self, page: str, asked: OrderedDict[Hashable, list[MissedPage]], how: Hashable) -> list[MissedPage]:
        self.count -= 1
        missed = asked.pop(how)
        if not asked:
            del self._by_page[page]
        return missed


class MissedPages:
    """Pages of a spider or a tree; *table* is read before the crawl begins, and written by *executor* alone.

    *read*: the page of what was written down, and what asks for it again, if it can be; *page*: that of a request, and
    whether nothing else may be called so; *key*: what tells a request from others of its page; *waits*: whether only a
    later crawl may ask for a page.
    """

    def __init__(
        self,
        table: Any,
        executor: Executor,
        read: Read,
        page: Page,
        *,
        key: Key = lambda written: written,
        waits: Callable[[MissedPage], bool] = lambda _missed: False,
    ) -> None:
        self._table, self._executor, self._read, self._page, self._key = table, executor, read, page, key
        self._waits = waits
        self._spider, self._claimed = "", 0.0
        self._lacking = _PagesAsked(self._key)
        """Those of this crawl: the fields that were missing."""
        self._wanted = _PagesAsked(self._key)
        """Those of earlier crawls that this one has not met."""
        self._asked = _PagesAsked(self._key)
        """Those of them that were requested; if the crawl is stopped or killed, the next one does it."""

    def open(self, spider: str) -> None:
        """What is known of earlier crawls; nothing of it is written yet."""
        self._spider = spider
        for page in self._table.mended(spider):
            self._wanted.add(self._read(page)[0], page)

    def note(
        self, request: Request, lacking: Iterable[tuple[str, str]], write: Callable[[], tuple[str, str] | None]
    ) -> None:
        """Note that a page was read on which some fields were missing; *write*: how it was asked for, if it can be."""
        (page, is_told), fields = self._page(request), sorted(lacking)
        if not (fields or page in self._wanted or page in self._asked or page in self._lacking):
            return
        how = write()
        exactly = not is_told
        self._forget([*self._wanted.pop(page, how, exactly=exactly), *self._asked.pop(page, how, exactly=exactly)])
        self._lacking.pop(page, how, exactly=exactly or bool(fields))
        if how is not None:
            for field in fields:
                self._lacking.add(page, MissedPage(*field, request.url, *how))
            if self._lacking.count > _MOST:
                self._lacking.pop_oldest()

    @property
    def is_wanting(self) -> bool:
        """Whether there are pages of earlier crawls that this one has not met."""
        return self._wanted.count > 0

    async def take(self) -> list[Any]:
        """What is to be fetched again, once, when the crawl has met all that it meets by itself.

        Each page is one worker's: that of who claims it first. What was claimed and not renewed is of a crawl that was
        killed.
        """
        wanted, self._wanted = [pages for pages in self._wanted if not self._waits(pages[0])], _PagesAsked(self._key)
        self._claimed = time.time()
        loop, claim = asyncio.get_running_loop(), self._table.claim
        claimed = await loop.run_in_executor(self._executor, claim, self._spider, wanted, self._claimed)
        for page in (page for pages in claimed for page in pages):
            self._asked.add(self._read(page)[0], page)
        read = (self._read(first)[1] for first, *_ in claimed)
        return [again for again in read if again is not None]

    def renew(self) -> None:
        """Keep the claim on what was requested and is not read yet; to be called several times a minute."""
        if self._asked.count:
            self._executor.submit(self._claim_at, time.time())

    def close(self, is_lost: Callable[[str, str], bool], *, is_finished: bool) -> None:
        """Keep for the next crawl which pages lack a field that is still lost; others are forgotten.

        Of a crawl that was stopped before it was finished, what it has not read again is left to the next one, too.
        """
        if is_finished:
            self._forget([page for pages in self._asked for page in pages])
        elif self._claimed:
            self._executor.submit(self._claim_at, 0.0)  # free at once
        left = [page for pages in self._lacking for page in pages if is_lost(page.node, page.field)]
        if left:
            self._executor.submit(self._table.add, self._spider, left)

    def _claim_at(self, at: float) -> None:
        """Where the store cannot be written, the next time goes on from what is in it."""
        self._table.renew(self._spider, self._claimed, at)
        self._claimed = at

    def _forget(self, pages: list[MissedPage]) -> None:
        if pages:
            self._executor.submit(self._table.forget, self._spider, pages)


class FetchLater:
    """Pages of this crawl without a field, to be fetched again when a person has accepted another selector."""

    def __init__(self) -> None:
        self._pages: deque[tuple[frozenset[str], Callable[[], None]]] = deque(maxlen=_MOST)

    def keep(self, nodes: frozenset[str], fetch: Callable[[], None]) -> None:
        """Fetch a page again when one of *nodes* is healed."""
        self._pages.append((nodes, fetch))

    def fetch(self, healed: Collection[str]) -> int:
        """Fetch the pages of nodes that are healed now; returns how many these are."""
        pages, self._pages = self._pages, deque(maxlen=_MOST)
        for nodes, fetch in pages:
            if nodes.isdisjoint(healed):
                self.keep(nodes, fetch)
            else:
                fetch()
        return len(pages) - len(self._pages)

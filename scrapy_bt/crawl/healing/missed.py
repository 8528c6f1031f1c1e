"""Pages that were read without a field are fetched again when it is mended: at once, or by the next crawl."""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Callable, Collection, Iterable, Iterator
from concurrent.futures import Executor
from typing import Any

from scrapy import Request

from ...core.healing.missed import MissedPage
from .asking import ask_again, same_page, write_down

_MOST = 500
"""Pages of a crawl that are kept."""


class MissedPages:
    """Pages of an ordinary spider; *table* is read before the crawl begins, and written by *executor* alone."""

    def __init__(self, table: Any, executor: Executor) -> None:
        self._table, self._executor = table, executor
        self._spider: Any = None
        self._lacking: OrderedDict[str, list[MissedPage]] = OrderedDict()
        """By request: the fields that were missing on its page."""
        self._wanted: dict[str, list[MissedPage]] = {}
        """The same for pages of earlier crawls that this one has not met."""
        self._asked: dict[str, list[MissedPage]] = {}
        """Those of them that were requested; if the crawl is killed, the next one does it."""

    def open(self, spider: Any) -> None:
        """What is known of earlier crawls; nothing of it is written yet."""
        self._spider = spider
        for page in self._table.mended(spider.name):
            request = ask_again(page.url, page.callback, page.asked, spider)
            self._wanted.setdefault(page.url if request is None else same_page(request), []).append(page)

    def note(self, request: Request, lacking: Iterable[tuple[str, str]]) -> None:
        """Note that a page was read on which some fields were missing."""
        page = same_page(request)
        self._forget([*self._wanted.pop(page, ()), *self._asked.pop(page, ())])
        self._lacking.pop(page, None)
        fields = sorted(lacking)
        if fields and (told := write_down(request, self._spider)):
            self._lacking[page] = [MissedPage(*field, request.url, *told) for field in fields]
            if len(self._lacking) > _MOST:
                self._lacking.popitem(last=False)

    def take(self) -> Iterator[Request]:
        """What is to be fetched again, once, when the crawl has met all that it meets by itself."""
        wanted, self._wanted = self._wanted, {}
        self._asked |= wanted
        for pages in wanted.values():
            for page in {page.callback: page for page in pages}.values():
                if (request := ask_again(page.url, page.callback, page.asked, self._spider)) is not None:
                    yield request

    def close(self, is_lost: Callable[[str, str], bool]) -> None:
        """Keep for the next crawl which pages lack a field that is still lost; others are forgotten."""
        self._forget([page for pages in self._asked.values() for page in pages])
        left = [page for pages in self._lacking.values() for page in pages if is_lost(page.node, page.field)]
        if left:
            self._executor.submit(self._table.add, self._spider.name, left)

    def _forget(self, pages: list[MissedPage]) -> None:
        if pages:
            self._executor.submit(self._table.forget, self._spider.name, pages)


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

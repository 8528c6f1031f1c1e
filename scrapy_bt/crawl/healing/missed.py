"""Pages that were read without a field are fetched again when it is mended: at once, or by the next crawl."""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Callable, Collection, Iterable, Iterator
from concurrent.futures import Executor
from typing import Any

from scrapy import Request

from ...core.healing.missed import MissedPage
from ...core.samples.redaction import redact_page
from .looks import KEPT

_MOST = 500
"""Pages of a crawl that are kept."""
_COMMON = frozenset({KEPT, "depth", "retry_times", "dont_filter"})
_OF_DOWNLOAD = "download_", "redirect_"
"""What Scrapy itself puts into `Request.meta`."""


class MissedPages:
    """Of an ordinary spider; *table* of the store is read before the crawl begins, and written by *executor* alone."""

    def __init__(self, table: Any, executor: Executor) -> None:
        self._table, self._executor = table, executor
        self._spider: Any = None
        self._lacking: OrderedDict[str, tuple[str, frozenset[tuple[str, str]]]] = OrderedDict()
        """By address: the method that read a page, and the fields that were missing there, node and name."""
        self._wanted: dict[str, list[MissedPage]] = {}
        """By address: pages of earlier crawls that this one has not met."""
        self._asked: dict[str, list[MissedPage]] = {}
        """Those of them that were asked for; a crawl that is killed before it reads them leaves them to the next."""

    def open(self, spider: Any) -> None:
        """What is known of earlier crawls; nothing of it is written yet."""
        self._spider = spider
        for page in self._table.mended(spider.name):
            self._wanted.setdefault(page.url, []).append(page)

    def note(self, request: Request, lacking: Iterable[tuple[str, str]]) -> None:
        """A page was read, where some fields were missing."""
        self._forget([*self._wanted.pop(request.url, ()), *self._asked.pop(request.url, ())])
        self._lacking.pop(request.url, None)
        fields = frozenset(lacking)
        if fields and (callback := _method_of(request, self._spider)):
            self._lacking[request.url] = callback, fields
            if len(self._lacking) > _MOST:
                self._lacking.popitem(last=False)

    def take(self) -> Iterator[Request]:
        """What is to be fetched again, once, now that the crawl has met what it meets by itself."""
        wanted, self._wanted = self._wanted, {}
        self._asked |= wanted
        for url, pages in wanted.items():
            for name in dict.fromkeys(page.callback for page in pages):
                if callable(callback := getattr(self._spider, name, None)):
                    yield Request(url, callback, dont_filter=True)

    def close(self, is_lost: Callable[[str, str], bool]) -> None:
        """Keep for the next crawl which pages lack a field that is still lost; what has no answer is let go."""
        self._forget([page for pages in self._asked.values() for page in pages])
        left = [
            MissedPage(node, field, url, callback)
            for url, (callback, fields) in self._lacking.items()
            for node, field in sorted(fields)
            if is_lost(node, field)
        ]
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
        """A page is to be fetched again when one of *nodes* is healed."""
        self._pages.append((nodes, fetch))

    def fetch(self, healed: Collection[str]) -> int:
        """Fetch those of nodes that are healed now; how many these are."""
        pages, self._pages = self._pages, deque(maxlen=_MOST)
        for nodes, fetch in pages:
            if nodes.isdisjoint(healed):
                self.keep(nodes, fetch)
            else:
                fetch()
        return len(pages) - len(self._pages)


def _method_of(request: Request, spider: Any) -> str:
    """The method that reads the answer; empty where its address alone does not say how it is asked for and read."""
    callback: Any = request.callback or spider.parse
    is_plain = request.method == "GET" and not (request.body or request.cb_kwargs or request.cookies)
    is_bare = all(name in _COMMON or name.startswith(_OF_DOWNLOAD) for name in request.meta)
    is_open = redact_page(request.url, "", b"address")[0] == request.url
    is_own = getattr(callback, "__self__", None) is spider
    return str(callback.__name__) if is_own and is_plain and is_bare and is_open else ""

"""Older pages are requested again: what they say today shows whether a site still speaks of the same things."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable
from functools import partial
from typing import Any
from urllib.parse import urlsplit

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.http import TextResponse

from ...core.healing.perception.samples import layout_of, likeness
from ..visits.requests import FLIGHT
from .looks import KEPT, PageLooks

logger = logging.getLogger(__name__)

_MOST = 4
"""Pages of a node that are requested again, at most."""
_OK = 200
_OWN = frozenset({KEPT, FLIGHT, "redirect_urls", "redirect_times", "redirect_reasons", "redirect_ttl", "retry_times"})
"""Keys of `Request.meta` that are about one request alone."""

InStore = Callable[[Callable[[], Any]], Awaitable[Any]]


class Revisits:
    """Once for each node of a crawl; *in_store* runs a function where *store* is read and written."""

    def __init__(self, crawler: Crawler, store: Any, in_store: InStore) -> None:
        self._crawler, self._store, self._in_store = crawler, store, in_store
        self._requests: dict[str, Request] = {}
        """By node: the latest request, as an example for the others."""
        self._asked: set[str] = set()

    def note(self, nodes: Iterable[str], request: Request | None) -> None:
        """Note that a page of *nodes* was requested."""
        if request is not None:
            self._requests.update(dict.fromkeys(nodes, request))

    async def ask(self, spider: str, node: str) -> bool:
        """Request older pages again, and keep those that look like pages of today; returns whether there are some.

        Those count as well that another worker has asked for meanwhile.
        """
        like = self._requests.get(node)
        if node in self._asked or like is None or like.method != "GET" or like.body:
            return False
        self._asked.add(node)
        pages = partial(self._store.pages, spider, node)
        good, failing = await self._in_store(partial(pages, "good")), await self._in_store(partial(pages, "failing"))
        if not failing:
            return False
        known, host = {page.url for page in failing}, urlsplit(like.url).netloc
        wanted = [page for page in good if page.url not in known and _may_be_asked(page, host)][-_MOST:]
        answers = await asyncio.gather(*(self._fetch(_again(like, page.url)) for page in wanted))
        again = [(page, answer) for page, answer in zip(wanted, answers, strict=True) if answer is not None]
        kept: bool = await self._in_store(partial(self._keep, spider, node, again, failing[-1].markup))
        return kept or any(page.url in known for page in good)

    def _keep(self, spider: str, node: str, again: Iterable[tuple[Any, TextResponse]], today: str) -> bool:
        """Keep pages that look like *today* and not as before; tells whether there are some. In the store's thread."""
        now, is_kept = layout_of(today), False
        for page, answer in again:
            layout = layout_of(answer.text)
            if likeness(layout, now) >= likeness(layout, layout_of(page.markup)):
                seen = [one._replace(found=0, missing=1, values=()) for one in page.fields]
                facts = {"url": page.url, "status": answer.status, "markup": answer.text, "seen": seen}
                self._store.add_page(spider, node, state="failing", **facts)
                is_kept = True
        return is_kept

    async def _fetch(self, request: Request) -> TextResponse | None:
        """The page if it still has content, else None."""
        stats: Any = self._crawler.stats
        stats.inc_value("bt/healing/revisited")
        engine: Any = self._crawler.engine
        try:
            response = await engine.download_async(request)
        except Exception as error:  # noqa: BLE001 - those of any handler or middleware
            logger.debug("%s is not there any more: %s", request, error, extra={"spider": self._crawler.spider})
            return None
        if response.status != _OK or not isinstance(response, TextResponse):
            return None
        return None if PageLooks(response).kind().is_in_place_of_content else response


def _may_be_asked(page: Any, host: str) -> bool:
    """Whether a page is on the same host, and was kept with its request."""
    return urlsplit(page.url).netloc == host and not page.altered


def _again(like: Request, url: str) -> Request:
    meta = {name: value for name, value in like.meta.items() if name not in _OWN}
    return like.replace(url=url, meta=meta, callback=None, errback=None, cb_kwargs={}, dont_filter=True)

"""Which pages are fetched again when a field is mended, of this crawl and of earlier ones."""

from __future__ import annotations

from collections.abc import Callable, Collection
from concurrent.futures import Executor
from typing import Any

from scrapy import Request
from scrapy.crawler import Crawler

from ...core.healing.modes import Modes
from ...core.healing.perception.watchers import Watcher
from ...frontier.entries import Entry
from ..treespiders import RunsTree
from .asking import lacks_cookies, read_request, same_page, write_down
from .askingtasks import address_of, read_task, write_task
from .looks import PageLooks
from .missed import FetchLater, MissedPages
from .sharedcookies import SharedCookies


class FetchAgain:
    """Pages of one crawl on which something was missing that mostly is there; *send* requests one of a spider."""

    def __init__(
        self,
        crawler: Crawler,
        store: Any,
        executor: Executor,
        watcher: Watcher,
        modes: Modes,
        send: Callable[[Request], None],
    ) -> None:
        self._crawler, self._watcher, self._modes, self._send = crawler, watcher, modes, send
        self._stats: Any = crawler.stats
        self._is_tree = issubclass(crawler.spidercls, RunsTree)
        self._spider = ""
        self.queue: Callable[[bytes], None] | None = None
        """Goes on with the task of a tree that an earlier crawl has written down."""
        self._earlier = (
            MissedPages(store.missed, executor, read_task, address_of, key=lambda written: written[1])
            if self._is_tree
            else MissedPages(
                store.missed,
                executor,
                lambda missed: read_request(missed, crawler.spider, self._shared),
                lambda one: (same_page(one), True),
                waits=lambda missed: lacks_cookies(missed, crawler.spider, self._shared),
            )
        )
        self._later = FetchLater()
        self._shared = SharedCookies()

    def open(self, spider: str) -> None:
        """What earlier crawls have missed, and is mended now."""
        self._spider = spider
        self._earlier.open(spider)

    def close(self, *, is_finished: bool) -> None:
        """Keep for the next crawl what this one has missed."""
        self._earlier.close(self._is_lost, is_finished=is_finished)

    def note(self, look: PageLooks) -> None:
        """A page of a spider was read."""
        request = look.response.request
        if request is None or self._is_tree:
            return
        self._shared.note(request)
        self._earlier.note(request, self.missing(look), lambda: write_down(request, self._crawler.spider, self._shared))
        if lacking := self.lacking(look):
            self.keep(lacking, lambda: self._send(request.replace(dont_filter=True)))

    def note_task(self, request: Request, missing: Collection[tuple[str, str]], again: Entry | None) -> None:
        """Note that a page of a tree was read; *missing*: as below; *again*: a task that visits it again."""
        self._earlier.note(request, missing, lambda: None if again is None else write_task(again, request))

    def lacking(self, look: PageLooks) -> frozenset[str]:
        """The nodes of a page that may be healed later, when a person has accepted a proposal."""
        missing = self.missing(look)
        return frozenset(node for node, field in missing if self._modes.of(self._spider, node, field) == "review")

    def missing(self, look: PageLooks) -> set[tuple[str, str]]:
        """The fields of a page, as node and name, for which nothing was found where mostly something is."""
        found = {(one.node, one.field): one.found for one in look.observations}
        empty = (field for field, count in found.items() if not count and field not in look.healed)
        return {field for field in empty if self._is_needed(*field)}

    def keep(self, nodes: frozenset[str], fetch: Callable[[], None]) -> None:
        """Fetch a page of this crawl again when one of *nodes* is healed."""
        self._later.keep(nodes, fetch)

    def fetch(self, healed: Collection[str]) -> None:
        """Fetch the pages of this crawl whose nodes are healed now."""
        self._count(self._later.fetch(healed))

    @property
    def has_earlier(self) -> bool:
        """Whether earlier crawls have missed pages that this one has not met."""
        return self._earlier.is_wanting

    async def fetch_earlier(self) -> None:
        """Fetch these, once, as far as no other worker does."""
        again = await self._earlier.take()
        self._count(len(again))
        for one in again:
            if self.queue is not None:
                self.queue(one)
            else:
                self._send(one)

    def renew(self) -> None:
        """Tell other workers that these are still fetched by this one; to be called several times a minute."""
        self._earlier.renew()

    def _count(self, pages: int) -> None:
        if pages:
            self._stats.inc_value("bt/healing/fetched_again", pages)

    def _is_needed(self, node: str, field: str) -> bool:
        watch = self._watcher.fields.get((node, field))
        return watch is not None and watch.is_needed

    def _is_lost(self, node: str, field: str) -> bool:
        """Whether it has changed, and nobody has mended it yet."""
        watch = self._watcher.fields.get((node, field))
        return watch is not None and bool(watch.changed)

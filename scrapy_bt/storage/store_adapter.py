"""Connects a store with its crawl: refused records, stores that cannot begin, stores that cannot go on."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Protocol, TypeVar

from itemadapter import ItemAdapter
from scrapy import signals
from scrapy.crawler import Crawler
from scrapy.exceptions import DropItem
from scrapy.utils.asyncio import is_asyncio_available

from ..errors import BTError, NotStored
from ..frontier.dead_letters import note_dead_letters
from ..frontier.records import OFFERED, REFUSED, RefusedRecord
from ..settings import DEFAULTS, BTSettings
from ..versions import close_when_open, data_path, spider_name
from .dead_letters import DeadLetterFile
from .rows import StoreError

logger = logging.getLogger(__name__)

_LOOK = 0.5
"""Seconds between two looks whether the crawl is to end."""
_LAST_WAIT = 10.0
"""Seconds for which a crawl that somebody ends waits for a store that is away."""


class Store(Protocol):
    """A way to a database, or to brokers."""

    def hurry(self) -> None:
        """Waiting for it has to end soon."""


S = TypeVar("S", bound=Store)


class Undone(NotStored, DropItem):
    """An item that could not be stored; without frontier it is dropped, and told."""


class StoreAdapter:
    """The adapter of one pipeline; *store* is its name in letters and statistics."""

    def __init__(self, crawler: Crawler, store: str) -> None:
        self._crawler, self._store = crawler, store
        self._farewell: asyncio.Future[None] | None = None
        self._watch: asyncio.Task[None] | None = None
        self._take: Callable[[str, Mapping[str, Any]], Awaitable[str]] | None = None
        self._hurry: Callable[[], None] = lambda: None
        folder = data_path(crawler.settings.get("BT_DEAD_LETTERS") or DEFAULTS["BT_DEAD_LETTERS"])
        self._file = DeadLetterFile(folder, spider_name(crawler))

    async def open(
        self, connect: Callable[[], Awaitable[S]], *, take: Callable[[str, Mapping[str, Any]], Awaitable[str]]
    ) -> S | None:
        """What *connect* gives; None where it raises `BTError`: then the crawl ends before anything is visited.

        *take* stores a record that is offered again.
        """
        try:
            if not is_asyncio_available():
                raise StoreError("storing needs asyncio: keep Scrapy's default TWISTED_REACTOR")
            BTSettings.read(self._crawler.settings)
            store = await connect()
        except BTError as error:
            logger.error("%s", error, extra=self.extra)  # noqa: TRY400  # who started it has to mend something
            self._crawler.spider.fault = error  # type: ignore[union-attr]  # a tree's spider has it, others may
            self._crawler.signals.connect(self._refuse_to_open, signals.spider_opened)
            return None
        self._take, self._hurry = take, store.hurry
        self._crawler.signals.connect(self._answer, OFFERED)
        self._watch = asyncio.get_running_loop().create_task(self._watch_for_the_end())
        return store

    def close(self) -> None:
        """The crawl is over."""
        if self._watch is not None:
            self._watch.cancel()

    def give_up(self, error: BaseException) -> None:
        """End the crawl, once: what it gives from now on would not be stored, and is not waited for any more."""
        self._hurry()
        if self._farewell is None and self._crawler.engine is not None:
            logger.error("The crawl ends, since its records cannot be stored: %s", error, extra=self.extra)
            self._crawler.spider.fault = error  # type: ignore[union-attr]  # a tree's spider has it, others may
            self._farewell = asyncio.ensure_future(self._crawler.engine.close_spider_async(reason="store_failed"))

    async def store(self, item: Any, take: Callable[[str, Mapping[str, Any]], Awaitable[str]]) -> Any:
        """Have an item taken, as a record of its kind; one that *take* gives a reason against is kept with it."""
        kind, record = self.kind_of_item(item), ItemAdapter(item).asdict()
        reason = await take(kind, record)
        if reason:
            await self.refuse(kind, record, reason)
        return item

    async def refuse(self, kind: str, record: Mapping[str, Any], reason: str) -> None:
        """Keep a record that does not fit, with the reason."""
        self._crawler.stats.inc_value(f"bt/{self._store}/refused/{kind}")
        logger.warning("A record of %s does not fit (%s): %s", kind, self._store, reason, extra=self.extra)
        refused = RefusedRecord(self._store, kind, dict(record), reason)
        answers = self._crawler.signals.send_catch_log(REFUSED, refused=refused)
        if not any(answer is True for _, answer in answers):
            await asyncio.get_running_loop().run_in_executor(None, self._file.write, refused)
            note_dead_letters(self._crawler, 1)

    def kind_of_item(self, item: Any) -> str:
        """The item node or group of a record, the class of an item, or the spider of a plain one."""
        node = getattr(item, "node", None)
        if node is not None:
            return str(node)
        spider = self._crawler.spider
        return type(item).__name__ if type(item) is not dict else getattr(spider, "name", None) or "records"

    @property
    def extra(self) -> dict[str, Any]:
        """The fields of its log lines."""
        return {"spider": self._crawler.spider}

    async def _answer(self, offered: RefusedRecord) -> str | None:
        if offered.store != self._store or self._take is None:
            return None
        return await self._take(offered.kind, offered.fields)

    async def _watch_for_the_end(self) -> None:
        """Hurry some time after somebody has ended the crawl, as by Ctrl-C, with items still under way."""
        # It opens its spider before it runs.
        for is_running in (False, True):
            while getattr(self._crawler.engine, "running", True) is is_running:
                await asyncio.sleep(_LOOK)
        await asyncio.sleep(_LAST_WAIT)
        self._hurry()

    def _refuse_to_open(self) -> None:
        close_when_open(self._crawler, reason="no_store")


def no_place(pipeline: str, setting: str, example: str) -> str:
    """What is told of a pipeline that somebody has named, without saying where its records go."""
    return (
        f"ITEM_PIPELINES names {pipeline}, but {setting} is empty, so that no record would be stored: set it, "
        f'{setting} = "{example}", or take the pipeline out'
    )

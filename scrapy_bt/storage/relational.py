"""`StorePipeline`: the records of any spider into SQLite, PostgreSQL, or what else SQLAlchemy speaks to.

A table for each kind of record: the item node of a tree, the group of a rule, the class of an item, or the spider. It
is made when its first record comes. The key of a row is a hash of its content, so that a crawl that is run again, or
whose last steps are taken again after a kill, stores nothing twice.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

from itemadapter import ItemAdapter
from scrapy import signals
from scrapy.crawler import Crawler
from scrapy.exceptions import CloseSpider, NotConfigured
from scrapy.utils.asyncio import is_asyncio_available

from .rows import Row, StoreError

if TYPE_CHECKING:
    from typing_extensions import Self

    from .database import Database

logger = logging.getLogger(__name__)

_BATCH = 500
"""Rows that are written at once, at most; while they are, the next gather."""


class StorePipeline:
    """Writes in a thread of its own; an item has passed when it is stored.

    *url*: as `sqlite:///shop.db` or `postgresql://user:password@host/name`.
    """

    def __init__(self, crawler: Crawler, url: str, prefix: str = "") -> None:
        self._crawler, self._url, self._prefix = crawler, url, prefix
        self._database: Database | None = None
        self._thread = ThreadPoolExecutor(1, "store")
        self._waiting: list[tuple[Row, asyncio.Future[None]]] = []
        self._writing: asyncio.Task[None] | None = None
        self._farewell: asyncio.Future[None] | None = None

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        settings = crawler.settings
        url = settings.get("BT_STORE_URL")
        if not url:
            raise NotConfigured("BT_STORE_URL says where records are stored, for example sqlite:///records.db")
        return cls(crawler, url, settings.get("BT_STORE_PREFIX", ""))

    async def open_spider(self) -> None:
        """Connect; where that is impossible the crawl ends at once, in order."""
        try:
            if not is_asyncio_available():
                raise StoreError("storing needs asyncio: leave the setting TWISTED_REACTOR as it is in Scrapy")
            self._database = await self._apart(_open, self._url)
        except StoreError as error:
            logger.error("%s", error, extra=self._extra)  # noqa: TRY400  # who started it has to mend something
            self._crawler.spider.fault = error  # type: ignore[union-attr]  # a tree's spider has it, others may
            self._crawler.signals.connect(self._refuse, signals.spider_opened)

    def _refuse(self) -> None:
        raise CloseSpider("no_store")

    async def process_item(self, item: Any) -> Any:
        """Hand the record in, and wait until it is stored, or known not to fit."""
        if self._database is None:
            return item
        row = Row.of(self._table_of(item), ItemAdapter(item).asdict(), self._declared(item))
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((row, done))
        if self._writing is None or self._writing.done():
            self._writing = asyncio.ensure_future(self._write())
        await done
        return item

    async def close_spider(self) -> None:
        """Write what is left."""
        if self._database is not None:
            self._database.stop()
        if self._writing is not None:
            await self._writing
        if self._database is not None:
            await self._apart(self._database.close)
        self._thread.shutdown(wait=False)

    async def _write(self) -> None:
        database = self._database
        assert database is not None, "opened before"
        while self._waiting:
            batch, self._waiting = self._waiting[:_BATCH], self._waiting[_BATCH:]
            error: BaseException | None = None
            try:
                outcome = await self._apart(database.write, [row for row, _ in batch])
                self._tell(outcome.stored, outcome.known, outcome.refused)
            except Exception as raised:  # noqa: BLE001  # each item that waits for it has to hear of it
                error = raised
                self._give_up(raised)
            for _, done in batch:
                if done.done():
                    continue
                if error is None:
                    done.set_result(None)
                else:
                    done.set_exception(error)

    def _give_up(self, error: Exception) -> None:
        """End the crawl, once: what it gives from now on would be lost."""
        if self._farewell is None and self._crawler.engine is not None:
            logger.error("The crawl ends, since its records cannot be stored: %s", error, extra=self._extra)
            self._crawler.spider.fault = error  # type: ignore[union-attr]  # a tree's spider has it, others may
            self._farewell = asyncio.ensure_future(self._crawler.engine.close_spider_async(reason="store_failed"))

    def _tell(self, stored: int, known: int, refused: list[tuple[Row, str]]) -> None:
        stats = self._crawler.stats
        stats.inc_value("bt/store/stored", stored)
        if known:
            stats.inc_value("bt/store/known", known)
        for row, reason in refused:
            stats.inc_value(f"bt/store/refused/{row.table}")
            logger.warning("A record does not fit into table %s: %s", row.table, reason, extra=self._extra)

    async def _apart(self, function: Any, *arguments: Any) -> Any:
        return await asyncio.get_running_loop().run_in_executor(self._thread, function, *arguments)

    def _table_of(self, item: Any) -> str:
        node = getattr(item, "node", None)
        if node is None:
            spider = self._crawler.spider
            node = type(item).__name__ if type(item) is not dict else getattr(spider, "name", None) or "records"
        return f"{self._prefix}{node}"

    def _declared(self, item: Any) -> Mapping[str, tuple[str, int]]:
        """Types and greatest lengths of the columns that a rule's group declares."""
        tables = getattr(self._crawler.spider, "tables", None) or {}
        table = tables.get(getattr(item, "node", None))
        columns = table.columns.items() if table is not None else ()
        return {name: (column.type, column.length) for name, column in columns}

    @property
    def _extra(self) -> dict[str, Any]:
        return {"spider": self._crawler.spider}


def _open(url: str) -> Database:
    try:
        from .database import open_database  # noqa: PLC0415  # an extra
    except ImportError as error:
        if (error.name or "").partition(".")[0] != "sqlalchemy":
            raise
        raise StoreError("storing records needs SQLAlchemy: pip install 'scrapy_bt[store]'") from None
    return open_database(url)

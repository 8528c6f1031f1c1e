"""`StorePipeline`: the records of any spider into SQLite, PostgreSQL, or what else SQLAlchemy speaks to.

A table for each kind of record: the item node of a tree, the group of a rule, the class of an item, or the spider. It
is made when its first record comes. The key of a row is a hash of its content, or of the fields that `BT_STORE_KEY`
names, so that a crawl that is run again, or whose last steps are taken again after a kill, stores nothing twice.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

from itemadapter import ItemAdapter
from scrapy.crawler import Crawler

from ..settings import BTSettings
from .identity import RecordIdentity
from .rows import Alias, Row, StoreError, sql_name
from .store_adapter import StoreAdapter, Undone, no_place

if TYPE_CHECKING:
    from typing_extensions import Self

    from .database import BatchResult, Database

TIMEOUT = 300.0
"""Seconds that a database which is away is waited for."""
_BATCH = 500
"""Rows that are written at once, at most; while they are, the next gather."""
_LINGER = 0.01
"""Seconds that rows may wait for others."""


class StorePipeline:
    """Writes in a thread of its own; an item has passed when it is stored, or kept as one that does not fit."""

    def __init__(self, crawler: Crawler) -> None:
        self._crawler = crawler
        self._prefix = ""
        self._adapter = StoreAdapter(crawler, "store")
        self._identity = RecordIdentity()
        self._database: Database | None = None
        self._thread = ThreadPoolExecutor(1, "store")
        self._waiting: list[tuple[Row | Alias, asyncio.Future[str]]] = []
        self._writing: asyncio.Task[None] | None = None
        self._has_company = False
        """Several rows were written together the last time."""

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        return cls(crawler)

    async def open_spider(self) -> None:
        """Connect, and make the tables that are known; where that is impossible the crawl ends at once, in order."""
        self._database = await self._adapter.open(self._connect, take=self._take)

    async def process_item(self, item: Any) -> Any:
        """Hand the record in, and wait until it is stored, or known not to fit."""
        return await self._adapter.store(item, self._take)

    async def note_duplicate(self, item: Any, match: Any) -> None:
        """Keep where a record was found again: the row of the first has both addresses then."""
        url, original = match.url, match.original_url
        if self._database is None or not url or url == original:
            return
        kind, record = self._adapter.kind_of_item(item), ItemAdapter(item).asdict()
        try:
            key = self._identity.key(kind, record)
        except ValueError:
            key = ""
        await self._hand_in(Alias(sql_name(f"{self._prefix}{kind}"), key, original or "", url))

    async def close_spider(self) -> None:
        """Write what is left."""
        if self._writing is not None:
            await self._writing
        self._adapter.close()
        if self._database is not None:
            await self._apart(self._database.close)
        self._thread.shutdown(wait=False)

    async def _connect(self) -> Database:
        settings = self._crawler.settings
        bt = BTSettings.read(settings)
        url, self._prefix = bt.store_url, bt.store_prefix
        if not url:
            raise StoreError(no_place("StorePipeline", "BT_STORE_URL", "sqlite:///records.db"))
        self._identity = RecordIdentity.read(settings)
        database: Database = await self._apart(_open, url, bt.store_timeout, self._identity.address)
        try:
            await self._apart(database.check, self._declared_rows())
        except StoreError:
            await self._apart(database.close)
            raise
        return database

    async def _take(self, kind: str, record: Mapping[str, Any]) -> str:
        """Why a record does not fit, when it is known; empty when it is stored."""
        if self._database is None:
            raise Undone("the store is not open")
        try:
            row = self._row(kind, record)
        except ValueError as error:
            return str(error)
        return await self._hand_in(row)

    async def _hand_in(self, row: Row | Alias) -> str:
        done: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self._waiting.append((row, done))
        if self._writing is None or self._writing.done():
            self._writing = asyncio.ensure_future(self._write())
        return await done

    async def _write(self) -> None:
        database = self._database
        assert database is not None, "opened before"
        while self._waiting:
            if self._has_company and len(self._waiting) < _BATCH:
                # Where several came together others will, and a batch costs more than its rows; who is alone is not
                # held up.
                await asyncio.sleep(_LINGER)
            batch, self._waiting = self._waiting[:_BATCH], self._waiting[_BATCH:]
            self._has_company = len(batch) > 1
            error: BaseException | None = None
            reasons: dict[int, str] = {}
            try:
                outcome = await self._apart(database.write, [row for row, _ in batch])
                self._count(outcome)
                reasons = {id(row): reason for row, reason in outcome.refused}
            except Exception as raised:  # noqa: BLE001  # each item that waits for it has to hear of it
                error = raised
                self._adapter.give_up(raised)
            for row, done in batch:
                if done.done():
                    continue
                if error is None:
                    done.set_result(reasons.get(id(row), ""))
                else:
                    done.set_exception(Undone(f"not stored: {error}"))

    def _count(self, outcome: BatchResult) -> None:
        for name, count in (
            ("stored", outcome.stored),
            ("known", outcome.known),
            ("places_lost", outcome.lost),
        ):
            if count:
                self._crawler.stats.inc_value(f"bt/store/{name}", count)

    def _row(self, kind: str, record: Mapping[str, Any]) -> Row:
        identity = self._identity
        return Row.of(
            f"{self._prefix}{kind}",
            record,
            self._declared(kind),
            key=identity.key(kind, record),
            known_by=identity.fields.get(kind, ()),
            urls=identity.urls(kind, record),
            run=getattr(self._crawler.spider, "bt_run", ""),
        )

    def _declared(self, kind: str) -> Mapping[str, tuple[str, int]]:
        """Types and greatest lengths of the columns that a rule's group declares."""
        table = (getattr(self._crawler.spider, "tables", None) or {}).get(kind)
        columns = table.columns.items() if table is not None else ()
        return {name: (column.type, column.length) for name, column in columns}

    def _declared_rows(self) -> list[Row]:
        """The tables of a rule, as rows without values."""
        tables = getattr(self._crawler.spider, "tables", None) or {}
        return [
            Row.of(
                f"{self._prefix}{kind}",
                {},
                self._declared(kind),
                key="",
                known_by=self._identity.fields.get(kind, ()),
            )
            for kind in tables
        ]

    async def _apart(self, function: Any, *arguments: Any) -> Any:
        return await asyncio.get_running_loop().run_in_executor(self._thread, function, *arguments)


def _open(url: str, timeout: float, address: str) -> Database:
    # The one tells each plug-in that it loads, the other what a lost connection brings with it: we tell that.
    logging.getLogger("alembic").setLevel(logging.WARNING)
    logging.getLogger("psycopg").setLevel(logging.ERROR)
    try:
        from .database import open_database  # noqa: PLC0415  # an extra
    except ImportError as error:
        if (error.name or "").partition(".")[0] not in ("sqlalchemy", "alembic"):
            raise
        raise StoreError("storing records needs SQLAlchemy and alembic: pip install 'scrapy_bt[store]'") from None
    return open_database(url, timeout=timeout, address=sql_name(address))

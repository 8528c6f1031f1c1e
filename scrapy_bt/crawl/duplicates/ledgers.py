"""Where contents are known: in this process, in a file, or in a Redis for all workers; nothing here blocks."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Protocol, TypeVar

from scrapy.crawler import Crawler
from scrapy.settings import BaseSettings
from scrapy.utils.misc import load_object

from ...core.duplicates.verdicts import DuplicateVerdict, KnownRecord
from ...settings import BTSettings
from ...versions import spider_name
from .content_store import IN_MEMORY, ContentStore
from .options import DuplicateOptions

T = TypeVar("T")

FILE = "duplicates.db"
"""Name of the ledger in a `JOBDIR`."""


class Ledger(Protocol):
    """Contents that are known, and claims on those that are about to be."""

    outlasts: bool
    """What is known here is known after this process, too."""

    async def open(self) -> None:
        """Raises `BTError` where it cannot be used."""

    async def claim(self, sample: KnownRecord, token: str) -> DuplicateVerdict:
        """Ask for a content under a token that no other record has."""
        ...

    async def settle(self, stored: Sequence[str], given_back: Sequence[str]) -> None:
        """End claims: what was stored, and what the next one may store."""

    async def keep(self, tokens: Sequence[str]) -> None:
        """Prolong claims."""

    async def close(self) -> None:
        """Let go of it."""


class StoreLedger:
    """A `ContentStore`, in a thread of its own."""

    def __init__(self, path: Path | str, *, options: DuplicateOptions) -> None:
        self._path, self._options = path, options
        self.outlasts = path != IN_MEMORY
        self._thread = ThreadPoolExecutor(1, "duplicates")
        self._content_store: ContentStore | None = None

    async def open(self) -> None:
        self._content_store = await self._apart(
            lambda: ContentStore(
                self._path, similarity=self._options.similarity_text, lease_seconds=self._options.lease_seconds
            )
        )

    async def claim(self, sample: KnownRecord, token: str) -> DuplicateVerdict:
        return await self._apart(
            lambda: self._open_content_store.claim(sample, token, threshold=self._options.similarity)
        )

    async def settle(self, stored: Sequence[str], given_back: Sequence[str]) -> None:
        await self._apart(lambda: self._open_content_store.settle(stored, given_back))

    async def keep(self, tokens: Sequence[str]) -> None:
        await self._apart(lambda: self._open_content_store.keep(tokens))

    async def close(self) -> None:
        if self._content_store is not None:
            await self._apart(self._content_store.close)
        self._thread.shutdown(wait=False)

    @property
    def _open_content_store(self) -> ContentStore:
        assert self._content_store is not None, "opened before"
        return self._content_store

    async def _apart(self, act: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, act)


def open_ledger(crawler: Crawler, options: DuplicateOptions) -> Ledger:
    """The ledger that the settings name, which has to be opened yet; raises `BTError`."""
    place = ledger_place(crawler.settings, options)
    if place == "redis":
        from .shared import RedisLedger  # noqa: PLC0415  # only who uses Redis loads it

        return RedisLedger(crawler, name=options.name or spider_name(crawler), options=options)
    return StoreLedger(place, options=options)


def ledger_place(settings: BaseSettings, options: DuplicateOptions) -> Path | str:
    """`redis`, `:memory:` or a path."""
    if options.store == "redis":
        return "redis"
    if options.store == "memory":
        return IN_MEMORY
    if options.store:
        return Path(options.store)
    if BTSettings.read(settings).frontier == "redis" or getattr(
        load_object(settings["SCHEDULER"]), "queues_in_redis", False
    ):
        return "redis"
    if settings.get("JOBDIR"):
        return Path(settings["JOBDIR"]) / FILE
    return IN_MEMORY

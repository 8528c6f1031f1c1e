"""Where contents are known: in this process, in a file, or in a Redis for all workers; nothing here blocks."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from scrapy.crawler import Crawler
from scrapy.settings import BaseSettings
from scrapy.utils.misc import load_object

from ...core.duplicates.verdicts import Sample, Verdict
from .book import IN_MEMORY, Book
from .wishes import Wishes

if TYPE_CHECKING:
    from scrapy import Spider

T = TypeVar("T")

FILE = "duplicates.db"
"""Name of the ledger in a `JOBDIR`."""


class Ledger(Protocol):
    """Contents that are known, and claims on those that are about to be."""

    outlasts: bool
    """What is known here is known after this process, too."""

    async def open(self) -> None:
        """Raises `BTError` where it cannot be used."""

    async def claim(self, sample: Sample, token: str) -> Verdict:
        """Ask for a content under a token that no other record has."""
        ...

    async def settle(self, stored: Sequence[str], given_back: Sequence[str]) -> None:
        """End claims: what was stored, and what the next one may store."""

    async def keep(self, tokens: Sequence[str]) -> None:
        """Prolong claims."""

    async def close(self) -> None:
        """Let go of it."""


class BookLedger:
    """A `Book`, in a thread of its own."""

    def __init__(self, path: Path | str, *, wishes: Wishes) -> None:
        self._path, self._wishes = path, wishes
        self.outlasts = path != IN_MEMORY
        self._thread = ThreadPoolExecutor(1, "duplicates")
        self._book: Book | None = None

    async def open(self) -> None:
        self._book = await self._apart(
            lambda: Book(self._path, terms=self._wishes.terms, lease_seconds=self._wishes.lease_seconds)
        )

    async def claim(self, sample: Sample, token: str) -> Verdict:
        return await self._apart(lambda: self._open_book.claim(sample, token, threshold=self._wishes.similarity))

    async def settle(self, stored: Sequence[str], given_back: Sequence[str]) -> None:
        await self._apart(lambda: self._open_book.settle(stored, given_back))

    async def keep(self, tokens: Sequence[str]) -> None:
        await self._apart(lambda: self._open_book.keep(tokens))

    async def close(self) -> None:
        if self._book is not None:
            await self._apart(self._book.close)
        self._thread.shutdown(wait=False)

    @property
    def _open_book(self) -> Book:
        assert self._book is not None, "opened before"
        return self._book

    async def _apart(self, act: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, act)


def open_ledger(crawler: Crawler, wishes: Wishes) -> Ledger:
    """The ledger that the settings name, which has to be opened yet; raises `BTError`."""
    spider: Spider | Any = crawler.spider or crawler.spidercls
    place = place_of(crawler.settings, wishes)
    if place == "redis":
        from .shared import RedisLedger  # noqa: PLC0415  # only who uses Redis loads it

        return RedisLedger(crawler, name=wishes.name or spider.name, wishes=wishes)
    return BookLedger(place, wishes=wishes)


def place_of(settings: BaseSettings, wishes: Wishes) -> Path | str:
    """`redis`, `:memory:` or a path."""
    if wishes.store == "redis":
        return "redis"
    if wishes.store == "memory":
        return IN_MEMORY
    if wishes.store:
        return Path(wishes.store)
    if settings.get("BT_FRONTIER") == "redis" or getattr(load_object(settings["SCHEDULER"]), "queues_in_redis", False):
        return "redis"
    if settings.get("JOBDIR"):
        return Path(settings["JOBDIR"]) / FILE
    return IN_MEMORY

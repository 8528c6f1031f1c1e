"""`DuplicatesPipeline`: of records with the same content, or nearly the same, one passes (scale.md, "Duplicates").

A record that is new claims its content. The claim is for good when the record has passed all pipelines; it ends when
one of them drops the record or fails, and some time after its worker has died. Whoever comes with the same content
meanwhile waits for that, so that nothing is lost with a worker and nothing is stored twice.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from contextlib import suppress
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any, TypeVar
from uuid import uuid4

from scrapy import signals
from scrapy.crawler import Crawler
from scrapy.exceptions import DropItem
from scrapy.utils.asyncio import is_asyncio_available
from scrapy.utils.defer import ensure_awaitable

from ...core.duplicates.verdicts import DuplicateMatch, KnownRecord
from ...errors import BTError, NotStored
from ..runtime.faults import refuse_start
from ..runtime.feeds import Feeds
from ..runtime.task_group import TaskGroup
from .ledgers import Ledger, open_ledger
from .options import DuplicateOptions
from .samples import is_longer, sample_of

if TYPE_CHECKING:
    from typing_extensions import Self

logger = logging.getLogger(__name__)

T = TypeVar("T")

_MANY = 100
"""Records without content, and none with any, after which nobody need wait for the end to be told."""
_LONG = 20_000
"""Characters."""
_LOOK_AGAIN, _FAREWELL = 1.0, 8.0
"""Seconds between two looks whether the crawl ends, and how long the ledger is waited for then."""
_FIRST_LOOK, _LONGEST_LOOK = 0.02, 0.5
"""Seconds between two looks at a content that somebody else has claimed; doubled each time."""


class DuplicateItem(DropItem):
    """A record that is not passed on; *match* says which record it is the same as, and by how much."""

    def __init__(self, match: DuplicateMatch) -> None:
        self.match = match
        how = "has the same content" if match.reason == "same" else f"shares {match.similarity:.0%} of the text"
        super().__init__(f"{match.url or 'it'} {how} as {match.original_url or match.key}", log_level="DEBUG")


class _Claim:
    """Of a record on its way through the pipelines."""

    def __init__(self, token: str, owner: DuplicatesPipeline) -> None:
        self.token, self.owner = token, owner
        self.is_open = True


# Scrapy's signals name the record, but pipelines may have put another object in its place: the context is the same.
_current: ContextVar[_Claim | None] = ContextVar("scrapy_bt_claim", default=None)


class DuplicatesPipeline:
    """Item pipeline for any project; place it before whatever stores records.

    Pipelines that have a method `note_duplicate(item, match)` are told, before a record is dropped, where it was
    found again; handlers of `item_dropped` find that in `DuplicateItem.match`.
    """

    def __init__(self, crawler: Crawler) -> None:
        self._crawler, self._stats = crawler, crawler.stats
        self._options: DuplicateOptions | None = None
        self._ledger: Ledger | None = None
        self._worker = uuid4().hex
        self._count = self._without_content = 0
        self._held: set[str] = set()
        self._ended: list[tuple[str, bool]] = []
        """Claims with whether their records were stored, which the ledger does not know yet."""
        self._settling: asyncio.Task[None] | None = None
        self._settled = asyncio.Event()
        self._task_group = TaskGroup(on_error=self._fail)
        self._farewell: asyncio.Future[None] | None = None
        self._failure: BaseException | None = None

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        pipeline = cls(crawler)
        for handler, signal in (
            (pipeline.confirm, signals.item_scraped),
            (pipeline.give_back, signals.item_dropped),
            (pipeline.give_back, signals.item_error),
        ):
            crawler.signals.connect(handler, signal)
        return pipeline

    async def open_spider(self) -> None:
        """Open the ledger; where that is impossible the crawl ends at once, in order."""
        try:
            if not is_asyncio_available():
                raise BTError("finding duplicates needs asyncio: keep Scrapy's default TWISTED_REACTOR")
            self._options = DuplicateOptions.read(self._crawler.settings)
            ledger = open_ledger(self._crawler, self._options)
            self._feeds = Feeds(self._crawler, outlasts=ledger.outlasts)
            await ledger.open()
        except BTError as error:
            refuse_start(self._crawler, error, logger, reason="no_duplicates")
            return
        self._ledger = ledger
        self._task_group.start(self._keep())

    async def process_item(self, item: Any) -> Any:
        """Pass the record on, or raise `DuplicateItem`."""
        _current.set(None)
        if self._ledger is None or self._options is None:
            return item
        # A long text takes longer than the reactor may be held up.
        is_long = is_longer(item, _LONG)
        sample = await asyncio.to_thread(sample_of, item, self._options) if is_long else sample_of(item, self._options)
        if sample is None:
            self._stats.inc_value("bt/duplicates/without_content")
            self._without_content += 1
            if self._without_content == _MANY:
                self._warn_of_fields(self._options)
            return item
        self._count += 1
        claim = _Claim(f"{self._worker} {self._count}", self)
        match = await self._claim(sample, claim, self._ledger)
        if match is None:
            _current.set(claim)
            self._stats.inc_value("bt/duplicates/passed")
            return item
        await self._tell(item, match)
        self._stats.inc_value(f"bt/duplicates/{match.reason if match.is_new else 'again'}")
        raise DuplicateItem(match)

    async def _tell(self, item: Any, match: DuplicateMatch) -> None:
        """Each time, since nobody knows whether those who were told before have kept it."""
        for pipeline in self._crawler.engine.scraper.itemproc.middlewares:
            if hasattr(pipeline, "note_duplicate"):
                await ensure_awaitable(pipeline.note_duplicate(item, match))

    async def confirm(self) -> None:
        """Handler of `item_scraped`: the record is stored."""
        await self._end(is_stored=True)

    async def give_back(self) -> None:
        """Handler of `item_dropped` and `item_error`: the next one with this content may pass."""
        await self._end(is_stored=False)

    async def close_spider(self) -> None:
        await self._task_group.end()
        if self._settling is not None:
            await self._settling
        if self._options is not None and 0 < self._without_content < _MANY:
            self._warn_of_fields(self._options)
        if self._ledger is not None:
            if self._held and self._failure is None:
                with suppress(BTError):  # they end by themselves
                    await self._await(self._ledger.settle((), sorted(self._held)))
            await self._ledger.close()

    def _warn_of_fields(self, options: DuplicateOptions) -> None:
        if options.fields and not self._count:
            logger.warning(
                "BT_DUPLICATES_FIELDS is %r: no record has had content in these fields, so that none was compared",
                self._crawler.settings.get("BT_DUPLICATES_FIELDS"),
                extra=self._extra,
            )

    async def _claim(self, sample: KnownRecord, claim: _Claim, ledger: Ledger) -> DuplicateMatch | None:
        """What the record is the same as; None if its content is ours to store."""
        pause, has_waited = _FIRST_LOOK, False
        while True:
            if self._failure is not None:
                raise NotStored(f"duplicates cannot be told any more: {self._failure}")
            self._held.add(claim.token)
            try:
                verdict = await self._await(ledger.claim(sample, claim.token))
            except Exception as error:  # noqa: BLE001  # whatever it is, the crawl ends by it
                self._fail(error)
                raise NotStored(f"duplicates cannot be told any more: {error}") from None
            if verdict.match is None and verdict.busy_for is None:
                return None
            self._held.discard(claim.token)
            if verdict.match is not None:
                return verdict.match
            if not has_waited:
                has_waited = True
                self._stats.inc_value("bt/duplicates/waited")
            await self._wait(min(pause, (verdict.busy_for or 0.0) + 0.001))
            pause = min(2 * pause, _LONGEST_LOOK)

    async def _await(self, answer: Coroutine[Any, Any, T]) -> T:
        """What the ledger answers, however long it is away; not for long any more when the crawl ends."""
        asking, seconds = asyncio.ensure_future(answer), 0.0
        while not asking.done():
            await asyncio.wait({asking}, timeout=_LOOK_AGAIN)
            slot = getattr(self._crawler.engine, "_slot", None)
            if slot is None or slot.closing is not None:
                seconds += _LOOK_AGAIN
            if seconds > _FAREWELL and not asking.done():
                asking.cancel()
                raise BTError("the ledger of duplicates is away; what it does not know is stored again")
        return asking.result()

    async def _wait(self, seconds: float) -> None:
        """So long, or until a record of this worker is through."""
        try:
            await asyncio.wait_for(self._settled.wait(), seconds)
        except asyncio.TimeoutError:
            return

    async def _end(self, *, is_stored: bool) -> None:
        claim = _current.get()
        if claim is None or claim.owner is not self or not claim.is_open:
            return
        claim.is_open = False
        self._ended.append((claim.token, is_stored))
        if self._settling is None or self._settling.done():
            self._settling = asyncio.ensure_future(self._settle())
        # What the task of this record is told is true: its acknowledgement comes after this.
        await asyncio.shield(self._settling)

    async def _settle(self) -> None:
        """Tell the ledger, for all records that are through by now."""
        assert self._ledger is not None, "claims come from it"
        await asyncio.sleep(0)  # other handlers of the signal have run by then, the exporters of feeds among them
        while self._ended:
            ended, self._ended = self._ended, []
            self._feeds.flush()
            stored = [token for token, is_stored in ended if is_stored]
            given_back = [token for token, is_stored in ended if not is_stored]
            try:
                await self._await(self._ledger.settle(stored, given_back))
            except Exception as error:  # noqa: BLE001  # whatever it is, the crawl ends by it
                self._fail(error)
            self._held.difference_update(token for token, _ in ended)
            if given_back:
                self._stats.inc_value("bt/duplicates/given_back", len(given_back))
            self._settled.set()
            self._settled = asyncio.Event()

    async def _keep(self) -> None:
        assert self._ledger is not None, "opened before"
        assert self._options is not None, "read before"
        while True:
            await asyncio.sleep(self._options.lease_seconds / 3)
            if self._held:
                await self._ledger.keep(sorted(self._held))

    def _fail(self, error: BaseException) -> None:
        """End the crawl, once: without the ledger nobody knows what is stored."""
        if self._failure is not None:
            return
        self._failure = error
        logger.error("The crawl ends, since duplicates cannot be told any more: %s", error, extra=self._extra)
        self._crawler.spider.fault = error  # type: ignore[union-attr]  # a tree's spider has it, others may
        if self._crawler.engine is not None:
            self._farewell = asyncio.ensure_future(self._crawler.engine.close_spider_async(reason="duplicates_failed"))

    @property
    def _extra(self) -> dict[str, Any]:
        return {"spider": self._crawler.spider}

"""Records that a store refused: kept as dead letters beside the tasks, and offered again when somebody queues them."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Coroutine
from dataclasses import replace
from typing import Any

from scrapy.crawler import Crawler
from twisted.python.failure import Failure

from ...errors import NotStored
from ...frontier.completion import Completion, Finish, Requeue
from ...frontier.entries import Bucket, DeadLetter, Entry, Lease
from ...frontier.records import OFFERED, RECORDS, REFUSED, RefusedRecord
from ...versions import spider_name
from .leases import Leases

_KEY_LENGTH = 14


class RecordDeadLetters:
    """Takes refused records over from stores, where tasks outlast the process."""

    def __init__(self, crawler: Crawler, leases: Leases, *, add: Callable[[Requeue], Any], outlasts: bool) -> None:
        self._crawler, self._leases, self._add = crawler, leases, add
        if outlasts:
            crawler.signals.connect(self._keep, REFUSED)

    def begin(self, lease: Lease) -> Coroutine[Any, Any, None] | None:
        """Settle the lease of a record; a coroutine, if it is to be offered to its store again."""
        with self._leases.answering_for(lease):
            record = RefusedRecord.decode(lease.entry.payload)
            if not record.reason:
                return self._offer(lease, record)
            self._put_away(lease, record)
        return None

    def _keep(self, refused: RefusedRecord) -> bool:
        """Queue it before the step that gave it ends, so that it is stored no later; it becomes a letter next."""
        # A step that is taken again gives it again.
        key = hashlib.blake2b(refused.again.encode(), digest_size=_KEY_LENGTH).digest()
        self._add(Requeue(Entry(Bucket(spider_name(self._crawler), RECORDS), refused.encode()), key=key))
        return True

    async def _offer(self, lease: Lease, record: RefusedRecord) -> None:
        with self._leases.answering_for(lease):
            answers = await self._crawler.signals.send_catch_log_async(OFFERED, offered=record, dont_log=NotStored)
            # What a handler raises comes as a failure of Twisted, or as the error itself.
            given = [answer.value if isinstance(answer, Failure) else answer for _, answer in answers]
            if any(isinstance(answer, NotStored) for answer in given):
                self._leases.give_back(lease)
                return
            reasons = [str(answer) for answer in given if answer is not None]
            reason = reasons[0] if reasons else f"this crawl has no store '{record.store}' to offer the record to"
            if reason:
                self._put_away(lease, replace(record, reason=reason))
            else:
                self._leases.complete(lease, Completion(Finish()))

    def _put_away(self, lease: Lease, record: RefusedRecord) -> None:
        """Make it a dead letter, which is offered again if it is queued again."""
        entry = replace(lease.entry, payload=record.again.encode())
        letter = DeadLetter(entry, f"{record.store} refused a record of {record.kind}: {record.reason}", time.time())
        self._leases.complete(lease, Completion(Finish(success=False), dead=letter))

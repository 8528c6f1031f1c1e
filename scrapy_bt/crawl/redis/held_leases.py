"""The leases that a worker has: what it keeps of them, and what it loses."""

from __future__ import annotations

import logging
from collections import Counter, deque
from collections.abc import Iterable, Iterator
from typing import Any

from ...frontier.entries import Lease
from ...frontier.slots import goes_by_ranking, share_of
from ..runtime.slots import DownloadSlots

logger = logging.getLogger(__name__)


class HeldLeases:
    """All leases by their tokens, and in their order those that nobody has taken yet.

    One that is overdue keeps its place among those that wait, until its turn comes: then it is dropped.
    """

    def __init__(self, stats: Any, extra: dict[str, Any]) -> None:
        self._stats, self._extra = stats, extra
        self._all: dict[int, Lease] = {}
        self._waiting: deque[Lease] = deque()
        self.by_slot: Counter[str] = Counter()
        """How many of those that wait each download slot has; those of no slot too."""
        self._ready = 0
        """How many of those that wait could be taken when they were counted, less those that have been taken."""

    @property
    def held(self) -> int:
        """How many leases there are, those that wait included."""
        return len(self._all)

    @property
    def waiting(self) -> int:
        """How many are not taken yet."""
        return len(self._waiting)

    @property
    def in_progress(self) -> int:
        """How many are taken and have not ended."""
        return len(self._all) - len(self._waiting)

    def leases(self) -> list[Lease]:
        """All of them, as they were prolonged last."""
        return list(self._all.values())

    def tokens(self) -> list[int]:
        """Their tokens."""
        return list(self._all)

    def add(self, leases: Iterable[Lease]) -> None:
        """Leases that have come."""
        for lease in leases:
            self._all[lease.token] = lease
            self._waiting.append(lease)
            self.by_slot[lease.entry.bucket.slot] += 1

    def take(self, now: float, slots: DownloadSlots | None = None) -> Lease | None:
        """The first of those that wait whose slot has something free; *now*: Unix time in seconds.

        A slot that has had its share of the places lets others go first (`Ranking.first`). What is overdue is somebody
        else's by now: doing it would only do it twice.
        """
        while (at := self._find(slots)) is not None:
            lease = self._waiting[at]
            del self._waiting[at]
            self._leave(lease)
            self._ready -= 1
            known = self._all.get(lease.token)
            if known is not None and known.deadline > now:
                return lease
            self.end(lease)
        return None

    def count_ready(self, slots: DownloadSlots | None = None) -> int:
        """How many of those that wait may be taken now."""
        if slots is None:
            return len(self._waiting)
        return slots.count_free(self.by_slot)

    def has_ready(self, count: int, slots: DownloadSlots | None) -> bool:
        """Whether so many of those that wait may be taken now, or more; they are not counted for each that is taken."""
        if len(self._waiting) < count:
            return False
        if self._ready < count:
            self._ready = self.count_ready(slots)
        return self._ready >= count

    def end(self, lease: Lease) -> None:
        """A lease that was taken is held no longer."""
        self._all.pop(lease.token, None)

    def give_up_waiting(self) -> Iterator[Lease]:
        """Take out what is not taken yet, the last one first: each goes to the front of its queue."""
        while self._waiting:
            lease = self._waiting.pop()
            self._leave(lease)
            self.end(lease)
            yield lease

    def prolong(self, asked: Iterable[Lease], extended: Iterable[Lease]) -> None:
        """Of those that were to be prolonged, these were; the others are lost, unless they have ended meanwhile."""
        kept = {lease.token: lease for lease in extended}
        lost = []
        for lease in asked:
            if lease.token not in self._all:
                continue
            if lease.token in kept:
                self._all[lease.token] = kept[lease.token]
            else:
                lost.append(lease)
        self.lose(lost)

    def lose(self, leases: list[Lease]) -> None:
        """Drop leases that other workers hold by now, with a warning."""
        if not leases:
            return
        lost = {lease.token for lease in leases}
        self._waiting = deque(lease for lease in self._waiting if lease.token not in lost)
        self.by_slot = Counter(lease.entry.bucket.slot for lease in self._waiting)
        self._ready = 0
        for lease in leases:
            self.end(lease)
        self._stats.inc_value("bt/leases_lost", len(leases))
        tasks = ", ".join(str(lease.entry.id) for lease in leases[:5])
        logger.warning(
            "%d leases expired before their steps were stored (tasks %s%s); other workers repeat these tasks",
            len(leases),
            tasks,
            ", …" if len(leases) > 5 else "",
            extra=self._extra,
        )

    def _find(self, slots: DownloadSlots | None) -> int | None:
        """Where the one stands that is next."""
        if slots is None:
            return 0 if self._waiting else None
        share = share_of(slots.places, len(self.by_slot))
        under_way = slots.under_way
        is_free_for_all = goes_by_ranking(slots.places, sum(under_way.values()))
        passed: dict[str, int | None] = {}
        for at, lease in enumerate(self._waiting):
            slot = lease.entry.bucket.slot
            if slot in passed:
                continue
            if slot and slots.free(slot) <= 0:
                passed[slot] = None
            elif not slot or is_free_for_all or under_way.get(slot, 0) < share:
                return at
            else:
                passed[slot] = at
        return next((at for at in passed.values() if at is not None), None)

    def _leave(self, lease: Lease) -> None:
        """It waits no longer."""
        slot = lease.entry.bucket.slot
        self.by_slot[slot] -= 1
        if not self.by_slot[slot]:
            del self.by_slot[slot]

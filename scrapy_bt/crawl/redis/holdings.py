"""The leases that a worker has: what it keeps of them, and what it loses."""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Iterable, Iterator
from typing import Any

from ...frontier.protocol import Lease

logger = logging.getLogger(__name__)


class Holdings:
    """All leases by their tokens, and in their order those that nobody has taken yet."""

    def __init__(self, stats: Any, extra: dict[str, Any]) -> None:
        self._stats, self._extra = stats, extra
        self.all: dict[int, Lease] = {}
        self.waiting: deque[Lease] = deque()

    def add(self, leases: Iterable[Lease]) -> None:
        """Leases that have come."""
        for lease in leases:
            self.all[lease.token] = lease
            self.waiting.append(lease)

    def give_up_waiting(self) -> Iterator[Lease]:
        """Take out what nobody has taken, the last one first: each goes to the front of its line."""
        while self.waiting:
            lease = self.waiting.pop()
            if self.all.pop(lease.token, None) is not None:
                yield lease

    def prolong(self, asked: Iterable[Lease], extended: Iterable[Lease]) -> None:
        """Of those that were to be prolonged, these were; the others are lost, unless they have ended meanwhile."""
        kept = {lease.token: lease for lease in extended}
        lost = []
        for lease in asked:
            if lease.token not in self.all:
                continue
            if lease.token in kept:
                self.all[lease.token] = kept[lease.token]
            else:
                lost.append(lease)
        self.lose(lost)

    def lose(self, leases: list[Lease]) -> None:
        """Leases that are somebody else's by now; it is told."""
        if not leases:
            return
        for lease in leases:
            self.all.pop(lease.token, None)
        self._stats.inc_value("bt/leases_lost", len(leases))
        tasks = ", ".join(str(lease.entry.id) for lease in leases[:5])
        logger.warning(
            "%d leases ended before their steps were stored (tasks %s%s): whoever gets these tasks does them again",
            len(leases),
            tasks,
            ", …" if len(leases) > 5 else "",
            extra=self._extra,
        )

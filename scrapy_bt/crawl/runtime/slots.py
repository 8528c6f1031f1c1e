"""Scrapy's download slots as the frontier sees them: how many more tasks of each can be taken now, and when again."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from heapq import heappop, heappush
from math import ceil, inf
from typing import Any
from zlib import crc32

from scrapy.crawler import Crawler

from ...frontier.entries import Lease
from ...frontier.slots import Standing
from ...settings import BTSettings

MOST_NAMES = 10_000
"""Slots that a worker tells apart; the tasks of any further ones share `LANES` queues for each node."""
LANES = 1024

UNLIMITED = 1 << 20
"""Places, where `CONCURRENT_REQUESTS` is 0."""
_GLANCES = 8
"""How often in the time of a delay it is looked whether a request has left."""
_SHORTEST = 0.01
"""Seconds between two such looks at least."""


_EARLY = 0.003
"""Seconds before the end of a delay at which a task is taken: its request is made then, and leaves in time."""


class SlotNames:
    """Names queues after slots, and beyond `MOST_NAMES` of them after lanes, so that the frontier's cost is bounded."""

    def __init__(self) -> None:
        self._known: set[str] = set()

    def name(self, slot: str) -> str:
        if slot in self._known or not slot:
            return slot
        if len(self._known) >= MOST_NAMES:
            return f"~{crc32(slot.encode('utf-8', 'replace')) % LANES:03x}"
        self._known.add(slot)
        return slot


class DownloadSlots:
    """Implements `Slots`, and is told of leases; times are by the monotonic clock.

    A task counts from its lease until its response is there, wherever its request waits: for a coroutine, for
    robots.txt, for its turn over all workers. Beyond that, the downloader's own slots say what is going on.
    """

    def __init__(self, crawler: Crawler) -> None:
        settings = crawler.settings
        self._crawler = crawler
        self.places = settings.getint("CONCURRENT_REQUESTS") or UNLIMITED
        self._options: dict[str, dict[str, Any]] = settings.getdict("DOWNLOAD_SLOTS")
        self._concurrency = settings.getint("CONCURRENT_REQUESTS_PER_DOMAIN") or UNLIMITED
        self._delay = settings.getfloat("DOWNLOAD_DELAY")
        bt = BTSettings.read(settings)
        self._together = bt.cluster_concurrency or UNLIMITED
        self._delay_together = bt.cluster_delay
        self._counts: Counter[str] = Counter()
        self._tokens: dict[int, str] = {}
        self._at_door: set[str] = set()
        """Slots with a delay that were given a request before it was sure that it could leave."""
        self._most_at_door = max(1, self.places // 2)
        """A request that waits for its turn takes a place that others could use better."""
        self._door_shut_until = -inf
        """As many wait there, and it is no use to look before."""
        self._recent: set[str] = set()
        """Slots with a delay that may not be over yet."""
        self._gates: dict[str, float] = {}
        """When to look again at slots that had nothing free."""
        self._order: list[tuple[float, str]] = []
        self._ended: set[str] = set()
        """Slots with tasks that have ended since somebody asked."""
        self._known: Mapping[str, Any] | None = None

    # What the frontier asks

    @property
    def under_way(self) -> Mapping[str, int]:
        return self._counts

    def free(self, slot: str) -> int:
        free, gate = self._look(slot, time.monotonic())
        if free <= 0:
            self._close(slot, gate)
        return free

    @property
    def in_use(self) -> int:
        """The places of leased tasks whose requests are not answered, also of those without a slot."""
        return len(self._tokens)

    def count_free(self, waiting: Mapping[str, int]) -> int:
        """How many tasks of those that wait may be taken now, by slot; those of no slot all may."""
        now = time.monotonic()
        return sum(max(0, min(count, self._look(slot, now)[0])) if slot else count for slot, count in waiting.items())

    def opened(self, closed: Collection[str]) -> Iterable[str]:
        self._pass_gates(time.monotonic())
        if not self._ended:
            return ()
        found = [slot for slot in self._ended if slot in closed and self.free(slot) > 0]
        self._ended.clear()
        return found

    def standing(self) -> Standing:
        return self.standing_ahead({}, ahead=0, lead=0.0)[0]

    def standing_ahead(self, waiting: Mapping[str, int], *, ahead: int, lead: float) -> tuple[Standing, float]:
        """What may be leased ahead, and when that may be more though no task has ended.

        *waiting*: leased tasks that the engine has not got, by slot. Of slots without a delay there may be *ahead* of
        them, of those with one what can leave within *lead* seconds.
        """
        now, again = time.monotonic(), inf
        busy = {*self._counts, *self._recent, *waiting} - {""}
        more = ceil(ahead / max(1, len(busy)))
        named = {}
        for slot in busy:
            here = waiting.get(slot, 0)
            free, gate = self._look(slot, now)
            if self._delay_of(slot, self._slots.get(slot)) <= 0:
                free += more
            elif gate - lead <= now:
                free = 1
            if free <= here:
                again = min(again, gate - lead)
            elif not here and slot not in self._counts:
                self._recent.discard(slot)
            named[slot] = (self._counts.get(slot, 0) + here, max(0, free - here))
        for slot in self._options.keys() - named.keys():
            named[slot] = (0, max(0, self._look(slot, now)[0]))
        delay = max(self._delay, self._delay_together)
        elsewhere = 1 if delay > 0 else min(self._concurrency, self._together) + more
        return Standing(self.places, elsewhere, named), again

    def next_opening(self) -> float | None:
        """When the next slot that had nothing free may have, in seconds since the epoch; None: when a task ends."""
        now = time.monotonic()
        if self._pass_gates(now):
            return time.time()
        return time.time() + self._order[0][0] - now if self._order else None

    # What the crawl tells

    def begin(self, lease: Lease) -> None:
        """The engine has got a task."""
        slot = lease.entry.bucket.slot
        if lease.token in self._tokens:
            return
        self._tokens[lease.token] = slot
        if not slot:
            return
        self._counts[slot] += 1
        if self._delay_of(slot, self._slots.get(slot)) > 0:
            self._at_door.add(slot)
            self._recent.add(slot)

    def end(self, lease: Lease) -> None:
        """Its response has come, or it is over without one."""
        slot = self._tokens.pop(lease.token, None)
        if not slot:
            return
        self._counts[slot] -= 1
        if not self._counts[slot]:
            del self._counts[slot]
        self._ended.add(slot)

    # One slot

    def _look(self, slot: str, now: float) -> tuple[int, float]:
        """How many more of its tasks may be taken, and when to look again if that is 0."""
        count = self._counts.get(slot, 0)
        known = self._slots.get(slot)
        delay = self._delay_of(slot, known)
        concurrency = known.concurrency if known is not None else self._set_for(slot, "concurrency", self._concurrency)
        concurrency = min(concurrency or UNLIMITED, self._together)
        if delay <= 0:
            return concurrency - count, inf
        if count >= concurrency:
            return 0, inf
        glance = now + max(_SHORTEST, delay / _GLANCES)
        if count > (len(known.transferring) if known is not None else 0):
            return 0, glance  # one has not been sent yet
        if known is None:
            return 1, now
        due = known.lastseen + known.delay * (1 - min(1.0, _jitter_of(known))) - min(_EARLY, known.delay / _GLANCES)
        if now < due:
            return 0, due
        # Without a timer the downloader has found that the delay is over.
        if getattr(known, "latercall", None) is not None and not self._may_wait_at_door(now):
            return 0, glance
        return 1, now

    def _delay_of(self, slot: str, known: Any) -> float:
        own: float = known.delay if known is not None else self._set_for(slot, "delay", self._delay)
        return max(own, self._delay_together)

    def _set_for(self, slot: str, what: str, otherwise: Any) -> Any:
        return self._options[slot].get(what, otherwise) if slot in self._options else otherwise

    def _waits(self, slot: str) -> bool:
        """Whether a task of the slot has not been sent yet."""
        known = self._slots.get(slot)
        return self._counts.get(slot, 0) > (len(known.transferring) if known is not None else 0)

    def _may_wait_at_door(self, now: float) -> bool:
        """Whether one more may; where it is full, it is looked who has left, but not for every slot that asks."""
        if now < self._door_shut_until:
            return False
        if len(self._at_door) >= self._most_at_door:
            self._at_door = {slot for slot in self._at_door if self._waits(slot)}
            if len(self._at_door) >= self._most_at_door:
                self._door_shut_until = now + _SHORTEST
                return False
        return True

    def _close(self, slot: str, gate: float) -> None:
        if gate < inf and self._gates.get(slot, inf) > gate:
            self._gates[slot] = gate
            heappush(self._order, (gate, slot))

    def _pass_gates(self, now: float) -> bool:
        """Note the slots at which it is time to look again; whether there are any."""
        has_passed = False
        while self._order and (self._order[0][0] <= now or self._gates.get(self._order[0][1]) != self._order[0][0]):
            gate, slot = heappop(self._order)
            if self._gates.get(slot) == gate:
                del self._gates[slot]
                self._ended.add(slot)
                has_passed = True
        return has_passed

    @property
    def _slots(self) -> Mapping[str, Any]:
        """The downloader's own."""
        if self._known is None:
            try:
                self._known = self._crawler.engine.downloader.slots
            except (AttributeError, RuntimeError):  # there is no engine yet
                return {}
        return self._known


def _jitter_of(slot: Any) -> float:
    """Of a downloader's slot; older versions of Scrapy have half of the delay or none."""
    jitter = getattr(slot, "jitter", None)
    return float(jitter) if jitter is not None else 0.5 * bool(slot.randomize_delay)

"""Download slots, as a frontier sees them: whoever leases says how many more requests each of them takes now."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from math import log2
from typing import Protocol

PRECEDENCE = 1e-6
"""Seconds by which a queue of a slot comes earlier when it is twice as long.

Of what is as urgent the longest queues come first, so that no host is left over for the end. Who has just been taken
from is shorter than others by one, so that hosts take turns, and each has its delay behind it when it is asked again.
"""

MOST_WAITING = 500
"""Ready tasks of a tree that wait for their slots, beyond which one that may make many and comes after them waits, too.

Without a bound a loop would make all of its tasks while the first are fetched. Who waits for a resource or for
goroutines is never held up, nor is anybody by what other trees have waiting.
"""


class Slots(Protocol):
    """What is known of slots where the requests are sent."""

    @property
    def places(self) -> int:
        """Requests that may be under way at a time, over all slots."""

    @property
    def under_way(self) -> Mapping[str, int]:
        """Tasks by slot, where there are any, that were leased and whose requests are not answered."""

    def free(self, slot: str) -> int:
        """How many more of them may be leased now."""

    def opened(self, closed: Collection[str]) -> Iterable[str]:
        """Those of the *closed* slots, which had nothing free when they were asked last, that may have some by now."""

    def standing(self) -> Standing:
        """The slots as plain data, of this moment."""


@dataclass(frozen=True)
class Standing:
    """What is known of slots at one moment; of those that nobody has named, *free* tasks may be leased each."""

    places: int
    free_elsewhere: int
    named: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    """By slot how many are under way, and how many more may be leased."""

    @property
    def under_way(self) -> Mapping[str, int]:
        return {slot: count for slot, (count, _) in self.named.items()}

    def free(self, slot: str) -> int:
        known = self.named.get(slot)
        return self.free_elsewhere if known is None else known[1]

    def opened(self, closed: Collection[str]) -> Iterable[str]:
        return [slot for slot in closed if self.free(slot) > 0]

    def standing(self) -> Standing:
        return self


def share_of(places: int, contenders: int) -> int:
    """The share of the places that each of so many slots with ready tasks may have by right; at least one."""
    return max(1, -(-places // max(1, contenders)))


def goes_by_ranking(places: int, under_way: int) -> bool:
    """Whether the next place goes by the ranking alone: one of the first half.

    The others are kept for slots that have not had their share, while these have ready tasks.
    """
    return under_way < places // 2


def precedence_of(length: int) -> float:
    """The seconds that are taken off the number of a slot's queue with so many tasks, at least one."""
    return PRECEDENCE * log2(length)


def is_ranked_anew(length: int) -> bool:
    """Whether a queue that has grown to this length gets another place, which has its price: when it has doubled."""
    return length & (length - 1) == 0

"""The size of the numbers that a field gives, crawl by crawl: it changes where prices come in cents, not in euros.

Within a crawl it says little, since lists are sorted, and numbers are counted up.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import log2, sqrt
from typing import Any

from ....sentences import say
from .flows import LEAST, SURPRISE, Drift
from .views import WORDED, form_of

_NUMBER = re.compile(r"\d[\d.,'’]*")
_DECIMALS = re.compile(r"[.,]\d{1,2}$")
_LONGEST = 40
_FEW = 8
"""The fewest numbers of a crawl that say something."""
_MOST_CRAWLS = 20
_USUAL, _WEIGHT = 0.25, 4
"""The standard deviation, in binary orders, that is assumed at first, and how many crawls this counts for."""


@lru_cache(4_096)
def amount_of(value: str) -> float | None:
    """The binary logarithm of the number in a value that is mostly a number; None for other values."""
    if form_of(value) in WORDED:
        return None
    found = _NUMBER.findall(value[:_LONGEST])
    if len(found) != 1:
        return None
    whole = _DECIMALS.sub("", found[0].rstrip(".,'’"))
    return log2(int("".join(filter(str.isdecimal, whole))) + 1)


@dataclass(slots=True)
class Amounts:
    """The numbers of one crawl: count, mean of the logarithms, and sum of the squared differences from it."""

    count: int = 0
    mean: float = 0.0
    spread: float = 0.0

    def add(self, amount: float) -> None:
        """Count a number."""
        self.count += 1
        step = amount - self.mean
        self.mean += step / self.count
        self.spread += step * (amount - self.mean)

    def copy(self) -> Amounts:
        """A copy for another thread."""
        return Amounts(self.count, self.mean, self.spread)

    def plain(self) -> list[Any]:
        """Its data as JSON has them."""
        return [self.count, self.mean, self.spread]


def read_amounts(plain: Sequence[Any]) -> list[Amounts]:
    """The numbers of earlier crawls, the latest last."""
    known = [Amounts(int(count), float(mean), float(spread)) for count, mean, spread in plain]
    return [one for one in known if one.count][-_MOST_CRAWLS:]


def drift_of(name: str, before: Sequence[Amounts], now: Amounts) -> Drift | None:
    """The drift, if the numbers of a field are larger or smaller than earlier crawls let expect."""
    known = [one for one in before if one.count >= _FEW]
    if len(known) < LEAST or now.count < _FEW:
        return None
    mean = sum(one.mean for one in known) / len(known)
    varied = sum((one.mean - mean) ** 2 for one in known) + _WEIGHT * _USUAL**2
    between = varied / (_WEIGHT + len(known) - 1) * (1 + 1 / len(known))
    counted = sum(one.count for one in known) + now.count
    within = (sum(one.spread for one in known) + now.spread) / counted
    chance = within * (1 / now.count + 1 / (counted - now.count))
    if abs(now.mean - mean) < SURPRISE * sqrt(between + chance):
        return None
    return Drift(say("numbers of '{}', mostly", name), 2**now.mean - 1, 2**mean - 1)

"""The flow of a crawl: how many pages come of its links, and how many records of its pages, crawl by crawl.

Where these counts drift apart something has changed, even if each selector still finds something.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log, sqrt

from ....sentences import Sentence, say

LEAST = 3
"""The fewest earlier crawls that say something."""
SURPRISE = 4.9
"""The standard deviations that surprise; by chance they come in one crawl of a million."""
_USUAL, _WEIGHT = 0.1, 4
"""The standard deviation of a ratio's logarithm that is assumed at first, and how many crawls this counts for."""
_HALF = 0.5


@dataclass(frozen=True)
class CrawlTotals:
    """The counts of a crawl that has ended."""

    links: int
    """The number of requests that were to be sent."""
    pages: int
    records: int
    """The number of records that passed the pipelines."""


@dataclass(frozen=True)
class Drift:
    """Two counts whose ratio has changed."""

    name: Sentence
    now: float
    usual: float

    @property
    def told(self) -> Sentence:
        """What a person is told of it."""
        return say("{}: {}, before {}", self.name, f"{self.now:.2f}", f"{self.usual:.2f}")


def drifts(before: Sequence[CrawlTotals], now: CrawlTotals) -> list[Drift]:
    """The counts that have drifted apart more than in earlier crawls."""
    steps = (
        (say("pages of each link"), [(one.links, one.pages) for one in (*before, now)]),
        (say("records of each page"), [(one.pages, one.records) for one in (*before, now)]),
    )
    return [drift for name, counts in steps if (drift := drift_between(name, counts)) is not None]


def drift_between(name: Sentence, counts: Sequence[tuple[int, int]]) -> Drift | None:
    """The drift, if the last of these ratios, one a crawl, is not as the earlier ones let expect."""
    known = [(source, result) for source, result in counts[:-1] if source]
    source, result = counts[-1]
    if len(known) < LEAST or not source:
        return None
    ratios = [_ratio(*one) for one in known]
    mean = sum(ratios) / len(ratios)
    varied = sum((ratio - mean) ** 2 for ratio in ratios) + _WEIGHT * _USUAL**2
    between = varied / (_WEIGHT + len(ratios) - 1) * (1 + 1 / len(ratios))
    usual = sum(result for _, result in known) / sum(source for source, _ in known)
    chance = 1 / (source + _HALF) + 1 / (max(result, usual * source) + _HALF)
    if abs(_ratio(source, result) - mean) < SURPRISE * sqrt(between + chance):
        return None
    return Drift(name, result / source, usual)


def _ratio(source: int, result: int) -> float:
    return log((result + _HALF) / (source + _HALF))

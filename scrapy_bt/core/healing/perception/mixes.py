"""How often each of a few values comes, crawl by crawl: a state of stock, a brand, a section.

Within a crawl this says little, since lists are sorted. Values are kept as short digests; the values themselves are
known in the crawl that meets them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import blake2b
from typing import Any

from ....sentences import say
from .flows import LEAST, Drift, drift_between

_MOST_VALUES = 12
"""The most different values of a field that are few."""
_LONGEST = 80
_FEW = 8
"""The fewest values of a crawl that say something."""
_MOST_CRAWLS = 20
_CLOSED = 0.02
"""The greatest share of values of earlier crawls beside the few."""
_OTHERS = ""


@dataclass(slots=True)
class Mix:
    """The values of one crawl: how often each came, and how often others than the first few."""

    counts: Counter[str] = field(default_factory=Counter)
    names: dict[str, str] = field(default_factory=dict)
    """The values themselves, of this crawl alone."""

    def add(self, value: str) -> None:
        """Count a value."""
        digest = digest_of(value)
        if digest not in self.counts and len(self.counts) > _MOST_VALUES:
            digest = _OTHERS
        self.counts[digest] += 1
        if digest:
            self.names[digest] = value

    def copy(self) -> Mix:
        """A copy for another thread."""
        return Mix(self.counts.copy(), dict(self.names))

    def plain(self) -> dict[str, int]:
        """As JSON keeps it."""
        return dict(self.counts)


def read_mixes(plain: Sequence[Mapping[str, Any]]) -> list[Mix]:
    """The mixes of earlier crawls, the latest last."""
    known = [Mix(Counter({str(value): int(count) for value, count in one.items()})) for one in plain]
    return [one for one in known if one.counts][-_MOST_CRAWLS:]


def mix_drifts(name: str, before: Sequence[Mix], now: Mix) -> list[Drift]:
    """The drift, if other values come than earlier crawls let expect, or the same ones in other shares."""
    known = [one.counts for one in before if one.counts.total() >= _FEW]
    few = few_values(before)
    if len(known) < LEAST or now.counts.total() < _FEW or not few:
        return []
    crawls = [*known, now.counts]

    def drift(values: Collection[str], told: Any) -> Drift | None:
        return drift_between(told, [(one.total(), sum(one[value] for value in values)) for one in crawls])

    others = drift(few, say("values of '{}' that came before, too", name))
    if others is not None:
        return [others]
    shares = (drift({value}, say("values '{}' of '{}'", now.names.get(value, "…"), name)) for value in sorted(few))
    return [one for one in shares if one is not None and len(few) > 1]


def few_values(mixes: Iterable[Mix]) -> frozenset[str]:
    """The digests of a field's few values; empty where it has others, too."""
    whole = sum((one.counts for one in mixes if one.counts.total() >= _FEW), Counter[str]())
    few = frozenset(value for value, count in whole.items() if value and count > _CLOSED * whole.total())
    rare = whole.total() - sum(whole[value] for value in few)
    return few if rare <= _CLOSED * whole.total() else frozenset()


@lru_cache(4_096)
def digest_of(value: str) -> str:
    """The digest of a value, whatever spaces it has; the same for all long ones."""
    if len(value) > _LONGEST:
        return _OTHERS
    return blake2b(" ".join(value.split()).encode("utf-8", "replace"), digest_size=6).hexdigest()

"""The choice among proxies: at random by how well they do, a session's own, and none that rests."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from hashlib import blake2b
from math import inf

from .addresses import Proxy
from .health import Health, HealthPolicy, ProxyHealth, ProxyUse

_LEAST_WEIGHT = 0.02
"""Even who does badly is tried now and then."""
_GOOD_ENOUGH = 0.5
"""Of the best one's weight, for a session to begin with it."""
_SLOW_SECONDS, _SLOW_TIMES = 1.0, 4.0
"""Who takes longer on the average, and so many times as long as the fastest, loses its sessions, and is drawn as many
times less often as it is slower."""
_MOST_SESSIONS = 100_000
"""Whose proxy is remembered."""


@dataclass(frozen=True)
class ProxyChoice:
    """A proxy, and how long to wait before it may be used; no proxy: how long until one has rested."""

    proxy: Proxy | None
    wait: float = 0.0
    """Seconds; infinite where there is no proxy at all."""


class ProxyPool:
    """Proxies with their record. All times are given; chance comes as numbers from 0 to 1."""

    def __init__(self, policy: HealthPolicy) -> None:
        self.policy = policy
        self.record = ProxyHealth()
        self._proxies: dict[str, Proxy] = {}
        self._free_at: dict[str, float] = {}
        """When the delay after its last use is over."""
        self._trials: set[str] = set()
        """Proxies that have rested and are under way for the first time since."""
        self._sessions: OrderedDict[str, str] = OrderedDict()
        self.moves: dict[str, str] = {}
        """Sessions that have got another proxy than their first, since somebody took them from here."""

    def __len__(self) -> int:
        return len(self._proxies)

    @property
    def proxies(self) -> tuple[Proxy, ...]:
        return tuple(self._proxies.values())

    def fill(self, proxies: Iterable[Proxy]) -> None:
        """These and no others; what is known of those that stay is kept."""
        self._proxies = {proxy.label: proxy for proxy in proxies}

    def choose(
        self, site: str, *, now: float, draw: float, session: str = "", without: Collection[str] = ()
    ) -> ProxyChoice:
        """The proxy for a request to a site, which counts as used from then on.

        *without*: labels of those that were tried for this request already; where no others are left they count again.
        """
        able = [label for label in self._proxies if self._rests_until(label, site) <= now]
        able = [label for label in able if label not in self._trials] or able
        left = [label for label in able if label not in without] or able
        if not left:
            until = min((self._rests_until(label, site) for label in self._proxies), default=inf)
            return ProxyChoice(None, until - now)
        if session:
            label = self._own(session, left, site)
        else:
            free = [label for label in left if self._free_at.get(label, 0.0) <= now]
            label = self._draw(free, site, draw) if free else min(left, key=lambda each: self._free_at[each])
        start = max(now, self._free_at.get(label, 0.0))
        self._free_at[label] = start + self.policy.delay
        if self.record.of(label).in_row:
            self._trials.add(label)
        return ProxyChoice(self._proxies[label], start - now)

    def has_other(self, site: str, tried: Collection[str], *, now: float) -> bool:
        """Whether a request may be sent again by one that was not tried for it."""
        return any(label not in tried and self._rests_until(label, site) <= now for label in self._proxies)

    def note(self, outcome: ProxyUse, *, now: float) -> None:
        """What became of a use."""
        self._trials.discard(outcome.label)
        self.record.note(outcome, self.policy, now=now)

    def forgo(self, label: str) -> None:
        """A proxy that was chosen is not used after all, or nobody knows what became of it."""
        self._trials.discard(label)

    def move(self, session: str, label: str) -> None:
        """Another worker says which proxy a session has got."""
        self._remember(session, label)

    def _rests_until(self, label: str, site: str) -> float:
        return max(self.record.of(label).until, self.record.of(label, site).until)

    def _draw(self, labels: list[str], site: str, draw: float) -> str:
        fast, least = self._fast(labels), self._least_latency(labels)
        weights = [self._weight(self.record.of(label), self.record.of(label, site)) for label in labels]
        if len(fast) < len(labels):
            for at, label in enumerate(labels):
                if label not in fast:
                    weights[at] = max(_LEAST_WEIGHT, weights[at] * least / self._latency(label))
        mark = draw * sum(weights)
        for label, weight in zip(labels, weights, strict=True):
            mark -= weight
            if mark < 0:
                return label
        return labels[-1]

    def _weight(self, overall: Health, here: Health) -> float:
        return max(_LEAST_WEIGHT, overall.score * here.score)

    def _own(self, session: str, labels: list[str], site: str) -> str:
        """The one that it had; else, of those that do well, the one that any worker would give it."""
        known = self._sessions.get(session)
        fast = self._fast(labels)
        if known is not None and known in fast:
            self._sessions.move_to_end(session)
            return known
        weights = {label: self._weight(self.record.of(label), self.record.of(label, site)) for label in fast}
        enough = max(weights.values()) * _GOOD_ENOUGH
        # The highest random weight: who knows the same proxies comes to the same one.
        affinities = {each: _affinity(session, each) for each in self._proxies}
        label = max((each for each in fast if weights[each] >= enough), key=affinities.__getitem__)
        if known is not None or label != max(affinities, key=affinities.__getitem__):
            self.moves[session] = label
        self._remember(session, label)
        return label

    def _fast(self, labels: list[str]) -> list[str]:
        """Those that are not much slower than the fastest."""
        most = max(_SLOW_SECONDS, _SLOW_TIMES * self._least_latency(labels))
        return [label for label in labels if self._latency(label) <= most]

    def _least_latency(self, labels: list[str]) -> float:
        return min((latency for latency in map(self._latency, labels) if latency), default=0.0)

    def _latency(self, label: str) -> float:
        return self.record.of(label).latency or 0.0

    def _remember(self, session: str, label: str) -> None:
        self._sessions[session] = label
        self._sessions.move_to_end(session)
        if len(self._sessions) > _MOST_SESSIONS:
            self._sessions.popitem(last=False)


def _affinity(session: str, label: str) -> bytes:
    return blake2b(f"{session}\n{label}".encode("utf-8", "surrogatepass"), digest_size=8).digest()

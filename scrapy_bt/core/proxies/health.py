"""How well a proxy has done, with all sites and with each: a score by outcomes and latency, and times of rest.

The script `health.lua` reckons in the same way.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, replace

FIRST_SCORE = 0.7
"""Of a proxy that nobody has used yet: it is tried sooner than one that does badly."""
SHARE = 0.2
"""Of the newest outcome in the score."""
MOST_SITES = 100_000
"""Pairs of proxy and site of which something is known."""
BANS_THAT_COOL = 2
"""In a row: one alone may be the page's fault."""


@dataclass(frozen=True)
class HealthPolicy:
    """What is asked of proxies, in seconds."""

    delay: float = 0.0
    """Between two uses of one."""
    latency: float = 10.0
    """What takes longer than that has failed, as far as the proxy is concerned."""
    cooling: float = 10.0
    """The first rest after a failure; doubled with each further one in a row."""
    longest_cooling: float = 600.0


@dataclass(frozen=True)
class ProxyUse:
    """Of one use of a proxy."""

    label: str
    site: str
    is_success: bool
    latency: float | None = None
    """Seconds; None where nothing came back."""
    is_ban: bool = False
    """A failure of this site with this proxy; any other is the proxy's with all sites."""
    rest: float | None = None
    """Seconds that the site has asked to wait."""


@dataclass(frozen=True)
class Health:
    """With all sites, or with one."""

    score: float = FIRST_SCORE
    """0 to 1."""
    latency: float | None = None
    """Seconds, a moving average."""
    uses: int = 0
    failures: int = 0
    in_row: int = 0
    """Failures since the last success."""
    until: float = 0.0
    """It rests until then, by the clock of this machine, in seconds since 1970."""

    def after(self, outcome: ProxyUse, policy: HealthPolicy, *, now: float, is_blamed: bool) -> Health:
        """The health after one more use; *is_blamed*: a failure makes it rest here."""
        is_slow = outcome.latency is not None and outcome.latency > policy.latency
        is_fine = outcome.is_success and not is_slow
        latency = self.latency
        if outcome.latency is not None:
            latency = outcome.latency if latency is None else latency + SHARE * (outcome.latency - latency)
        quality = 1.0 - 0.5 * min(1.0, (outcome.latency or 0.0) / policy.latency) if is_fine else 0.0
        changed = replace(self, score=self.score + SHARE * (quality - self.score), latency=latency, uses=self.uses + 1)
        if is_fine:
            return replace(changed, in_row=0, until=0.0)
        changed = replace(changed, failures=self.failures + 1)
        if not is_blamed:
            return changed
        in_row = self.in_row + 1
        rests = in_row - (BANS_THAT_COOL - 1 if outcome.is_ban and outcome.rest is None else 0)
        if rests < 1:
            return replace(changed, in_row=in_row)
        seconds = min(policy.longest_cooling, max(policy.cooling * 2.0 ** min(rests - 1, 30), outcome.rest or 0.0))
        return replace(changed, in_row=in_row, until=max(self.until, now + seconds))


class ProxyHealth:
    """The health of all proxies: with all sites (``""``) and with each."""

    def __init__(self) -> None:
        self._overall: dict[str, Health] = {}
        self._by_site: OrderedDict[tuple[str, str], Health] = OrderedDict()
        """The newest last: of a broad crawl the oldest are forgotten."""

    def of(self, label: str, site: str = "") -> Health:
        return (self._by_site.get((label, site)) if site else self._overall.get(label)) or _NEW

    def note(self, outcome: ProxyUse, policy: HealthPolicy, *, now: float) -> None:
        """A proxy was used; a ban counts against it with the site, another failure with all sites."""
        for site, is_blamed in (("", not outcome.is_ban), (outcome.site, outcome.is_ban)):
            known = self.of(outcome.label, site)
            self.set(outcome.label, site, known.after(outcome, policy, now=now, is_blamed=is_blamed))

    def set(self, label: str, site: str, health: Health) -> None:
        if not site:
            self._overall[label] = health
            return
        self._by_site[label, site] = health
        self._by_site.move_to_end((label, site))
        if len(self._by_site) > MOST_SITES:
            self._by_site.popitem(last=False)

    def items(self) -> list[tuple[str, str, Health]]:
        """Label, site and health of all that were used."""
        found = [(label, "", health) for label, health in self._overall.items()]
        found += [(label, site, health) for (label, site), health in self._by_site.items()]
        return sorted(found, key=lambda one: one[:2])

    def sites(self, label: str) -> dict[str, Health]:
        """Health by site of one proxy."""
        return {site: health for name, site, health in self.items() if name == label and site}


_NEW = Health()

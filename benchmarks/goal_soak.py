"""Goal `soak`, number 17: what a long crawl needs of memory for each page, and whether it gets slower."""

from __future__ import annotations

import itertools
import statistics
import sys
from collections.abc import Mapping, Sequence
from typing import Any

from redis import Redis

from benchmarks.redis_worker import TUNED
from benchmarks.rounds import run_worker, spread, versions
from benchmarks.soak_site import SoakSite
from scrapy_bt.testing.redis import RedisServer

PAGES = {True: 200_000, False: 2_000_000}
"""Quick, and long."""
VARIANTS = (
    ("plain", "memory"), ("spider", "memory"), ("tree", "memory"), ("rules", "memory"),
    ("plain", "jobdir"), ("spider", "jobdir"), ("tree", "jobdir"), ("rules", "jobdir"),
    ("spider", "redis"), ("tree", "redis"), ("rules", "redis"),
)  # fmt: skip
"""*plain*: Scrapy alone."""
WARM = 0.25
"""Of the samples, before which nothing is counted: caches fill, and connections come to stay."""
MOST, LEAST = 30.0, 0.95
"""Bytes that a page may leave beside fingerprints; the rate at the end, of that at the beginning."""
_LONGEST = 14_400.0

Sample = Mapping[str, float]


def run(quick: bool) -> dict[str, Any]:  # noqa: FBT001  # every goal's one argument
    """Measure the goal; the result is what `python -m benchmarks` prints."""
    return measure(PAGES[quick])


def measure(details: int, variants: Sequence[tuple[str, str]] = VARIANTS) -> dict[str, Any]:
    """The same for so many pages."""
    metrics: dict[str, Any] = {}
    with SoakSite(details=details) as site, RedisServer() as redis:
        for kind, queue in variants:
            with Redis(port=redis.port) as client:
                client.flushall()
            arguments = (kind, queue, site.url, str(details), "--redis", redis.url)
            result = run_worker("benchmarks.soak_worker", *arguments, timeout=_LONGEST)
            assert result["items"] == details, f"{kind}, {queue}: {result['items']} of {details} items"
            keeps = kind in ("plain", "spider") and queue != "redis"
            known = known_bytes(details) if keeps else 0.0
            metrics |= judge(f"{kind}, {queue}", result["samples"], known=known, is_ours=kind != "plain")
            print(told(f"{kind}, {queue}", result["samples"]), file=sys.stderr)
    return {
        "goal": "soak",
        "versions": versions("scrapy", "twisted", "aiohttp", "parsel", "lxml", "redis"),
        "settings": {**TUNED, "pages": details},
        "rounds": 1,
        "metrics": metrics,
    }


def judge(name: str, samples: Sequence[Sample], *, known: float, is_ours: bool) -> dict[str, Any]:
    """The metrics of one crawl; *known*: bytes that the fingerprint of a page needs in its process."""
    warm = samples[int(len(samples) * WARM) :]
    grown = slope(warm) - known
    third = max(2, len(warm) // 3)
    found = {f"{name}, growth": spread([grown], "bytes/page", at_most=MOST if is_ours else None)}
    for clock, what in (("seconds", "rate"), ("cpu", "rate by CPU")):
        ratio = rate(warm[-third:], clock) / rate(warm[:third], clock)
        found[f"{name}, {what}"] = spread([ratio], "×", at_least=LEAST if is_ours and clock == "cpu" else None)
    return found


def slope(samples: Sequence[Sample]) -> float:
    """Bytes that the process grows by for each page."""
    pages, sizes = [each["pages"] for each in samples], [each["rss"] for each in samples]
    return statistics.linear_regression(pages, sizes).slope


def rate(samples: Sequence[Sample], clock: str) -> float:
    """Pages a second, by *seconds* or *cpu*."""
    first, last = samples[0], samples[-1]
    return (last["pages"] - first["pages"]) / (last[clock] - first[clock])


def told(name: str, samples: Sequence[Sample]) -> str:
    """RSS and rate by the time."""
    lines = [f"{name}:"]
    for before, after in itertools.pairwise(samples):
        speed = rate((before, after), "seconds")
        size = after["rss"] / 2**20
        seconds = after["seconds"] - samples[0]["seconds"]
        lines.append(f"  {seconds:8.0f} s {after['pages']:10,.0f} pages {speed:7.0f} pages/s {size:7.1f} MB")
    return "\n".join(lines)


def known_bytes(count: int) -> float:
    """Bytes of a page's entry in a set of so many fingerprints."""
    size = sys.getsizeof(b"x" * 20)
    return size + sys.getsizeof(set(range(count))) / count

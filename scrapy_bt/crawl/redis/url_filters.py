"""How exactly URLs are known, as the settings say it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scrapy.settings import BaseSettings

from ...core.duplicates.bloom import Bloom
from ...errors import BTError
from ...sentences import say
from ...settings import BTSettings

if TYPE_CHECKING:
    import redis

_SAMPLE = 16
"""Shards whose bits are counted."""


@dataclass(frozen=True)
class SharedFilter:
    """A bounded filter in Redis, as it is now."""

    key: str
    known: int
    """URLs that were new."""
    size: int
    """Bytes, when all of it is there."""
    error: float
    """Share of new URLs that it takes for known, by the bits that are set."""


def filters_of(client: redis.Redis) -> list[SharedFilter]:
    """All bounded filters of a Redis."""
    found = []
    for key in sorted(client.scan_iter(match="*:bits:*", count=1000)):
        name = key.decode("utf-8", "replace")
        try:
            layout = Bloom.read(name.rpartition(":bits:")[2])
        except ValueError:  # a shard, or somebody else's
            continue
        known = client.hget(key, "added") if client.type(key) == b"hash" else None
        if known is not None:
            count = min(layout.shards, _SAMPLE)
            shares = [client.bitcount(f"{name}:{shard}") / layout.bits for shard in range(count)]
            error = sum(map(layout.error_of, shares)) / count
            found.append(SharedFilter(name, int(known), layout.size, error))
    return found


@dataclass(frozen=True)
class UrlOptions:
    """The settings `BT_URL_FILTER…`, checked."""

    layout: Bloom | None = None
    """None: every URL is known exactly."""
    items: int = 0
    error: float = 0.0

    @classmethod
    def read(cls, settings: BaseSettings) -> UrlOptions:
        """Raises `BTError` for what cannot be meant."""
        bt = BTSettings.read(settings)
        if bt.url_filter == "exact":
            return cls()
        items, error = bt.url_filter_items, bt.url_filter_error
        try:
            return cls(Bloom.sized(items, error), items, error)
        except ValueError as fault:
            raise BTError(say("BT_URL_FILTER_ITEMS and BT_URL_FILTER_ERROR make no filter: {}", fault)) from None

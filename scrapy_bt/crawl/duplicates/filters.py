"""How exactly URLs are known, as the settings say it."""

from __future__ import annotations

from dataclasses import dataclass

from scrapy.settings import BaseSettings

from ...core.duplicates.bloom import Bloom
from ...errors import BTError

_KINDS = ("exact", "bounded")


@dataclass(frozen=True)
class UrlWishes:
    """The settings `BT_URL_FILTER…`, checked."""

    layout: Bloom | None = None
    """None: every URL is known exactly."""
    items: int = 0
    error: float = 0.0

    @classmethod
    def read(cls, settings: BaseSettings) -> UrlWishes:
        """Raises `BTError` for what cannot be meant."""
        kind = settings.get("BT_URL_FILTER") or "exact"
        if kind not in _KINDS:
            raise BTError(f"BT_URL_FILTER is {kind!r}: it is 'exact' or 'bounded'")
        if kind == "exact":
            return cls()
        try:
            items = settings.getint("BT_URL_FILTER_ITEMS", 10_000_000)
            error = settings.getfloat("BT_URL_FILTER_ERROR", 0.001)
            return cls(Bloom.sized(items, error), items, error)
        except (ValueError, TypeError) as fault:
            raise BTError(f"BT_URL_FILTER_ITEMS and BT_URL_FILTER_ERROR make no filter: {fault}") from None

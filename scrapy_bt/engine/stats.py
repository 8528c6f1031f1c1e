"""Scrapy's statistics without a detour at every call."""

from __future__ import annotations

import warnings
from typing import Any

from scrapy.exceptions import ScrapyDeprecationWarning
from scrapy.statscollectors import MemoryStatsCollector


class LeanStats(MemoryStatsCollector):
    """Scrapy looks every attribute up twice, to warn of an argument that no longer exists; here its method does."""

    __getattribute__ = object.__getattribute__

    def get_value(self, key: str, default: Any = None, spider: Any = None) -> Any:
        _check(spider, "get_value")
        return self._stats.get(key, default)

    def set_value(self, key: str, value: Any, spider: Any = None) -> None:
        _check(spider, "set_value")
        self._stats[key] = value

    def inc_value(self, key: str, count: int = 1, start: int = 0, spider: Any = None) -> None:
        _check(spider, "inc_value")
        self._stats[key] = self._stats.get(key, start) + count

    def max_value(self, key: str, value: Any, spider: Any = None) -> None:
        _check(spider, "max_value")
        super().max_value(key, value)

    def min_value(self, key: str, value: Any, spider: Any = None) -> None:
        _check(spider, "min_value")
        super().min_value(key, value)


def _check(spider: Any, method: str) -> None:
    if spider is not None:
        warnings.warn(
            f"Passing a 'spider' argument to StatsCollector.{method}() is deprecated and "
            "the argument will be removed in a future Scrapy version.",
            category=ScrapyDeprecationWarning,
            stacklevel=3,
        )

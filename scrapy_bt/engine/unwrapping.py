"""Scrapy's methods without what warns of a spider as an argument, where none is given."""

from __future__ import annotations

from types import MethodType
from typing import Any

from scrapy.utils.decorators import _warn_spider_arg

_decorate: Any = _warn_spider_arg
_WARNING = _decorate(lambda: None).__code__


def unwrap(method: Any) -> Any:
    """Scrapy's method without its wrapper; a method of others is returned as it is."""
    function: Any = getattr(method, "__func__", None)
    if function is None or getattr(function, "__code__", None) is not _WARNING:
        return method
    return MethodType(function.__wrapped__, method.__self__)

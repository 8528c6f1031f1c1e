"""The methods of a spider that a stored request may name: what it wrote to parse pages, and nothing else of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import FunctionType, MethodType
from typing import Any

from scrapy import Spider

_FOREIGN = frozenset({"scrapy", "scrapy_redis", "scrapy_bt", "builtins"})
"""Packages whose spiders have other public methods than callbacks."""

_GENERIC = frozenset({"_callback", "_errback", "_parse_sitemap"})
"""Callbacks that CrawlSpider and SitemapSpider give to their own requests."""

_HOOKS = (frozenset(vars(Spider)) | {"closed"}) - {"parse"}
"""What Scrapy calls itself, or calls the spider to do."""


class Callbacks(Mapping[str, MethodType]):
    """Plain methods of a spider by name, without private ones, class methods, properties and Scrapy's own."""

    def __init__(self, spider: Spider) -> None:
        self._spider = spider
        self._functions = dict(_find_functions(type(spider)))
        self._names = {function: name for name, function in reversed(self._functions.items())}

    def __getitem__(self, name: str) -> MethodType:
        # An attribute of the spider may hide the method of its class.
        if name in vars(self._spider):
            raise KeyError(name)
        return MethodType(self._functions[name], self._spider)

    def __iter__(self) -> Iterator[str]:
        return iter(self._functions)

    def __len__(self) -> int:
        return len(self._functions)

    def name_of(self, callback: Any) -> str | None:
        """The name of a callback; None if it has none that may be stored."""
        if type(callback) is not MethodType or callback.__self__ is not self._spider:
            return None
        name = self._names.get(callback.__func__)
        return None if name is None or name in vars(self._spider) else name


def _find_functions(kind: type[Spider]) -> Iterator[tuple[str, Any]]:
    owners = [(owner, owner.__module__.partition(".")[0] in _FOREIGN) for owner in kind.__mro__]
    generic = {name for owner, is_foreign in owners if is_foreign for name in vars(owner)} & _GENERIC
    seen = set()
    for owner, is_foreign in owners:
        for name, value in vars(owner).items():
            # What hides a name hides it, whether it is a method or not.
            if name in seen:
                continue
            seen.add(name)
            is_callback = name.startswith("parse") if is_foreign else not name.startswith("_") and name not in _HOOKS
            if (is_callback or name in generic) and type(value) is FunctionType:
                yield name, value

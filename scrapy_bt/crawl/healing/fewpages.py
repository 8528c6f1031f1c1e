"""What is gone from a site of few pages, which are too few for the tests of page by page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ...core.healing.perception.fieldwatch import FieldWatch
from ...core.healing.perception.watchers import Keep, Watcher
from ...errors import BTError

_LEAST_SAME = 3
"""Pages of one address, before and today, that tell it."""


class FewPages:
    """Fields of which earlier crawls have met few pages, and the addresses where they were found then."""

    def __init__(self, watcher: Watcher) -> None:
        self._watcher = watcher
        self._found: dict[tuple[str, str], set[str]] = {}

    def open(self, store: Any, spider: str) -> None:
        """Read what is kept of earlier crawls."""
        for node in {watch.node for watch in self._watcher.of_few()}:
            for page in store.pages(spider, node, Keep.GOOD.value):
                for one in page.fields:
                    if one.found:
                        self._found.setdefault((node, one.field), set()).add(page.url)

    def lost(self, failing: Mapping[str, Sequence[str]]) -> Iterator[tuple[FieldWatch, str]]:
        """Fields that are on no page now, and a page that had it; *failing*: those that lack something, by node."""
        for watch in self._watcher.of_few():
            there = self._found.get((watch.node, watch.field), set())
            same = [url for url in failing.get(watch.node, ()) if url in there]
            if watch.is_lost and not watch.has_changed and len(same) >= _LEAST_SAME:
                yield watch, same[-1]


def found_before(store: Any, spider: str, watch: FieldWatch) -> set[str]:
    """The addresses of kept pages on which a field was found; none where the store cannot be read."""
    try:
        kept = store.pages(spider, watch.node, Keep.GOOD.value)
    except (BTError, OSError):
        return set()
    return {page.url for page in kept for one in page.fields if one.field == watch.field and one.found}

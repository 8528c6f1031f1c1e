"""A cache of parsed pages, for a block that needs the same pages again and again."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from .pages import Page

MOST_CHARACTERS = 16_000_000
"""The most characters of the sources of pages that are kept parsed; those asked for last stay."""

_KEPT: ContextVar[OrderedDict[str, Page] | None] = ContextVar("kept_pages", default=None)


@contextmanager
def parsed_once() -> Iterator[None]:
    """Within the block, pages of the same source are parsed once; blocks may be nested."""
    if _KEPT.get() is not None:
        yield
        return
    token = _KEPT.set(OrderedDict())
    try:
        yield
    finally:
        _KEPT.reset(token)


def page_of(source: str) -> Page:
    """The parsed page of a source."""
    kept = _KEPT.get()
    if kept is None:
        return Page(source)
    page = kept.pop(source, None) or Page(source)
    kept[source] = page
    size = sum(map(len, kept))
    while size > MOST_CHARACTERS and len(kept) > 1:
        size -= len(kept.popitem(last=False)[0])
    return page

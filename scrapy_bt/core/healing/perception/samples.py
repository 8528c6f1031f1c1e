"""Which pages are kept of many: those that differ most from each other."""

from __future__ import annotations

import re
from collections.abc import Sequence

_TAG = re.compile(r"<([a-zA-Z][\w-]{0,20})(?:[^<>]{0,200}?\sclass=[\"']?([\w-]{1,40}))?")
_READ = 400_000
_MOST = 160


def layout_of(markup: str) -> tuple[str, ...]:
    """The elements that a page is built of, with their first class names: the first so many kinds, sorted."""
    kinds: dict[str, None] = {}
    for found in _TAG.finditer(markup[:_READ]):
        tag, name = found.groups()
        kinds[f"{tag.lower()}.{name}" if name else tag.lower()] = None
        if len(kinds) >= _MOST:
            break
    return tuple(sorted(kinds))


def likeness(one: Sequence[str], other: Sequence[str]) -> float:
    """The share of kinds that two layouts have in common; 1: the same."""
    first, second = set(one), set(other)
    both = len(first | second)
    return len(first & second) / both if both else 1.0


def least_wanted(layouts: Sequence[Sequence[str]]) -> int:
    """Which one to leave out: the older of the two that are most alike; they are given with the newest last."""
    pairs = (
        (likeness(layout, later), -number) for number, layout in enumerate(layouts) for later in layouts[number + 1 :]
    )
    return -max(pairs, default=(0.0, 0))[1]

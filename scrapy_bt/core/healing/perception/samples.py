"""Which pages are kept of many: those that differ most from each other."""

from __future__ import annotations

import re
from collections.abc import Sequence

_TAG = re.compile(r"<([a-zA-Z][\w-]{0,20})(?:[^<>]{0,200}?\sclass=[\"']?([\w-]{1,40}))?")
_KEY = re.compile(r'"([^"\\]{1,40})"\s*:')
_READ = 400_000
_SPACE = 100
_MOST = 160
_STRANGE = 0.5
"""Of the likeness that most have to the one in the middle: what has less is no page of theirs."""


def layout_of(markup: str) -> tuple[str, ...]:
    """What a page is built of, the first so many kinds, sorted: elements with their first class names, or keys."""
    kinds: dict[str, None] = {}
    is_json = markup[:_SPACE].lstrip()[:1] in ("{", "[")
    for found in (_KEY if is_json else _TAG).finditer(markup[:_READ]):
        name = found[1] if is_json else found[1].lower()
        kinds[name if is_json or not found[2] else f"{name}.{found[2]}"] = None
        if len(kinds) >= _MOST:
            break
    return tuple(sorted(kinds))


def likeness(one: Sequence[str], other: Sequence[str]) -> float:
    """The share of kinds that two layouts have in common; 1: the same."""
    first, second = set(one), set(other)
    both = len(first | second)
    return len(first & second) / both if both else 1.0


def of_most(layouts: Sequence[Sequence[str]]) -> list[int]:
    """The numbers of those that are built as most of them are: without the few that stand in place of content."""
    likes = [[likeness(one, other) for other in layouts] for one in layouts]
    middle = max(range(len(layouts)), key=lambda number: (sum(likes[number]), number), default=-1)
    if middle < 0:
        return []
    usual = sorted(likes[middle])[len(layouts) // 2]
    return [number for number, like in enumerate(likes[middle]) if like >= _STRANGE * usual]


def least_wanted(layouts: Sequence[Sequence[str]]) -> int:
    """Which one to leave out: the older of the two that are most alike; they are given with the newest last."""
    pairs = (
        (likeness(layout, later), -number) for number, layout in enumerate(layouts) for later in layouts[number + 1 :]
    )
    return -max(pairs, default=(0.0, 0))[1]

"""Chooses which of many pages are kept: those that differ most from each other."""

from __future__ import annotations

import re
from collections.abc import Sequence

_TAG = re.compile(r"<([a-zA-Z][\w-]{0,20})(?:[^<>]{0,200}?\sclass=[\"']?([\w-]{1,40}))?")
_KEY = re.compile(r'"([^"\\]{1,40})"\s*:')
_READ = 400_000
_SPACE = 100
_MOST = 160
_STRANGE = 0.5
"""The share of the usual similarity to the page in the middle below which a page does not belong to most."""


def layout_of(markup: str) -> tuple[str, ...]:
    """The layout of a page: its first kinds of elements, each a tag with its first class name, or its keys; sorted."""
    kinds: dict[str, None] = {}
    is_json = markup[:_SPACE].lstrip()[:1] in ("{", "[")
    for found in (_KEY if is_json else _TAG).finditer(markup[:_READ]):
        name = found[1] if is_json else found[1].lower()
        kinds[name if is_json or not found[2] else f"{name}.{found[2]}"] = None
        if len(kinds) >= _MOST:
            break
    return tuple(sorted(kinds))


def likeness(one: Sequence[str], other: Sequence[str]) -> float:
    """The share of kinds that two layouts have in common, 0 to 1."""
    first, second = set(one), set(other)
    both = len(first | second)
    return len(first & second) / both if both else 1.0


def of_most(layouts: Sequence[Sequence[str]]) -> list[int]:
    """The indexes of those that are built as most are: without the few in place of content."""
    likes = [[likeness(one, other) for other in layouts] for one in layouts]
    middle = max(range(len(layouts)), key=lambda number: (sum(likes[number]), number), default=-1)
    if middle < 0:
        return []
    usual = sorted(likes[middle])[len(layouts) // 2]
    return [number for number, like in enumerate(likes[middle]) if like >= _STRANGE * usual]


def least_wanted(layouts: Sequence[Sequence[str]]) -> int:
    """The index of the one to leave out: the older of the two most similar; the newest are given last."""
    pairs = (
        (likeness(layout, later), -number) for number, layout in enumerate(layouts) for later in layouts[number + 1 :]
    )
    return -max(pairs, default=(0.0, 0))[1]

"""Lists of links, on a page about one thing, to other pages of its kind: what is like it, or was seen before."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ....documents.elements import Element
from ..elements.outlines import named

_FEWEST = 3
"""Entries of such a list."""


def entries_of_others(root: Any, is_other: Callable[[str], bool]) -> set[Element]:
    """The entries of all such lists of a page; *is_other*: whether a link leads to such a page."""
    lists: dict[tuple[Element, tuple[str, ...]], dict[Element, None]] = {}
    """By what they stand in and how they are called, elements that lead to others."""
    for link in root.iter("a"):
        entry = link if is_other(link.get("href") or "") else None
        for parent in link.iterancestors() if entry is not None else ():
            lists.setdefault((parent, named(entry)), {})[entry] = None
            entry = parent
    return {entry for entries in lists.values() if len(entries) >= _FEWEST for entry in entries}


def texts_of_others(root: Any, is_other: Callable[[str], bool]) -> set[str]:
    """All that they say, text by text."""
    entries = entries_of_others(root, is_other)
    return {" ".join(str(text).split()) for entry in entries for text in entry.itertext()}

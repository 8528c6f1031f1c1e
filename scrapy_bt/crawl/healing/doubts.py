"""What pages wait for, and until when nothing speaks against it.

Pages that were asked for before one that waits had come may be from before a change: they say nothing of it.
"""

from __future__ import annotations

from collections import defaultdict


class Doubts:
    """By node: the fields that were missing on pages that wait, and how many are met before these go on."""

    def __init__(self) -> None:
        self._fields: dict[str, set[str]] = defaultdict(set)
        self._until: dict[str, int] = {}

    def raise_(self, node: str, field: str, *, until: int) -> None:
        """A page waits because of a field, *until* so many were met at least."""
        self._fields[node].add(field)
        self._until[node] = until

    def has(self, node: str, field: str) -> bool:
        """A page waits because of this field."""
        return field in self._fields.get(node, ())

    def last(self, node: str, met: int) -> bool:
        """There may be pages yet that were under way with one that waits."""
        return met < self._until.get(node, 0)

    def end(self, node: str) -> None:
        """The pages go on."""
        self._fields.pop(node, None)
        self._until.pop(node, None)

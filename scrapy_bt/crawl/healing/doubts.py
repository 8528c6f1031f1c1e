"""Which fields pages wait for, and until when the doubt holds.

Pages that were requested before the waiting page arrived may be older than a change: they say nothing about it.
"""

from __future__ import annotations

from collections import defaultdict


class Doubts:
    """By node: the fields that are missing on waiting pages, and how many pages are met before these go on."""

    def __init__(self) -> None:
        self._fields: dict[str, set[str]] = defaultdict(set)
        self._until: dict[str, int] = {}

    def raise_(self, node: str, field: str, *, until: int) -> None:
        """Let a page wait because of a field, *until* so many pages were met."""
        self._fields[node].add(field)
        self._until[node] = until

    def has(self, node: str, field: str) -> bool:
        """Whether a page waits because of this field."""
        return field in self._fields.get(node, ())

    def last(self, node: str, met: int) -> bool:
        """Whether pages may still come that were under way together with a waiting one."""
        return met < self._until.get(node, 0)

    def end(self, node: str) -> None:
        """Let the pages go on."""
        self._fields.pop(node, None)
        self._until.pop(node, None)

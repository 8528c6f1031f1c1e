"""What every extraction of a crawl came to, by tree, node and field: how often it found something, and where nothing.

The field of a data node is empty; an item node has one for each source among its fields, and an empty one for itself:
whether it gave a record. What a rule takes is counted as any other source.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any, NamedTuple, Protocol

MOST_EXAMPLES = 3
"""URLs that are kept of pages where nothing was found."""

_MEMORY = 1 / 16
"""Weight of the newest page in the share of the latest ones."""
_LEAST_PAGES = 32
"""Pages after which it is known what is usual."""
_TOLERANCE = 4.0
"""Standard deviations by which the latest pages may differ from what is usual."""
_LEAST_VARIANCE = 0.05 * 0.95
"""So that one page does not count as a change where all were alike."""


class Planned(IntEnum):
    """Whether the author foresees that nothing is found; the lower, the less."""

    NOT = 0
    LOOP = 1
    """It ends a loop: once in a while it has to find something."""
    CHOICE = 2
    """Something else happens then: in `or`, `if` and `!`."""


class CountedField(NamedTuple):
    """What is counted."""

    tree: str
    node: str
    field: str = ""

    def __str__(self) -> str:
        return f"{self.node}/{self.field}" if self.field else self.node


@dataclass(slots=True)
class Count:
    """Of one field: values found, and places without one; *recent*: the share found on the latest pages."""

    found: int = 0
    empty: int = 0
    planned: Planned = Planned.CHOICE
    """How far it was foreseen that nothing was found, where that was so least."""
    pages: int = 0
    recent: float = 0.0
    examples: list[str] = field(default_factory=list)
    """URLs of pages on which something was missing, the first ones."""

    @property
    def share(self) -> float:
        """The share of places where something was found."""
        total = self.found + self.empty
        return self.found / total if total else 0.0

    @property
    def has_fallen(self) -> bool:
        """The latest pages gave less than usual (a control chart of the moving average, Roberts 1959)."""
        usual = self.share
        variance = max(usual * (1 - usual), _LEAST_VARIANCE) * _MEMORY / (2 - _MEMORY)
        return self.pages >= _LEAST_PAGES and usual - self.recent > _TOLERANCE * math.sqrt(variance)

    @property
    def is_silent(self) -> bool:
        """It never found anything."""
        return self.empty > 0 and not self.found

    @property
    def is_suspicious(self) -> bool:
        """Nobody has foreseen that it finds so little."""
        if self.is_silent:
            return self.planned is not Planned.CHOICE
        return self.planned is Planned.NOT and self.has_fallen


class Witness(Protocol):
    """Is told what extractions came to, with their values."""

    hears_all: bool
    """Of all of them now; otherwise of those alone that found nothing somewhere."""

    def __call__(self, node: str, name: str, values: Sequence[Any], *, found: int, empty: int) -> None: ...


class Extractions:
    """The counts of one tree's crawl in this process; *witness*, where there is one, is told of them."""

    def __init__(self, tree: str = "") -> None:
        self._tree = tree
        self.witness: Witness | None = None
        self._counts: dict[tuple[str, str], Count] = {}

    def note(self, node: str, name: str, found: int, empty: int, *, planned: Planned = Planned.NOT) -> Count:
        """Count one page's values of the field *name*; returns the count, so that an example can be added."""
        count = self._counts.get((node, name))
        if count is None:
            count = self._counts[node, name] = Count()
        total = found + empty
        if not total:
            return count
        share = found / total
        count.recent = share if not count.pages else count.recent + (share - count.recent) * _MEMORY
        count.pages += 1
        count.found += found
        if empty:
            count.empty += empty
            count.planned = min(count.planned, planned)
        return count

    def __iter__(self) -> Iterator[tuple[CountedField, Count]]:
        """In the order in which they were met first."""
        return ((CountedField(self._tree, node, name), count) for (node, name), count in self._counts.items())

    def get(self, tree: str, node: str, name: str = "") -> Count | None:
        """The count of a field; None if it was not met."""
        return self._counts.get((node, name)) if tree == self._tree else None

"""The result tree: a page has results by tag, a result may have results of child tags, and lead to pages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from .locate import PieceSpan


class TagResult(NamedTuple):
    """One value of a tag."""

    value: str
    children: tuple[TagValues, ...] = ()
    """What child tags took from it."""
    pages: tuple[PageResults, ...] = ()
    """The pages to which it leads, where the whole tree is kept."""


@dataclass(frozen=True)
class TagValues:
    """The values of a tag at one place of the tree; most have neither children nor pages, so these are kept apart."""

    tag: str
    values: tuple[str, ...]
    trace: Trace | None = None
    branches: tuple[TagResult, ...] = ()
    """The results, where any has children or pages."""
    is_healed: bool = False
    """The tag took nothing, and another one in its place took these."""

    @classmethod
    def of(cls, tag: str, results: Sequence[TagResult], trace: Trace | None = None) -> TagValues:
        """What a tag found, from its results."""
        branches = tuple(results) if any(result.children or result.pages for result in results) else ()
        return cls(tag, tuple(result.value for result in results), trace, branches)

    @property
    def results(self) -> tuple[TagResult, ...]:
        """The values with what hangs on them."""
        return self.branches or tuple(map(TagResult, self.values))


@dataclass(frozen=True)
class PageResults:
    """What the tags of a layer took from a page."""

    layer: str
    url: str
    found: tuple[TagValues, ...]

    def values(self, tag: str) -> tuple[str, ...]:
        """The values of one of the layer's own tags."""
        return next((found.values for found in self.found if found.tag == tag), ())


@dataclass(frozen=True)
class StepTrace:
    """What one of the nine steps left: its name, the values after it, and what there is to say of it."""

    name: str
    values: tuple[str, ...]
    note: str = ""


@dataclass(frozen=True)
class Trace:
    """How a tag came to its results: what its codes matched, which pieces lay between, what each step did."""

    starts: tuple[PieceSpan, ...]
    """The matches of the start code, at most `MOST_SHOWN`."""
    ends: tuple[PieceSpan, ...]
    pieces: tuple[PieceSpan, ...]
    steps: tuple[StepTrace, ...]


MOST_SHOWN = 1000

"""What the person wants to be inferred, and what may be done for it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

Level = Literal["none", "safe", "all"]
"""What may be replayed: nothing, what changes nothing, everything."""


@dataclass(frozen=True, kw_only=True)
class Marks:
    """What the person says of the records: texts that stood on the page."""

    want: tuple[str, ...] = ()
    """Texts, each of which is the whole of a field."""
    row: str = ""
    """A text of one row of the list."""
    more: tuple[str, ...] = ()
    """The same as wanted texts, from pages of other recordings than the first."""
    is_single: bool = False
    """The page is about one thing: no row is meant."""
    columns: tuple[str, ...] = ()
    """The fields that are kept, each by its name or by a text that it held; None for all."""

    @property
    def texts(self) -> tuple[str, ...]:
        """What stands in the answer that is wanted."""
        return (*self.want, *([self.row] if self.row else []))


@dataclass(frozen=True, kw_only=True)
class Earlier:
    """What an earlier inference of the same recordings has proven; things are named as in `PathOptions`."""

    steps: Mapping[int, str]
    """The path: its steps in their order, with their requests."""
    dropped: frozenset[str]
    """Parameters of these that are left out."""
    origins: frozenset[str]
    """Where those are from that could be from elsewhere."""
    needed: Mapping[str, tuple[int, ...]]
    """What the target needs, with the replays that showed it."""
    superfluous: Mapping[str, tuple[int, ...]]
    claims: Mapping[str, tuple[str, tuple[int, ...]]]
    """By the kind and the words of a fact, its status and the replays that decided it."""
    replays: tuple[Mapping[str, Any], ...]
    """As the report keeps them."""


@dataclass(frozen=True)
class PathOptions:
    """What the person keeps on the path, and what is to be left out of it.

    Each a step's number, `3`, or that with a parameter of the step: `3 query page`.
    """

    keep: frozenset[str] = frozenset()
    """Without being tried."""
    drop: frozenset[str] = frozenset()
    """Where the target is reached without it."""
    origins: frozenset[str] = frozenset()
    """Where parameters are from: `3 form token=ORIGIN`, the origin as reports name it."""


@dataclass(frozen=True)
class Goal:
    """What the person wants to be inferred."""

    target: str = ""
    """A URL, a path, or a text in the answer; empty: what the last act brought."""
    expect: tuple[str, ...] = ()
    """Texts that the right answer holds."""
    marks: Marks = Marks()
    level: Level = "safe"
    """What may be replayed: nothing, what changes nothing, everything."""
    replays: int = 200
    """At most so many."""
    seconds: float | None = None
    """All replays together take at most so long; None for as long as they take."""
    in_browser: bool = False
    """The last page is what was to be seen on it: trees visit it in a browser."""
    path: PathOptions = PathOptions()
    """What is kept, and what is left out."""
    earlier: Earlier | None = None
    """What need not be replayed again, as far as nothing that is wished for touches it."""

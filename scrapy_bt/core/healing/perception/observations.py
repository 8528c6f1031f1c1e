"""What a field came to on one page, and what is told where that is not as before."""

from __future__ import annotations

from typing import NamedTuple


class Observation(NamedTuple):
    """What a field came to on one page."""

    node: str
    field: str
    selector: str
    """As its author wrote it; empty where it is not known."""
    found: int
    missing: int = 0
    """In how many places nothing was found."""
    values: tuple[str, ...] = ()
    """The first values."""
    place: str = ""
    """Where the selector stands: `spiders/shop.py:12`."""
    within: str = ""
    """The selector of the rows in which it is run; empty: the page."""
    signs: frozenset[int] = frozenset()
    """The sign at a glance of each time that it was asked for."""


class Alarm(NamedTuple):
    """A field that has changed, or has changed back."""

    node: str
    field: str
    view: str
    """What has changed: `found`, `number`, `form`, `length`, `script`, `repeated` or `neighbour`."""
    now: str
    """The category of the view that came last."""
    usual: str
    """The category that is most usual."""
    share: float
    """The share of this category in what is usual."""
    over: bool = False
    """It is as it was before."""


VIEWS = ("found", "number", "form", "length", "script", "repeated", "neighbour")
"""The views of a field that are watched."""

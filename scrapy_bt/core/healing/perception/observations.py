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
    """How often nothing was found where something may have been."""
    values: tuple[str, ...] = ()
    """The first ones."""
    place: str = ""
    """Where the selector stands: `spiders/shop.py:12`."""
    within: str = ""
    """The selector of the rows in which it is run; empty: it is run on the page."""
    signs: frozenset[int] = frozenset()
    """What each time it was asked for looked like at a glance."""


class Alarm(NamedTuple):
    """A field that gives something else than it used to, or does so no more."""

    node: str
    field: str
    view: str
    """What has changed: `found`, `number`, `form`, `length`, `script`, `repeated` or `neighbour`."""
    now: str
    """The category of that view that came last."""
    usual: str
    """The one that came most."""
    share: float
    """How much of what is usual was of the usual category."""
    over: bool = False
    """It is as it was before."""


VIEWS = ("found", "number", "form", "length", "script", "repeated", "neighbour")
"""What is watched of a field."""

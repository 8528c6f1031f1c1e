"""Pages that a crawl has read without a field that was lost."""

from __future__ import annotations

from typing import NamedTuple


class MissedPage(NamedTuple):
    """A page that was read without a field."""

    node: str
    field: str
    url: str
    callback: str
    """The method of the spider that reads it, or the task of a tree."""
    asked: str = ""
    """The rest of its request beside the address, as JSON."""

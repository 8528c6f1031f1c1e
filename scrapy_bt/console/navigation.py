"""What stands at the top of every page."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Entry:
    """A row of the navigation; *word* is translated."""

    path: str
    word: str


NAVIGATION = (
    Entry("/", "Overview"),
    Entry("/runs", "Runs"),
    Entry("/trees", "Trees"),
    Entry("/rules", "Rules"),
    Entry("/schemes", "Schemes"),
    Entry("/inferences", "Inferences"),
    Entry("/healing", "Healing"),
    Entry("/library", "Library"),
    Entry("/records", "Records"),
    Entry("/entities", "Entities"),
    Entry("/settings", "Settings"),
)

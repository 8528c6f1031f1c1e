"""What stands at the top of every page."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class NavigationRow:
    """A row of the navigation; *word* is translated."""

    path: str
    word: str


NAVIGATION = (
    NavigationRow("/", "Overview"),
    NavigationRow("/runs", "Runs"),
    NavigationRow("/trees", "Trees"),
    NavigationRow("/rules", "Rules"),
    NavigationRow("/schemes", "Schemes"),
    NavigationRow("/inferences", "Inferences"),
    NavigationRow("/healing", "Healing"),
    NavigationRow("/library", "Library"),
    NavigationRow("/records", "Records"),
    NavigationRow("/entities", "Entities"),
    NavigationRow("/settings", "Settings"),
)

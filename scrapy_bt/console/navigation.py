"""What stands at the top of every page."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class NavigationRow:
    """A row of the navigation; *word* is translated, *others* have no row of their own."""

    path: str
    word: str
    others: tuple[str, ...] = ()

    def leads_to(self, path: str) -> bool:
        """Whether a page is one of its own."""
        if path == self.path or path in self.others:
            return True
        return path.startswith(tuple(f"{each}/" for each in (self.path, *self.others) if each != "/"))


NAVIGATION = (
    NavigationRow("/", "Overview", ("/crawls",)),
    NavigationRow("/runs", "Runs"),
    NavigationRow("/trees", "Trees"),
    NavigationRow("/rules", "Rules"),
    NavigationRow("/schemes", "Schemes"),
    NavigationRow("/inferences", "Inferences", ("/samples",)),
    NavigationRow("/healing", "Healing"),
    NavigationRow("/library", "Library"),
    NavigationRow("/records", "Records"),
    NavigationRow("/entities", "Entities"),
    NavigationRow("/settings", "Settings"),
)

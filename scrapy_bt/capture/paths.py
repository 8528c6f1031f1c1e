"""Files that a recording names: anybody may have written it, so nothing outside its folder is looked at."""

from __future__ import annotations

from pathlib import Path


def path_inside(folder: Path, name: str) -> Path | None:
    """The path of a file in a folder; None if it is not inside, or no file can have this name."""
    try:
        path = folder / name
        path.exists()  # raises where it cannot even be asked for
        return path if path.resolve().is_relative_to(folder.resolve()) else None
    except (OSError, ValueError, RuntimeError):  # overlong, with NUL or half characters, links in a circle
        return None

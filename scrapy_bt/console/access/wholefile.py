"""Files that only this user may read, written whole or not at all."""

from __future__ import annotations

from pathlib import Path

from ...crawl.project.wholefiles import replace_whole


def write_private(path: Path, text: str) -> None:
    """Write it beside, and rename it; raises `OSError`."""
    path.parent.mkdir(parents=True, exist_ok=True)
    replace_whole(path, text.encode())

"""Files that are there as a whole or as they were before, whoever is killed or writes at the same time."""

from __future__ import annotations

import os
from pathlib import Path


def write_whole(path: Path, text: str) -> None:
    """Put a text in the place of a file; raises `OSError`, and then the file is as it was."""
    new = path.with_name(f".{path.name}.{os.getpid()}.new")  # other workers may end at the same time
    try:
        new.write_text(text, encoding="utf-8")
        new.replace(path)
    except OSError:
        new.unlink(missing_ok=True)
        raise

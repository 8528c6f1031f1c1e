"""Logs of processes that are shown while they grow."""

from __future__ import annotations

import os
from pathlib import Path

from ..core.samples.hiding import hide

_READ = 4_000_000
"""Bytes of a log, which may have grown for days."""
_LONGEST = 1000
"""Characters of a line."""


def last_lines(log: Path, most: int) -> list[str]:
    """The beginnings of the last lines that are not empty, without secrets in addresses.

    None of a log that cannot be read.
    """
    try:
        with log.open("rb") as file:
            start = max(0, file.seek(0, os.SEEK_END) - _READ)
            file.seek(start)
            end = file.read(_READ)
    except OSError:
        return []
    lines = end.decode("utf-8", "replace").splitlines()
    if start and len(lines) > 1:
        del lines[0]  # its beginning was not read
    told = [line for line in lines if line.strip()][-most:]
    return [hide(line) if len(line) <= _LONGEST else f"{hide(line)[:_LONGEST]}…" for line in told]

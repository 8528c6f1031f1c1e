"""Numbers in texts of others: Python reads digits of all scripts, and raises an error for thousands of them."""

from __future__ import annotations

import re
from pathlib import PurePath

_MOST_DIGITS = 18
_NUMBER = re.compile("([0-9]+)")


def read_whole(text: str) -> int | None:
    """The number that a text is, of 18 digits 0 to 9 at most; None if it is something else."""
    return int(text) if len(text) <= _MOST_DIGITS and text.isascii() and text.isdecimal() else None


def as_counted(name: str) -> list[str | tuple[int, str, str]]:
    """The key that sorts names with numbers as people count: `page_2` before `page_10`."""
    parts = _NUMBER.split(name)
    return [(len(part.lstrip("0")), part.lstrip("0"), part) if at % 2 else part for at, part in enumerate(parts)]


def as_counted_path(path: PurePath) -> list[list[str | tuple[int, str, str]]]:
    """The key that sorts paths of files and folders in this way."""
    return [as_counted(part) for part in path.parts]

"""Numbers in texts of others: Python reads digits of all scripts, and raises an error for thousands of them."""

from __future__ import annotations

_MOST_DIGITS = 18


def read_whole(text: str) -> int | None:
    """The number that a text is, of 18 digits 0 to 9 at most; None: it is something else."""
    return int(text) if len(text) <= _MOST_DIGITS and text.isascii() and text.isdecimal() else None

"""Names of test values."""

from __future__ import annotations

import re

_ADDRESS = re.compile(r" at 0x[0-9a-f]+")


def stable_repr(value: object) -> str:
    """The value's own name without addresses."""
    return _ADDRESS.sub("", repr(value))


def stable_name(value: object) -> str | None:
    """The name of a test's argument, where pytest's own may differ from worker to worker: all must collect the same.

    Packed bytes may have the time in them, so that they are named by their number; a text may tell an address. What is
    none of these pytest calls by its `__name__` or by its number.
    """
    if isinstance(value, bytes) and not (value.isascii() and value.decode().isprintable()):
        return f"{len(value)} bytes"
    if isinstance(value, str) and " at 0x" in value:
        return _ADDRESS.sub("", value)
    return None

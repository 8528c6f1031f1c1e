"""Names of test values."""

from __future__ import annotations

import re

_ADDRESS = re.compile(r" at 0x[0-9a-f]+")


def stable_repr(value: object) -> str:
    """The value's own name without addresses: all workers must collect the same names."""
    return _ADDRESS.sub("", repr(value))


def stable_name(value: object) -> str | None:
    """The name of a test's argument, where pytest's own may differ from worker to worker.

    Packed bytes may have the time in them, so that they are named by their number.
    """
    if isinstance(value, bytes) and not (value.isascii() and value.decode().isprintable()):
        return f"{len(value)} bytes"
    return stable_repr(value) if " at 0x" in repr(value) else None

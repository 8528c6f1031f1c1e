"""Names of test values."""

from __future__ import annotations

import re

_ADDRESS = re.compile(r" at 0x[0-9a-f]+")


def stable_repr(value: object) -> str:
    """The value's own name without addresses: all workers must collect the same names."""
    return _ADDRESS.sub("", repr(value))

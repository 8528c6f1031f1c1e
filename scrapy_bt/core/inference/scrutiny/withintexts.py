"""Entries that stand in a text of data, as in the calls of a script that are sent to be run: none is a record."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping

_FEWEST = 3
_LONG = 200
"""Letters of a text from which on it may hold entries."""
_ENTRY = re.compile(r'\{\s*\\?"([^"{}\\]{1,40})\\?"\s*:')
"""How an entry begins, with its first name."""


def entries_in_text(records: Iterable[Mapping[str, frozenset[str]]]) -> str:
    """A field with a text of several entries that begin alike; empty if there is none. *records*: fields of each."""
    for fields in records:
        for name, values in fields.items():
            for text in values:
                names = Counter(_ENTRY.findall(text)) if len(text) >= _LONG else Counter[str]()
                if any(count >= _FEWEST for count in names.values()):
                    return name
    return ""

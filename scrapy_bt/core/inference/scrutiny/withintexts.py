"""Entries that stand in a text, as in the calls of a script that are sent to be run, or in a log: none is a record."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from ...documents.elements import is_element

_FEWEST = 3
_LINES = 5
_MOSTLY = 0.9
"""Of the lines of a log, as many begin with a time."""
_MATTERS = 0.8
"""Of the letters in all fields, as many are of a log that is what the page is about; facts may have a short one."""
_TIME = re.compile(r"\W{0,2}(?:\d{4}-\d\d?-\d\d?|\d\d?[:./-]\d\d?[:./-]\d{1,4}|\d\d?:\d\d)\b")
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


def log_in_field(root: Any, fields: Mapping[str, frozenset[str]]) -> str:
    """The field that has all of a preformatted text whose lines begin with a time each; empty if there is none.

    None also if the other fields say so much that the log is one fact of several.
    """
    letters = sum(len(value) for values in fields.values() for value in values)
    for element in root.iter("pre") if is_element(root) else ():
        text = "".join(map(str, element.itertext()))
        lines = [line for line in map(str.strip, text.splitlines()) if line]
        if len(lines) >= _LINES and sum(bool(_TIME.match(line)) for line in lines) >= _MOSTLY * len(lines):
            whole = " ".join(text.split())
            for name, values in fields.items() if len(whole) >= _MATTERS * letters else ():
                if any(" ".join(value.split()) == whole for value in values):
                    return name
    return ""

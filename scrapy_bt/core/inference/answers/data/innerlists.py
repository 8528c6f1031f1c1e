"""Lists of data within a list: of several questions that were answered at once, or of several queues, one has rows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from .leaves import jmespath_of

Names = tuple[str, ...]
Entry = Mapping[str, Any]
_DEEPEST = 4


def only_lists(entries: Sequence[Any]) -> dict[Names, Sequence[Entry]]:
    """The lists of objects that just one of the entries holds, by the names that lead to them within it."""
    found: dict[Names, list[Sequence[Entry]]] = {}
    for entry in entries:
        for names, rows in _lists(entry, ()):
            found.setdefault(names, []).append(rows)
    return {names: rows[0] for names, rows in found.items() if len(rows) == 1}


def path_within(outer: str, names: Names) -> str:
    """What finds the rows of such lists (JMESPath); *outer* finds the entries."""
    return f"{outer}[].{jmespath_of(names)}[]"


def _lists(value: Any, names: Names) -> Iterator[tuple[Names, Sequence[Entry]]]:
    if isinstance(value, dict) and len(names) <= _DEEPEST:
        for name, inner in value.items():
            yield from _lists(inner, (*names, name))
    elif names and isinstance(value, list) and value and all(isinstance(entry, dict) for entry in value):
        yield names, value

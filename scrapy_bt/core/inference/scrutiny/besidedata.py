"""What data tells of its records in another place, by what they are called there: names beside the numbers of rows."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from ...tree.values import to_text

_FEWEST = 3
"""Values of a field from which it is told that something stands elsewhere for each of them."""


def told_beside(
    data: Any, rows: Sequence[Mapping[str, Collection[str]]], elements: Sequence[Any]
) -> tuple[str, str] | None:
    """A field whose values name something elsewhere in the data, and a text of that which is in no row, or None.

    *rows*: of one answer, the values of their fields; *elements*: what they are taken from. Elsewhere in the data is an
    object with these values as keys, or a list of objects that have them.
    """
    held = {value for row in rows for values in row.values() for value in values}
    own = [row for row in rows if any(row.values())]
    for name in own[0] if own else ():
        called = {value for row in own for value in row.get(name, ())}
        if len(called) < _FEWEST or any(len(row.get(name, ())) != 1 for row in own):
            continue
        for entries in _by_names(data):
            if called <= entries.keys() and not _are_rows(entries, elements):
                texts = [set(_texts(entries[value])) - held for value in sorted(called)]
                if all(texts):
                    return name, min(texts[0])
    return None


def _are_rows(entries: Mapping[str, Any], elements: Sequence[Any]) -> bool:
    """Whether they are the rows themselves, of which several may have one value."""
    return next(iter(entries.values())) in elements or any(each in elements[:1] for each in entries.values())


def _by_names(data: Any) -> Iterator[Mapping[str, Any]]:
    """The objects that hold something by names, and lists of objects, by the values of each of their fields."""
    waiting = [data]
    while waiting:
        value = waiting.pop()
        if isinstance(value, dict):
            yield value
            waiting += value.values()
        elif isinstance(value, list):
            waiting += value
            by_field: dict[str, dict[str, Any]] = defaultdict(dict)
            for entry in value:
                for key, inner in entry.items() if isinstance(entry, dict) else ():
                    if isinstance(inner, (str, int)):
                        by_field[key][to_text(inner)] = entry
            yield from by_field.values()


def _texts(value: Any) -> Iterator[str]:
    waiting = [value]
    while waiting:
        inner = waiting.pop()
        if isinstance(inner, dict):
            waiting += inner.values()
        elif isinstance(inner, list):
            waiting += inner
        elif isinstance(inner, str) and any(map(str.isalnum, inner)):
            yield " ".join(inner.split())

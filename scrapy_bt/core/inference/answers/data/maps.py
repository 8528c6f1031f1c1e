"""Objects of JSON that hold entries by their keys, as packages by name: other keys each time, entries of one kind."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from typing import Any

from ..requests.shapes import looks_like_value
from .leaves import jmespath_name

Names = tuple[str, ...]
ENTRY, OF_LIST = "*", "[]"
"""What stands in a path for any entry of such an object, and of a list."""
_MOST, _DEEPEST = 200, 8


def maps_in(samples: Sequence[Any]) -> frozenset[Names]:
    """The paths to such objects within values of one kind: the names down to them."""
    return frozenset(_maps(list(samples), ()))


def of_map(steps: Sequence[str | int], data: Any) -> str | None:
    """The expression for the value at some steps in all entries of the one object of entries on the way; or None."""
    maps = maps_in([data]) if all(isinstance(step, str) for step in steps) else frozenset[Names]()
    places = [place for place in range(len(steps)) if tuple(steps[:place]) in maps]
    if len(places) != 1:
        return None
    names = [ENTRY if place == places[0] else jmespath_name(str(step)) for place, step in enumerate(steps)]
    return ".".join(names)


def keyed_by(data: Any, keys: Sequence[str]) -> Iterator[tuple[str, int]]:
    """The paths to objects of entries that have all of these keys, and how many they have."""
    for names in sorted(maps_in([data])):
        if not {ENTRY, OF_LIST} & {*names}:
            held: Any = reduce(lambda inner, name: inner[name], names, data)
            if held.keys() >= set(keys):
                yield ".".join(map(jmespath_name, names)) or "@", len(held)


def is_map(samples: Sequence[dict[str, Any]]) -> bool:
    """Whether objects that stand at one place hold entries by their keys, rather than things by their names."""
    samples = [sample for sample in samples if sample]
    values = [value for sample in samples for value in sample.values()]
    if len(values) < 2 or not _are_alike(values):
        return False
    if _tell_their_keys([entry for sample in samples for entry in sample.items()]):
        return True
    keys = [set(sample) for sample in samples]
    union = set[str]().union(*keys)
    if sum(map(looks_like_value, union)) * 2 >= len(union) and isinstance(values[0], dict):
        return True
    # Names that a program gives are the same everywhere, but for a few that are optional.
    common = set.intersection(*keys)
    return len(samples) > 1 and len(union) > 2 and len(common) * 3 <= len(union)


def _maps(samples: list[Any], path: Names) -> Iterator[Names]:
    if len(path) > _DEEPEST:
        return
    objects = [sample for sample in samples[:_MOST] if isinstance(sample, dict)]
    if is_map(objects):
        yield path
        yield from _maps([value for each in objects for value in each.values()], (*path, ENTRY))
    else:
        for name in dict.fromkeys(name for each in objects for name in each):
            yield from _maps([each[name] for each in objects if name in each], (*path, name))
    entries = [entry for sample in samples[:_MOST] if isinstance(sample, list) for entry in sample]
    if entries:
        yield from _maps(entries, (*path, OF_LIST))


def _tell_their_keys(entries: Sequence[tuple[str, Any]]) -> bool:
    """Whether each entry has its key in one field of it, too, as `{"LAMP": {"name": "LAMP", …}, …}`."""
    first = entries[0]
    fields = (name for name, value in first[1].items() if value == first[0]) if isinstance(first[1], dict) else ()
    return any(all(entry.get(name) == key for key, entry in entries) for name in fields)


def _are_alike(values: Sequence[Any]) -> bool:
    """Whether entries are of one kind: objects with the same names, or numbers, or lists."""
    first = values[0]
    if isinstance(first, dict):
        return bool(first) and all(
            isinstance(value, dict) and value and len(value.keys() & first.keys()) * 2 >= len(value) for value in values
        )
    kinds = {float if isinstance(value, (int, float)) else type(value) for value in values}
    return kinds in ({float}, {list})

"""Values of a JSON answer put where they stood before, so that a spider finds them which reads it key by key."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...core.healing.keypaths import ALL, steps_of

_MISSING = object()
_DEEPEST = 12
"""Levels of keys that are put into."""


def fill(data: Any, old: str, new: str, source: Any) -> None:
    """Copy what stands in *source* at the path *new* to *old* in *data* where nothing stands there.

    Do nothing if their lists differ, or no plain value stands there. A list that stands where keys are looked for
    becomes those of its first element.
    """
    before, now = _parts(old), _parts(new)
    if before and len(before) == len(now):
        _fill(data, source, before, now)


def frame_of(data: Any, deepest: int = _DEEPEST) -> Any:
    """The same as it is now, whatever keys are put into *data* afterwards; lists and plain values are its own."""
    if not isinstance(data, dict) or not deepest:
        return data
    return {name: frame_of(value, deepest - 1) for name, value in data.items()}


def _parts(path: str) -> list[list[str]]:
    """The keys of a path, split at its lists."""
    parts: list[list[str]] = [[]]
    for step in steps_of(path) or ():
        if step == ALL:
            parts.append([])
        else:
            parts[-1].append(step)
    return parts if any(parts) else []


def _fill(old: Any, new: Any, before: Sequence[Sequence[str]], now: Sequence[Sequence[str]]) -> None:
    value = _taken(new, now[0])
    if len(now) == 1:
        if _is_plain(value):
            _put(old, before[0], value)
        return
    if not isinstance(value, list):
        return
    if before[1:] == [[]]:  # the list is one of plain values
        if plain := [each for one in value if _is_plain(each := _taken(one, now[1]))]:
            _put(old, before[0], plain)
        return
    rows = _put(old, before[0], [{} for _ in value])
    if isinstance(rows, list) and len(rows) == len(value):
        for row, one in zip(rows, value, strict=True):
            _fill(row, one, before[1:], now[1:])


def _is_plain(value: Any) -> bool:
    return value is not _MISSING and not isinstance(value, (dict, list))


def _taken(value: Any, keys: Sequence[str]) -> Any:
    for key in keys:
        if isinstance(value, dict):
            value = value.get(key, _MISSING)
        elif isinstance(value, list) and key.startswith("[") and int(key[1:-1]) < len(value):
            value = value[int(key[1:-1])]
        else:
            return _MISSING
    return value


def _put(at: Any, keys: Sequence[str], value: Any) -> Any:
    """What stands there afterwards: what stood there before, if anything did."""
    if not keys:
        return at
    for key in keys[:-1]:
        at = _keys_at(at, key) if isinstance(at, dict) else None
    if not isinstance(at, dict):
        return None
    if at.get(keys[-1]) in (None, ""):
        at[keys[-1]] = value
    return at[keys[-1]]


def _keys_at(at: dict[str, Any], key: str) -> Any:
    """The object under a key, made if it is missing; of a list of objects its first one."""
    inner = at.setdefault(key, {})
    if isinstance(inner, list) and inner and isinstance(inner[0], dict):
        inner = at[key] = dict(inner[0])
    return inner

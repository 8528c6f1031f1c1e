"""Rows of JSON whose keys have been renamed or moved: the paths of the rows, and of the fields within each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence

from ..core.healing.keypaths import ALL
from ..core.healing.patching.pieces import JSON, json_path
from ..core.healing.perception.observations import Observation
from .healing import Healed
from .jsonpaths import find_paths
from .trials import KeptPage


def is_rows(path: str, within: str) -> bool:
    """Whether a path finds the rows that the other path is run within; either may or may not end with `[*]`."""
    return _plain(path) == _plain(within)


def find_rows(
    within: str,
    inner: Sequence[Observation],
    before: KeptPage,
    now: Sequence[KeptPage],
    forms: Mapping[str, Collection[str]],
) -> tuple[str, dict[str, list[Healed]]]:
    """The path of the rows of today, which is the old one where they have not moved, and the paths within each of them.

    Only fields whose path has changed are told.
    """
    rows = _plain(within)
    whole = [one._replace(selector=f"{JSON}{rows}{ALL}.{json_path(one.selector)}") for one in inner]
    found = find_paths(whole, before, now, forms)
    depth = 1 + rows.count(ALL)
    votes = Counter(_split(paths[0][0], depth)[0] for paths in found.values() if paths)
    today = next((one for one, _ in votes.most_common(1) if one), "") or rows + ALL
    fields: dict[str, list[Healed]] = {}
    for name, paths in found.items():
        parts = [(_split(path, depth), likely) for path, likely in paths]
        fields[name] = [(JSON + field, likely) for (around, field), likely in parts if around == today and field]
    ending = "" if within == JSON + rows else within.removeprefix(JSON + rows)
    return JSON + today.removesuffix(ALL) + ending, fields


def _plain(path: str) -> str:
    """The path of a list."""
    return json_path(path).removesuffix(ALL).removesuffix("[]")


def _split(path: str, depth: int) -> tuple[str, str]:
    """The path up to the *depth*th `[*]`, and the path behind it; empty where it has fewer."""
    parts = json_path(path).split(ALL)
    if len(parts) <= depth:
        return "", ""
    return ALL.join(parts[:depth]) + ALL, ALL.join(parts[depth:]).removeprefix(".")

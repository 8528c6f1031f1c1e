"""Fields that are paths into JSON: of an answer, of rows in it, of a script of a page."""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from contextlib import suppress
from dataclasses import replace
from functools import partial

from ..core.documents.json import read_json
from ..core.healing.perception.observations import Observation
from .cases import Case
from .healing import Healed
from .jsonpaths import find_paths
from .jsonrows import find_rows, is_rows
from .trials import scripts_of, values_of

FoundFields = dict[str, tuple[Observation, list[Healed], str, str]]
"""By field: its observation before, its selectors of today, and the rows before and of today."""


def of_paths(paths: Sequence[Observation], case: Case) -> FoundFields:
    """Paths into an answer."""
    changed = [one for one in paths if one.field in case.changed]
    found = find_paths(changed, case.before, case.now, case.forms) if changed else {}
    return {one.field: (one, found.get(one.field, []), "", "") for one in paths}


def of_scripts(within: str, inner: Sequence[Observation], case: Case) -> FoundFields:
    """Paths into the JSON of a script: of those that a selector gives, the one that has most of the fields before.

    Of today's scripts, among which new ones may stand, it is the one that has most in common with that.
    """
    changed = [one for one in inner if one.field in case.changed]
    scripts = scripts_of(case.before.markup, within)
    was = max(scripts, key=lambda script: sum(bool(values_of(one.selector, script)) for one in inner), default="")
    alike = partial(_likeness, _said(was))
    now = [replace(one, markup=max(scripts_of(one.markup, within), key=alike, default="")) for one in case.now]
    found = find_paths(changed, replace(case.before, markup=was), now, case.forms) if changed else {}
    return {one.field: (one, found.get(one.field, []), within, within) for one in inner}


def _likeness(said: AbstractSet[object], script: str) -> float:
    """How much a script says of what another one has *said*, 0 to 1."""
    other = _said(script)
    return len(said & other) / max(1, len(said | other))


def _said(script: str) -> AbstractSet[object]:
    """The keys of a script, and its plain values with their keys; nothing of what is no JSON."""
    with suppress(ValueError):
        found: set[object] = set()
        inner = [("", read_json(script))]
        while inner:
            key, value = inner.pop()
            found.add(key)
            if isinstance(value, dict):
                inner += value.items()
            elif isinstance(value, list):
                inner += ((key, each) for each in value)
            else:
                found.add((key, value))
        return found
    return frozenset()


def of_json_rows(
    within: str, inner: Sequence[Observation], paths: Sequence[Observation], case: Case
) -> tuple[FoundFields, dict[str, tuple[str, ...]]]:
    """The paths of today of JSON rows and of their fields, and further fields that have another path today."""
    around = next((one for one in paths if is_rows(one.selector, within)), None)
    has_moved = around is not None and around.field in case.changed
    changed = [one for one in inner if has_moved or one.field in case.changed]
    known: FoundFields = {one.field: (one, [], within, within) for one in inner}
    if not changed:
        return known, {}
    today, found = find_rows(within, changed, case.before, case.now, case.forms)
    for one in changed:
        known[one.field] = (one, found.get(one.field, []), within, today)
    if around is not None and has_moved:
        likely = [paths[0][1] for paths in found.values() if paths]
        known[around.field] = (around, [(today, max(likely))] if likely else [], "", "")
    renamed = (name for name, written in found.items() if written and written[0][0] != known[name][0].selector)
    return known, dict.fromkeys(renamed, ("found",))

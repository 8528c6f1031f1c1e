"""Fields that are paths into JSON: of an answer, of rows in it, of a script of a page."""

from __future__ import annotations

from collections.abc import Sequence

from ..core.healing.perception.observations import Observation
from .cases import Case
from .healing import Healed
from .jsonpaths import find_paths
from .jsonrows import find_rows, is_rows
from .trials import KeptPage, scripts_of, values_of

FoundFields = dict[str, tuple[Observation, list[Healed], str, str]]
"""By field: its observation before, its selectors of today, and the rows before and of today."""


def of_paths(paths: Sequence[Observation], case: Case) -> FoundFields:
    """Paths into an answer."""
    changed = [one for one in paths if one.field in case.changed]
    found = find_paths(changed, case.before, case.now, case.forms) if changed else {}
    return {one.field: (one, found.get(one.field, []), "", "") for one in paths}


def of_scripts(within: str, inner: Sequence[Observation], case: Case) -> FoundFields:
    """Paths into the JSON of a script: of those that a selector gives, the one that has most of the fields before."""
    changed = [one for one in inner if one.field in case.changed]
    scripts = scripts_of(case.before.markup, within)
    counts = [sum(bool(values_of(one.selector, script)) for one in inner) for script in scripts]
    at = counts.index(max(counts)) if counts else 0
    before, *now = (
        KeptPage(page.url, page.state, next(iter(texts[at:] or texts[-1:]), ""))
        for page in (case.before, *case.now)
        for texts in [scripts_of(page.markup, within)]
    )
    found = find_paths(changed, before, now, case.forms) if changed else {}
    return {one.field: (one, found.get(one.field, []), within, within) for one in inner}


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

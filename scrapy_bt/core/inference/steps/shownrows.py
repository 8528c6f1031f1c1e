"""Which rows of data a script left on the screen, by what was clicked or chosen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ...samples.traffic import Recording
from ..answers.fields.fieldnames import field_name
from ..answers.rows.mainrows import rows_among
from ..answers.rows.narrowings import Narrowing, narrowing_of
from ..answers.values import Extraction, Fields
from ..blackboard.workflow import Workflow
from ..findings import ChosenGroup
from .clickedtexts import chosen_texts


def shown_rows(
    step: int, each: Extraction, fields: Fields, workflow: Workflow, recordings: Sequence[Recording]
) -> ChosenGroup | None:
    """Those of a step's data that were seen at the end, if these are the ones of a name; None if all may have been."""
    answers = [workflow.answer(step, number) for number in range(workflow.recordings)]
    screens = [recording.screen for recording in recordings]
    pages, seen = list(filter(None, answers)), list(filter(None, screens))
    if each.how != "json" or len(pages) < len(recordings) or len(seen) < len(recordings):
        return None
    found = narrowing_of(pages, seen, list(map(chosen_texts, recordings)), each, fields)
    if found is None:
        return None
    narrowing, names = found
    return ChosenGroup(f"chosen_{field_name(narrowing.key)}", names, narrowing, "@")


def shown_entries(
    step: int, each: Extraction, workflow: Workflow, recordings: Sequence[Recording]
) -> ChosenGroup | None:
    """The same of a list that leads to details, which *each* takes all keys of."""
    answers = [workflow.answer(step, number) for number in range(workflow.recordings)]
    rows = next(iter(rows_among(list(filter(None, answers)))), None) if each.how == "json" else None
    group = shown_rows(step, rows.each, rows.fields, workflow, recordings) if rows is not None else None
    if group is None or not isinstance(group.grouping, Narrowing):
        return None
    onward = group.grouping.onward_of(each.text)
    return replace(group, rows=onward) if onward else None

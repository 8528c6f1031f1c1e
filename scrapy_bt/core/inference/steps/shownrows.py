"""Which rows a script left on the screen, by what was clicked, chosen or typed."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from ...samples.traffic import Recording
from ..answers.extraction import extract
from ..answers.fields.fieldnames import field_name
from ..answers.requests.acts import typed_fields
from ..answers.rows.mainrows import rows_among
from ..answers.rows.narrowings import Narrowing, narrowing_of
from ..answers.rows.searched import searched_rows
from ..answers.values import Extraction, Fields
from ..blackboard.workflow import Workflow
from ..findings import ChosenGroup
from .clickedtexts import chosen_texts, differing_clicks


def shown_rows(
    step: int, each: Extraction, fields: Fields, workflow: Workflow, recordings: Sequence[Recording]
) -> ChosenGroup | None:
    """Those of a step that were seen at the end, if these are the ones of a name; None if all may have been."""
    answers = [workflow.answer(step, number) for number in range(workflow.recordings)]
    screens = [recording.screen for recording in recordings]
    pages, seen = list(filter(None, answers)), list(filter(None, screens))
    if len(pages) < len(recordings) or len(seen) < len(recordings):
        return None
    if each.how == "json":
        found = narrowing_of(pages, seen, list(map(chosen_texts, recordings)), each, fields)
        if found is not None:
            narrowing, names = found
            return ChosenGroup(f"chosen_{field_name(narrowing.key)}", names, narrowing, "@")
    for argument, words in _words(recordings):
        if (searched := searched_rows(pages, seen, words, each, fields)) is not None:
            return ChosenGroup(argument, words, searched, "@" if each.how == "json" else "")
    return None


def _words(recordings: Sequence[Recording]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """What was typed or chosen in each recording, with the name of its argument.

    Then, what was clicked and asked for nothing, if it is another thing each time.
    """
    for field in reversed(typed_fields(recordings)):
        words = tuple(filter(None, field.texts if any(field.texts) else field.values))
        if not field.is_secret and len(words) == len(recordings):
            yield field.argument, words
    yield from (("chosen", words) for words in differing_clicks(recordings) if all(words))


def shown_entries(
    step: int,
    each: Extraction,
    workflow: Workflow,
    recordings: Sequence[Recording],
    opened: Sequence[Collection[str]] = (),
) -> ChosenGroup | None:
    """The same of a list that leads to details, which *each* takes all keys of.

    *opened*: by recording, the keys of those that were opened, which are among what is left. A screen that shows one
    of them is no list any more, though it says by which entry it was reached.
    """
    answers = [workflow.answer(step, number) for number in range(workflow.recordings)]
    rows = next(iter(rows_among(list(filter(None, answers)))), None) if each.how == "json" else None
    group = shown_rows(step, rows.each, rows.fields, workflow, recordings) if rows is not None else None
    if group is None or not isinstance(group.grouping, Narrowing):
        return None
    onward = group.grouping.onward_of(each.text)
    left = replace(group, rows=onward) if onward else None
    kept = [extract(answer, left.each(number)) for number, answer in enumerate(answers) if left and answer]
    return left if all(set(own) <= set(keys) for own, keys in zip(opened, kept, strict=False)) else None

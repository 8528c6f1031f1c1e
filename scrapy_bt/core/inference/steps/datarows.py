"""Whether data hold records."""

from __future__ import annotations

from collections.abc import Sequence

from ...samples.traffic import Answer
from ..answers.data.maps import maps_in
from ..answers.extraction import page_of
from ..answers.pages.innerpages import inner_page, page_within
from ..answers.rows.rows import rows_of


def has_rows(answers: Sequence[Answer]) -> bool:
    """Whether the answers of one step are data with records, in a list or by their keys."""
    values = [page_of(answer).json for answer in answers]
    waiting = values[:1]
    while waiting:
        value = waiting.pop()
        if isinstance(value, list):
            if len(value) > 1 and all(isinstance(entry, dict) for entry in value):
                return True
            waiting += value
        elif isinstance(value, dict):
            waiting += value.values()
    within = page_within(answers)
    return bool(maps_in(values)) or any(rows_of(inner_page(each, within)) for each in answers if within is not None)

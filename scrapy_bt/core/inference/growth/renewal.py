"""Which values a series takes anew from each of its pages."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from ...samples.traffic import Answer
from ..answers.extraction import page_of
from ..answers.values import Extraction, Taken
from ..findings import Loop, Records
from ..plans.plan import PlannedStep
from ..steps.firstpages import row_values


def is_made_anew(loop: Loop, planned: PlannedStep) -> bool:
    """Whether each round sends a request of its own making; a link, or a piece of one, brings all that it needs."""
    return loop.kind == "counter" or planned.sent.method != "GET"


def as_each_gives(loop: Loop, planned: PlannedStep, page_before: int | None) -> PlannedStep:
    """The request with what it takes from the page before taken as from all: of the last row, not of the fifth."""
    given = {
        key: Taken(taken.step, value.extraction)
        for key, value in loop.beside
        if isinstance(value, Taken) and isinstance(taken := planned.bound.get(key), Taken) and taken.step == page_before
    }
    return replace(planned, bound={**planned.bound, **given}) if given else planned


def has_rows_of_its_own(records: Records, page: Answer, following: Answer | None) -> bool:
    """Whether the page before a series has rows, other than a few that this begins with, as those of a summary."""
    if records.each is None:
        return False
    rows, begun = (row_values(each, records.each, records.fields, records.within) for each in (page, following))
    return sum(row not in begun for row in rows) * 2 > len(rows)


def renewed_values(
    loop: Loop, planned: PlannedStep, page_before: int | None, answers: Mapping[int, Answer]
) -> list[Extraction]:
    """What a series takes anew from each of its pages: what its own pages hold as the page before it does."""
    answer = answers.get(planned.step)
    found = []
    for key, value in planned.bound.items():
        if key == loop.key or not isinstance(value, Taken) or value.step != page_before:
            continue
        if answer is not None and page_of(answer).extract(value.extraction):
            found.append(value.extraction)
    return found

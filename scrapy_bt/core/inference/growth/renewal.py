"""Which values a series takes anew from each of its pages."""

from __future__ import annotations

from collections.abc import Mapping

from ...samples.traffic import Answer
from ..answers.extraction import page_of
from ..answers.values import Extraction, Taken
from ..findings import Loop
from ..plans.plan import PlannedStep


def is_made_anew(loop: Loop, planned: PlannedStep) -> bool:
    """Whether each round sends a request of its own making; a link, or a piece of one, brings all that it needs."""
    return loop.kind == "counter" or planned.sent.method != "GET"


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

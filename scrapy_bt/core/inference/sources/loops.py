"""Loops over the pages of a series: by links to the next page, by counting, by cursors."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ...samples.traffic import Recording
from ..blackboard.source import Knowledge, Post
from ..blackboard.workflow import workflow_of
from ..findings import Step
from ..steps.listing import is_listed, parted
from ..steps.pagination.counters import by_counter, by_numbered_form
from ..steps.pagination.cursors import by_cursor
from ..steps.pagination.links import by_link
from ..steps.pagination.page_pairs import Found, pairs_of
from ..steps.series import Series, series_of

_MOST_BEFORE = 4
"""Pages of the same look that may come before a series."""


class LoopsSource:
    """Asks of each series what makes the next page of the one before, the same way for all of its pages."""

    name = "loops"
    watches: tuple[type, ...] = (Step,)

    def applies(self, recordings: Sequence[Recording]) -> bool:
        return bool(recordings)

    def derive(self, knowledge: Knowledge) -> Iterable[Post]:
        workflow = workflow_of(knowledge)
        for group in series_of(workflow):
            if any(is_listed(workflow, series) for series in group):
                continue
            # Details of a list that go on over pages look like one series; and a page with the form of a search may
            # look like those with its results, and be none of them.
            found = _loop_of(group) or _loop_of([part for series in group for part in parted(workflow, series)])
            for count in range(1, _MOST_BEFORE + 1):
                found = found or _loop_of([shorter for series in group if (shorter := series.without_first(count))])
            if found is not None:
                loop, why = found
                because = tuple(workflow.facts[step] for step in (loop.step, *loop.repeats))
                yield Post(loop, why, because)


def _loop_of(group: Sequence[Series]) -> Found | None:
    pairs = pairs_of(group)
    finders = (by_link, by_numbered_form, by_cursor, by_counter) if pairs else ()
    return next((found for find in finders if (found := find(pairs, group)) is not None), None)
